import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPostingPage } from '#protocol/http/posting-page.ts';
import { jsonReply, redirectReply } from '#protocol/http/replies.ts';
import { protocolOf, readAnswerPart } from './answer-parts.ts';

const PAGE = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' };

const locationOf = (location: string, changes: Record<string, string | undefined>): unknown =>
  readAnswerPart(redirectReply(location))?.write(changes).headers?.['location'];

for (const [location, changes, expected] of [
  ['http://app/cb?code=a%20b&state=s', { state: 'x y' }, 'http://app/cb?code=a%20b&state=x%20y'],
  ['http://app/cb?code=c&state=s', { state: undefined }, 'http://app/cb?code=c'],
  ['http://app/cb?code=c', { code: undefined }, 'http://app/cb'],
  ['http://app/cb?code=c', { error: 'x' }, 'http://app/cb?code=c&error=x'],
  ['http://app/cb?keep=1#id_token=a&state=s', { state: 't' }, 'http://app/cb?keep=1#id_token=a&state=t'],
  ['myapp:/cb?code=c&iss=http%3A%2F%2Fx', { code: 'd' }, 'myapp:/cb?code=d&iss=http%3A%2F%2Fx'],
] as const) {
  test(`test kit "holds": in ${location} only ${Object.keys(changes)} changes, and the rest keeps its spelling`, () => {
    assert.equal(locationOf(location, changes), expected);
  });
}

test('test kit "holds": the fields of a posted form change, in the page and for Activity', () => {
  const page = renderPostingPage({
    texts: { locale: 'de', direction: 'ltr', title: 't', hint: 'h', button: 'b' },
    action: 'http://app/cb',
    fields: [
      ['code', 'c'],
      ['state', 's'],
    ],
  });
  const reply = readAnswerPart(page)?.write({ state: '"<', error: 'e', code: undefined });
  assert.deepEqual(reply?.postedForm?.fields, [
    ['state', '"<'],
    ['error', 'e'],
  ]);
  assert.match(String(reply?.body), /name="state" value="&quot;&lt;"/);
  assert.doesNotMatch(String(reply?.body), /name="code"/);
});

test('test kit "holds": JSON members change, and undefined removes', () => {
  const part = readAnswerPart(jsonReply(200, { a: 1, b: 2 }));
  assert.deepEqual(JSON.parse(String(part?.write({ a: undefined, c: null }).body)), { b: 2, c: null });
});

test('test kit "holds": JSON that is no object, pages and empty replies have no part', () => {
  for (const reply of [jsonReply(200, [1]), PAGE, { status: 204 }])
    assert.equal(readAnswerPart(reply), undefined);
});

for (const [location, expected] of [
  ['http://app/cb?code=c', 'authorization'],
  ['http://app/cb#error=x', 'authorization'],
  ['http://app/cb?response=e', 'authorization'],
  ['http://sp/acs?SAMLResponse=x', 'saml'],
  ['http://sp/acs?SAMLart=x', 'saml'],
  ['http://idp/realms/x/login-actions/authenticate?session_code=c&execution=e&tab_id=t', undefined],
  ['http://app/?state=s', undefined],
] as const) {
  test(`test kit "holds": ${location} is ${expected ?? 'not an answer to a client'}`, () => {
    assert.equal(protocolOf(redirectReply(location)), expected);
  });
}
