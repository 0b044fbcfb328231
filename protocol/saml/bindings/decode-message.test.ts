import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { checkParametersOnce, parseDocument } from './decode-message.ts';

test('SAML Core §1.3: the refusal has the parser’s message with its position', () => {
  assert.throws(
    () => parseDocument('<!DOCTYPE a><a/>', 'SAMLRequest'),
    (error) => {
      assert.ok(error instanceof SamlStatusError);
      assert.equal(error.code, 'invalid_token');
      assert.match(error.reason, /SAMLRequest is not accepted XML: .*line 1/);
      assert.match(error.remedy ?? '', /document type/);
      return true;
    },
  );
});

test('SAML Core §1.3: well-formed XML is accepted', () => {
  assert.equal(parseDocument('<a>x</a>', 'SAMLRequest').localName, 'a');
});

test('SAML Bindings §3.4.4.1: binding parameters may occur once, others any number of times', () => {
  checkParametersOnce(parseParameters('SAMLRequest=a&x=1&x=2'));
  assert.throws(() => checkParametersOnce(parseParameters('RelayState=a&RelayState=a')), SamlStatusError);
});
