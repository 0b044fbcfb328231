import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { PARTIAL_LOGOUT, renderStatus, SUCCESS } from '../status.ts';
import { NAMESPACES } from '../xml-names.ts';
import { describeStatus, isSuccess, readStatus } from './read-status.ts';

const answer = (content: string) =>
  parseXml(`<samlp:R xmlns:samlp="${NAMESPACES.protocol}">${content}</samlp:R>`);

for (const [status, text] of [
  [SUCCESS, 'Success'],
  [PARTIAL_LOGOUT, 'Success, PartialLogout'],
  [{ topLevel: 'urn:x', secondLevel: undefined, message: 'oh & no' }, 'urn:x "oh & no"'],
] as const) {
  test(`SAML Core §3.2.2.1: ${text} survives a round trip`, () => {
    const read = readStatus(answer(renderStatus(status)));
    assert.deepEqual(read, status);
    assert.equal(describeStatus(read), text);
    assert.equal(isSuccess(read), text.startsWith('Success'));
  });
}

for (const [what, content] of [
  ['no status', ''],
  ['a status without a code', '<samlp:Status/>'],
  ['a code without a value', '<samlp:Status><samlp:StatusCode/></samlp:Status>'],
] as const) {
  test(`SAML Core §3.2.2.1: a response with ${what} is rejected`, () => {
    assert.throws(() => readStatus(answer(content)), { code: 'invalid_token' });
  });
}

test('SAML Core §3.2.2.1: two statuses are rejected', () => {
  assert.throws(() => readStatus(answer(renderStatus(SUCCESS).repeat(2))), { name: 'XmlError' });
});
