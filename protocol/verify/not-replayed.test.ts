import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedRealm } from './addresses.ts';
import { whyNotReplayed } from './not-replayed.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

const URL_OF_REALM = 'http://localhost:8080/realms/shop';
const REALM = recordedRealm(URL_OF_REALM);
const OTHER_BODY = 'has a body that Activity does not keep as it was sent';
const CHANGES_USER = 'would change the user on the other server';

function why(parts: RecordParts): string | undefined {
  return whyNotReplayed(createRecord(parts), REALM);
}

function jwt(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

test('contract "verify": requests of applications and browsers to the realm are repeated', () => {
  assert.equal(why({}), undefined);
  assert.equal(
    why({
      from: 'browser',
      method: 'POST',
      form: [['username', 'alice']],
      path: '/realms/shop/login-actions/authenticate',
    }),
    undefined,
  );
  assert.equal(why({ path: '/realms/shop/.well-known/openid-configuration', method: 'HEAD' }), undefined);
  assert.equal(why({ outcome: 'refused', status: 400 }), undefined);
});

test('contract "verify": what is not below the realm is no part of a sign-in', () => {
  for (const path of [
    '/',
    '/admin/realms/shop',
    '/realms/shop2/x',
    '/realms/master/protocol/openid-connect/token',
    '/emulator/v1/activity',
    '',
  ])
    assert.equal(why({ path }), 'is not part of a sign-in', path);
});

test('contract "verify": what the server or an authentication device sent is not repeated', () => {
  assert.equal(why({ from: 'understudy' }), 'sent by the server itself');
  assert.equal(
    why({ from: 'authentication-entity' }),
    'the answer of an authentication device, which belongs to one server',
  );
});

test('contract "verify": an exchange that was cut off has no answer', () => {
  assert.equal(why({ status: 0, outcome: 'failed' }), 'was cut off and has no answer to compare with');
});

test('RFC 7591 §3: no client is registered on the other server, nor changed or deleted', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'GET'])
    assert.equal(
      why({ method, path: '/realms/shop/clients-registrations/openid-connect' }),
      'would change the clients of the other server',
    );
});

test('contract "verify": no user is created, changed or sent a message on the other server', () => {
  for (const [method, path] of [
    ['POST', '/account'],
    ['POST', '/account/'],
    ['PUT', '/account/applications'],
    ['DELETE', '/account/credentials/1'],
    ['POST', '/login-actions/required-action'],
    ['POST', '/login-actions/registration'],
    ['POST', '/login-actions/reset-credentials'],
  ] as const)
    assert.equal(why({ method, path: `/realms/shop${path}` }), CHANGES_USER, path);
});

test('RFC 9110 §9.2.1: requests that change nothing are repeated, at the account and elsewhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    assert.equal(why({ method, path: '/realms/shop/account' }), undefined);
  for (const path of ['/account-x', '/accounts', '/login-actions/consent', '/login-actions/required-actions'])
    assert.equal(why({ method: 'POST', path: `/realms/shop${path}` }), undefined, path);
});

test('CIBA Core §10.1: a token request is repeated only while the user has not answered', () => {
  const form = [['grant_type', 'urn:openid:params:grant-type:ciba']] as const;
  const expected = 'the user approves the request on the device of the other server';
  for (const outcome of ['accepted', 'refused', 'failed'] as const)
    assert.equal(why({ method: 'POST', form, outcome }), expected);
  assert.equal(why({ method: 'POST', form, outcome: 'asked' }), undefined);
});

test('RFC 9449 §4.2: a DPoP proof is for one address', () => {
  assert.equal(
    why({ headers: [['dpop', 'x']] }),
    'contains a proof that the application made for this address only (DPoP)',
  );
});

test('RFC 7523 §3: a JWT that names this server as audience is not sent to another', () => {
  const expected = 'contains a JWT that the application made for this server only';
  for (const aud of [
    URL_OF_REALM,
    `https://127.0.0.1/realms/shop/protocol/openid-connect/token`,
    ['x', URL_OF_REALM],
  ])
    for (const name of ['client_assertion', 'assertion', 'request']) {
      assert.equal(why({ method: 'POST', form: [[name, jwt({ aud })]] }), expected);
      assert.equal(why({ query: [[name, jwt({ aud })]] }), expected);
    }
});

test('RFC 7523 §3: a JWT for another audience, or none that can be read, is sent', () => {
  for (const text of [
    jwt({ aud: 'https://sso.example.com/token' }),
    jwt({ aud: 'http://localhost:8080/realms/shop2' }),
    jwt({}),
    jwt({ aud: 5 }),
    jwt({ aud: [null, {}] }),
    jwt('x'),
    'a.b.c',
    'x',
    '',
  ])
    assert.equal(why({ query: [['request', text]] }), undefined, text);
  assert.equal(why({ query: [['subject_token', jwt({ aud: URL_OF_REALM })]] }), undefined);
});

test('RFC 9101 §6.1: a request object that is encrypted for this server is not sent to another', () => {
  const expected = 'contains a JWT that the application encrypted for this server only';
  for (const text of ['eyJh.a.b.c.d', 'eyJh..b.c.d'])
    assert.equal(why({ query: [['request', text]] }), expected);
  assert.equal(why({ query: [['state', 'eyJh.a.b.c.d']] }), undefined);
});

test('contract "verify": a body that Activity does not show as fields or JSON cannot be repeated', () => {
  const headers = [['content-length', '5']] as const;
  assert.equal(why({ method: 'POST', headers }), OTHER_BODY);
  assert.equal(why({ method: 'POST', headers, json: '(5 characters that are not JSON)' }), OTHER_BODY);
  const chunked = [['transfer-encoding', 'chunked']] as const;
  assert.equal(why({ method: 'POST', headers: chunked, json: '(5 characters, not kept)' }), OTHER_BODY);
  const documents = [{ name: 'body', xml: '<a/>', lines: [], explanations: [] }];
  assert.equal(why({ method: 'POST', headers: chunked, documents }), OTHER_BODY);
});

test('contract "verify": forms, JSON and requests without a body are repeated', () => {
  const headers = [['content-length', '5']] as const;
  assert.equal(why({ method: 'POST', headers, json: { a: 1 } }), undefined);
  assert.equal(why({ method: 'POST', headers, json: null }), undefined);
  assert.equal(why({ method: 'POST', headers, form: [['a', '1']] }), undefined);
  for (const length of ['0', '', 'x'])
    assert.equal(why({ method: 'POST', headers: [['content-length', length]] }), undefined);
});

test('RFC 9110 §9.3.1: the content of a GET means nothing, so that it is repeated without', () => {
  for (const method of ['GET', 'HEAD'])
    assert.equal(
      why({ method, headers: [['content-length', '5']], json: '(5 characters that are not JSON)' }),
      undefined,
    );
});
