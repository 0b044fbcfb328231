import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAML_ERRORS, type SamlErrorCode, SamlStatusError } from './saml-status-error.ts';

test('SAML Core §3.2.2.2: an error takes section and text from the code table', () => {
  const error = new SamlStatusError('invalid_signature', { reason: 'the digest differs' });
  assert.equal(error.description, 'Invalid requester');
  assert.equal(error.section, 'SAML Core §5');
  assert.equal(error.message, 'invalid_signature: the digest differs');
});

test('SAML Core §3.2.2.2: what the user sees and what the operator sees are kept apart', () => {
  const error = new SamlStatusError('client_not_found', { reason: 'no client x', remedy: 'add x' });
  assert.equal(error.description, 'Invalid Request');
  assert.equal(error.reason, 'no client x');
  assert.equal(error.remedy, 'add x');
  assert.equal(error.statusMessage, undefined);
});

test('SAML Core §3.2.2.2: every row has a section, a text, a message key and a rule', () => {
  for (const code of Object.keys(SAML_ERRORS) as SamlErrorCode[]) {
    const row = SAML_ERRORS[code];
    assert.match(row.section, /^SAML (Core|Bindings|Profiles) §/, code);
    assert.notEqual(row.text, '', code);
    assert.match(row.rule, /^[a-z-]+$/, code);
    if (code !== 'ecp_not_allowed') assert.match(row.faultKey, /^[a-zA-Z]+Message$/, code);
  }
});

test('SAML Core §3.2.2.2: untrusted input is quoted in one line of limited length', () => {
  const sent = `a\r\nb\u0000${'x'.repeat(5000)}`;
  const {
    reason,
    remedy = '',
    message,
  } = new SamlStatusError('client_not_found', { reason: sent, remedy: sent });
  for (const text of [reason, remedy]) {
    assert.ok(text.startsWith('a b x') && text.endsWith('x…'));
    assert.equal(text.length, 1001);
  }
  assert.equal(message, `client_not_found: ${reason}`);
});
