import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedRealm } from './addresses.ts';
import { type Answer, answerOfRecords, answerOfResponses, type OtherAnswer } from './answer.ts';
import { createRecord } from './testing/activity-record.ts';

const REALM = recordedRealm('https://sso.example.com/realms/shop');
const HTML = ['content-type', 'Text/HTML;charset=utf-8'] as const;

function redirected(url: string): Answer {
  return answerOfRecords([
    createRecord({ status: 302, answer: { location: { by: 'redirect', url, parameters: [] } } }),
  ]);
}

function received(
  headers: Readonly<Record<string, string>>,
  body = '',
  setCookies: readonly string[] = [],
): OtherAnswer {
  const url = 'https://sso.example.com/realms/shop/x/y';
  return answerOfResponses(
    [{ url, status: 200, headers: new Map(Object.entries(headers)), setCookies, body }],
    REALM,
  );
}

function posted(body: string): OtherAnswer {
  return received({ 'content-type': 'text/html' }, body);
}

test('RFC 6749 §4.1.2, §4.2.2: a redirect hands over the parameters of its query and fragment', () => {
  const { delivery } = redirected('https://app/cb?a=1#code=x&state=a%20b');
  assert.equal(delivery?.url, 'https://app/cb');
  assert.equal(delivery?.by, 'fragment');
  assert.deepEqual(
    [...(delivery?.parameters ?? [])],
    [
      ['a', '1'],
      ['code', 'x'],
      ['state', 'a b'],
    ],
  );
  assert.equal(redirected('com.example.app:/cb?code=x').delivery?.parameters.get('code'), 'x');
});

test('RFC 3986 §3.4: a question mark within a query and a hash within a fragment belong to the value', () => {
  assert.deepEqual(
    [...(redirected('https://app/cb?next=/x?y=1&code=z').delivery?.parameters ?? [])],
    [
      ['next', '/x?y=1'],
      ['code', 'z'],
    ],
  );
  assert.equal(redirected('https://app/cb#a=1#2&code=z').delivery?.parameters.get('code'), 'z');
});

test('RFC 3986 §6.2: the same address in other spellings is the same delivery on both sides', () => {
  for (const url of ['https://app.test?code=1', 'HTTPS://APP.test/?code=1', 'https://app.test:443/?code=1'])
    assert.deepEqual(redirected(url).delivery, received({ location: 'https://app.test/?code=1' }).delivery);
});

test('RFC 6749 §3.1: a parameter that is handed over twice is noticed; its first value counts', () => {
  const { delivery } = redirected('https://app/cb?code=1&code=2&code=3');
  assert.deepEqual(
    [...(delivery?.parameters ?? [])],
    [
      ['code', '1'],
      ['code (repeated)', '3 times'],
    ],
  );
});

test('RFC 9110 §10.2.2: a relative redirect is relative to the address that answered', () => {
  assert.equal(received({ location: '../z?x=1' }).delivery?.url, 'https://sso.example.com/realms/shop/z');
});

test('contract "verify": a redirect to no address is no delivery and no page', () => {
  const answer = received({ location: 'http://[', 'content-type': 'text/html' }, '<p>');
  assert.equal(answer.delivery, undefined);
  assert.equal(answer.isPage, false);
  assert.equal(redirected('http://[').delivery, undefined);
});

test('OAuth form_post §2, SAML Bindings §3.5: a page that only posts hidden fields elsewhere is a delivery', () => {
  const answer = posted(
    '<form method="POST" action="https://app/cb?x=1"><input type="hidden" name="code" value="a&amp;b"><input type="submit" name="go"></form>',
  );
  assert.deepEqual(answer.delivery, {
    url: 'https://app/cb?x=1',
    by: 'form',
    parameters: new Map([['code', 'a&b']]),
  });
  assert.equal(answer.isPage, false);
  assert.equal(answer.page, undefined);
});

