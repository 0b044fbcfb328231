import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { HoldWire } from '#protocol/contract/holds.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const HOLDS = '/emulator/v1/realms/shop/holds';
const match = { endpoint: 'token' };

const requestToken = () =>
  fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'till',
      client_secret: 'till-secret',
    }),
  });

async function arm(body: object = { match }): Promise<string> {
  const { status, createdId } = await server.call('POST', HOLDS, { body });
  assert.equal(status, 201);
  return `${HOLDS}/${createdId}`;
}

for (const [body, expected] of [
  [undefined, /must be a JSON object/],
  [{}, /match/],
  [{ match: {} }, /endpoint/],
  [{ match: { endpoint: 'tokens' } }, /match.endpoint must be one of authorization, token/],
  [{ match: { ...match, clientId: 'x' } }, /match.clientId/],
  [{ match: { endpoint: 'keys', client: 'x' } }, /match.client is not possible for endpoint keys/],
  [{ match: { endpoint: 'userinfo', grant: 'password' } }, /match.grant/],
  [{ match, limitMs: 0 }, /limitMs/],
  [{ match, limitMs: 120_001 }, /limitMs/],
  [{ match, limit: 5 }, /limit.. is not a member of this body; it has match, limitMs/],
] as const) {
  test(`emulator-api: hold ${JSON.stringify(body)} is rejected with the member's name`, async () => {
    const refused = await server.call('POST', HOLDS, body === undefined ? {} : { body });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('emulator-api: edits are checked, with the name of the member', async () => {
  const path = await arm();
  const answer = requestToken();
  await server.call('GET', `${path}?wait=30000`);
  for (const [body, status, expected] of [
    [{}, 400, /changes nothing; set one of status, headers, json/],
    [{ status: 99 }, 400, /status/],
    [{ headers: { 'Content-Length': '1' } }, 400, /headers.Content-Length is set by the server/],
    [{ headers: { 'a b': '1' } }, 400, /not the name of a header/],
    [{ headers: { a: 'b\r\nc: d' } }, 400, /headers.a must be printable/],
    [{ json: [] }, 400, /json must be a JSON object/],
    [{ claims: { refresh_token: {} } }, 400, /claims.refresh_token.. is not a member/],
    [{ claims: { access_token: 'x' } }, 400, /claims.access_token must be a JSON object/],
    [{ parameters: { state: [] } }, 400, /parameters.state/],
    [{ assertion: { name: 'x' } }, 400, /assertion.name/],
    [{ assertion: { notBefore: 'tomorrow' } }, 400, /assertion.notBefore must be an instant/],
    [{ assertion: { attributes: { a: 'b' } } }, 400, /assertion.attributes.a must be a JSON array/],
    [{ clams: {} }, 400, /clams/],
    [{ claims: { id_token: { a: 1 } } }, 409, /no signed token .*"id_token/],
    [{ parameters: { state: 'x' } }, 409, /neither a redirect nor a form/],
    [{ assertion: { nameId: 'x' } }, 409, /no assertion/],
  ] as const) {
    const refused = await server.call('PATCH', path, { body });
    assert.equal(refused.status, status, JSON.stringify(body));
    assert.match(JSON.stringify(refused.body), expected);
  }
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.equal((await answer).status, 200);
});

test('emulator-api: holds are for administrators of the server only', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', HOLDS, { token })).status, 403);
  assert.equal((await server.call('POST', HOLDS, { token, body: { match } })).status, 403);
  assert.equal((await server.call('GET', HOLDS, { token: null })).status, 401);
  assert.deepEqual((await server.call('GET', HOLDS)).body, []);
});

for (const [method, path] of [
  ['POST', '/emulator/v1/realms/none/holds'],
  ['GET', `${HOLDS}/hold-0`],
  ['PATCH', `${HOLDS}/hold-0`],
  ['POST', `${HOLDS}/hold-0/release`],
  ['DELETE', `${HOLDS}/hold-0`],
] as const) {
  test(`emulator-api: ${method} ${path} is a 404`, async () => {
    const options =
      method === 'PATCH' ? { body: { status: 500 } } : method === 'POST' ? { body: { match } } : {};
    const sent = path.endsWith('release') ? {} : options;
    assert.equal((await server.call(method, path, sent)).status, 404);
  });
}

test('emulator-api: an exchange is waited for, seen, edited and released', async () => {
  const path = await arm({ match: { ...match, client: 'till' }, limitMs: 20_000 });
  assert.equal((await server.call<HoldWire>('GET', `${path}?wait=1`)).body.state, 'armed');
  assert.equal((await server.call('PATCH', path, { body: { status: 500 } })).status, 409);
  const waiting = server.call<HoldWire>('GET', `${path}?wait=30000`);
  const answer = requestToken();
  const { body: held } = await waiting;
  assert.deepEqual([held.state, held.limitMs, held.exchange?.clientId], ['held', 20_000, 'till']);
  const list = await server.call<readonly HoldWire[]>('GET', HOLDS);
  assert.deepEqual(
    list.body.map(({ state }) => state),
    ['held'],
  );
  const body = {
    status: 201,
    headers: { 'X-Edited': 'yes' },
    claims: { access_token: { role: 'boss', azp: null } },
  };
  assert.equal((await server.call('PATCH', path, { body })).status, 200);
  const released = await server.call<HoldWire>('POST', `${path}/release`);
  assert.deepEqual([released.body.state, released.body.exchange], ['released', undefined]);
  const response = await answer;
  assert.deepEqual([response.status, response.headers.get('x-edited')], [201, 'yes']);
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  const { role, azp } = decodeJws(token)?.claims ?? {};
  assert.deepEqual([role, azp], ['boss', undefined]);
  assert.equal((await server.call('POST', `${path}/release`)).status, 409);
});

test('emulator-api: a reset of the realm ends its holds, and the exchange goes on', async () => {
  const { body: clone } = await server.call<{ readonly realm: string }>(
    'POST',
    '/emulator/v1/realms/shop/clones',
    { body: {} },
  );
  const base = `/emulator/v1/realms/${clone.realm}`;
  const { createdId } = await server.call('POST', `${base}/holds`, { body: { match: { endpoint: 'keys' } } });
  const answer = fetch(`${server.baseUrl}/realms/${clone.realm}/protocol/openid-connect/certs`);
  await server.call('GET', `${base}/holds/${createdId}?wait=30000`);
  await server.call('POST', `${base}/reset`);
  assert.equal((await answer).status, 200);
  assert.deepEqual((await server.call('GET', `${base}/holds`)).body, []);
});

test('emulator-api: the number of holds of a realm is limited', async () => {
  const { body: clone } = await server.call<{ readonly realm: string }>(
    'POST',
    '/emulator/v1/realms/shop/clones',
    { body: {} },
  );
  const path = `/emulator/v1/realms/${clone.realm}/holds`;
  for (let index = 0; index < 100; index += 1) await server.call('POST', path, { body: { match } });
  const refused = await server.call('POST', path, { body: { match } });
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /has 100 holds that are not over/);
});
