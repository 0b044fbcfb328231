import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CommandError } from './command-error.ts';
import { createHttpClient } from './http-client.ts';
import { type PeerAnswer, startPeer } from './testing/peer.ts';
import { belowServer, type ClientCredentials, requestToken } from './token-endpoint.ts';

const peer = await startPeer();
after(() => peer.stop());

const TOKEN = 'POST /realms/demo/protocol/openid-connect/token';
const http = createHttpClient(() => ({ insecure: false }));
const request = (client: ClientCredentials = { clientId: 'admin-cli' }, server: string = peer.url) =>
  requestToken(
    http,
    { server, realm: 'demo', client, form: { grant_type: 'password', username: 'a b' } },
    1000,
  );

const REFUSED: readonly (readonly [answer: PeerAnswer, message: string])[] = [
  [
    { status: 401, body: { error: 'invalid_grant', error_description: 'Invalid user credentials' } },
    'Invalid user credentials [invalid_grant]',
  ],
  [{ status: 404, body: { error: 'Realm does not exist' } }, 'null [Realm does not exist]'],
  [{ status: 401, body: 'no', headers: { 'Content-Type': 'text/html' } }, '401 Unauthorized'],
  [{ status: 400, body: '{broken', headers: { 'Content-Type': 'application/json' } }, '400 Bad Request'],
  [{ status: 400, body: [1] }, '400 Bad Request'],
  [{ status: 302, headers: { Location: '/elsewhere' } }, '302 Found'],
];

for (const [answer, message] of REFUSED) {
  test(`Keycloak: the token endpoint's answer ${JSON.stringify(answer)} is reported as ${message}`, async () => {
    peer.answer({ [TOKEN]: answer });
    await assert.rejects(request(), (error) => error instanceof CommandError && error.message === message);
  });
}

test('bad input: an answer without a token is refused', async () => {
  for (const answer of [
    { status: 200, body: { a: 1 } },
    { status: 200, body: '<html>' },
  ]) {
    peer.answer({ [TOKEN]: answer });
    await assert.rejects(
      request(),
      /^CommandError: Error processing results: .* without an access token\. Check --server$/,
    );
  }
});

test('Keycloak: a public client sends its ID, and the lifespans become instants', async () => {
  const body = { access_token: 't', refresh_token: 'f', expires_in: 60, refresh_expires_in: 1800 };
  peer.answer({
    [TOKEN]: { status: 200, body, headers: { 'Content-Type': 'application/json;charset=UTF-8' } },
  });
  assert.deepEqual(await request(), {
    clientId: 'admin-cli',
    secret: undefined,
    token: 't',
    refreshToken: 'f',
    grantType: 'password',
    expiresAt: 61_000,
    refreshExpiresAt: 1_801_000,
  });
  assert.equal(peer.requests[0]?.body, 'grant_type=password&username=a+b&client_id=admin-cli');
  assert.equal(peer.requests[0]?.headers['authorization'], undefined);
});

test('RFC 6749 §2.3.1: a confidential client authenticates with its encoded ID and secret', async () => {
  peer.answer({ [TOKEN]: { status: 200, body: { access_token: 't', refresh_expires_in: 0 } } });
  const session = await request({ clientId: 'my client', secret: 'a:b%' });
  assert.deepEqual(
    [session.secret, session.expiresAt, session.refreshExpiresAt],
    ['a:b%', undefined, undefined],
  );
  const basic = String(peer.requests[0]?.headers['authorization']).replace('Basic ', '');
  assert.equal(Buffer.from(basic, 'base64').toString(), 'my+client:a%3Ab%25');
});

test('a server may be written with a slash at its end', async () => {
  assert.equal(belowServer('http://a//', 'admin'), 'http://a/admin');
  peer.answer({ [TOKEN]: { status: 200, body: { access_token: 't' } } });
  assert.equal((await request({ clientId: 'c' }, `${peer.url}/`)).token, 't');
});