test('contract "verify": a form for the user is a page', () => {
  const field = '<input type="hidden" name="a">';
  for (const body of [
    `<form method="post" action="https://app/cb">${field}<input name="username"></form>`,
    `<form action="https://app/cb">${field}</form>`,
    `<form method="post" action="/realms/shop/login-actions/consent">${field}</form>`,
    `<form method="post" action="https://app/cb">${field}</form><form></form>`,
    '<form method="post" action="https://app/cb"><button name="go"></button></form>',
    '',
  ]) {
    assert.equal(posted(body).delivery, undefined, body);
    assert.equal(posted(body).isPage, true, body);
  }
});

test('contract "verify": a recorded form is the same delivery as that of the other server', () => {
  const parameters = [{ name: 'code', value: '1' }];
  const { delivery, isPage } = answerOfRecords([
    createRecord({ answer: { headers: [HTML], location: { by: 'form', url: 'https://APP', parameters } } }),
  ]);
  const form = '<form method="post" action="https://app/"><input type="hidden" name="code" value="1"></form>';
  assert.deepEqual(delivery, posted(form).delivery);
  assert.equal(isPage, false);
});

test('contract "verify": a step answers with its last exchange, and sets the cookies of all', () => {
  const first = createRecord({
    status: 302,
    answer: {
      headers: [
        ['set-cookie', 'a=1'],
        ['location', 'https://x/'],
      ],
    },
  });
  const last = createRecord({
    status: 400,
    answer: {
      headers: [
        ['set-cookie', 'b=2'],
        ['vary', 'A'],
        ['vary', 'B'],
      ],
    },
  });
  const answer = answerOfRecords([first, last]);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.setCookies, ['a=1', 'b=2']);
  assert.deepEqual([...answer.headers], [['vary', 'A, B']]);
  const response = {
    url: 'https://sso.example.com/',
    status: 302,
    headers: new Map(),
    setCookies: ['a=1'],
    body: '',
  };
  assert.deepEqual(answerOfResponses([response, { ...response, setCookies: ['b=2'] }], REALM).setCookies, [
    'a=1',
    'b=2',
  ]);
});

test('contract "verify": the address of a redirect is compared as a delivery, not as a header', () => {
  assert.equal(received({ location: 'https://app/', vary: 'x' }).headers.has('location'), false);
});

test('contract "verify": a page shows its error on one line; another answer shows none', () => {
  const refusal = { code: 'x', description: 'Invalid\n  user', reason: '' };
  const page = answerOfRecords([createRecord({ refusal, answer: { headers: [HTML] } })]);
  assert.equal(page.isPage, true);
  assert.equal(page.message, 'Invalid user');
  const json = answerOfRecords([createRecord({ refusal, answer: { json: { error: 'x' } } })]);
  assert.equal(json.message, undefined);
  assert.equal(posted('<p id="kc-error-message">Invalid <b>user</b></p>').message, 'Invalid user');
});

test('contract "verify": a body that Activity did not keep is not known', () => {
  const answer = answerOfRecords([createRecord({ answer: { json: '(70000 characters, not kept)' } })]);
  assert.equal(answer.isBodyKnown, false);
  assert.equal(answer.json, undefined);
});

test('RFC 9110 §9.3.2: HEAD has no body to compare', () => {
  const answer = answerOfRecords([createRecord({ method: 'HEAD', answer: { json: { a: 1 } } })]);
  assert.equal(answer.isBodyKnown, false);
  assert.equal(answer.json, undefined);
});

test('contract "verify": JSON is read by its type, and is none if it cannot be parsed', () => {
  assert.deepEqual(received({ 'content-type': 'Application/JSON' }, '[1]').json, [1]);
  assert.deepEqual(received({ 'content-type': 'application/jwk-set+json' }, '{}').json, {});
  assert.equal(received({ 'content-type': 'text/plain' }, '{}').json, undefined);
  for (const body of ['', '{', '<html>'])
    assert.equal(received({ 'content-type': 'application/json' }, body).json, undefined);
});
