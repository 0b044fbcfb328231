import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  checkSuccess,
  completeHeaders,
  createAdminClient,
  isSuccess,
  NO_HEADERS,
  parseAnswer,
  refusal,
} from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient } from './http-client.ts';
import { writeCompact } from './json.ts';
import { startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const http = createHttpClient(() => ({ insecure: false }));
const client = createAdminClient(http, { http, server: peer.url, realm: 'r', token: 't' }, 'kcadm.sh');

test('a look-up tells a missing resource from a refusal, and refuses what is no JSON', async () => {
  peer.answer({
    'GET /no': { status: 403, body: { error: 'HTTP 403 Forbidden' } },
    'GET /text': { status: 200, body: 'x' },
  });
  assert.equal(await client.find(`${peer.url}/missing`), undefined);
  await assert.rejects(client.find(`${peer.url}/no`), /^CommandError: null \[HTTP 403 Forbidden\]$/);
  await assert.rejects(client.find(`${peer.url}/text`), /^CommandError: Error processing results/);
});

test('a look-up and a change carry the token', async () => {
  peer.answer({ 'GET /a': { status: 200, body: [1] }, 'DELETE /a': { status: 204 } });
  assert.equal(writeCompact((await client.find(`${peer.url}/a`)) ?? null), '[1]');
  const response = await client.send({ method: 'DELETE', url: `${peer.url}/a` }, '[]');
  assert.equal(isSuccess(response), true);
  assert.deepEqual(
    peer.requests.map(({ headers }) => [headers['authorization'], headers['content-type']]),
    [
      ['Bearer t', undefined],
      ['Bearer t', 'application/json'],
    ],
  );
});

test('Keycloak: the message of a refusal comes from the body, whatever else it contains', async () => {
  for (const [body, message] of [
    [{ errorMessage: 'a', error: 'b' }, 'a'],
    [{ error: 'b', error_description: 'c' }, 'c [b]'],
    [{ error: 7 }, 'HTTP error - 400 Bad Request'],
    [['x'], 'HTTP error - 400 Bad Request'],
    ['{', 'HTTP error - 400 Bad Request'],
  ] as const) {
    peer.answer({ 'GET /x': { status: 400, body } });
    const response = await http.send({ method: 'GET', url: `${peer.url}/x`, headers: {} });
    assert.equal(refusal(response, 'kcadm.sh').message, message);
    assert.throws(() => checkSuccess(response, 'url', 'kcadm.sh'), CommandError);
    if (body === '{') assert.throws(() => parseAnswer(response), CommandError);
  }
});

test('given headers replace the usual ones', () => {
  assert.deepEqual(completeHeaders(NO_HEADERS, { token: undefined, hasBody: false }), {
    Accept: 'application/json',
  });
  const given = new Map([['accept', ['accept', 'text/plain'] as const]]);
  assert.deepEqual(completeHeaders(given, { token: 't', hasBody: true }), {
    accept: 'text/plain',
    Authorization: 'Bearer t',
    'Content-Type': 'application/json',
  });
});
