import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FaultWire } from '#protocol/contract/faults.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const FAULTS = '/emulator/v1/realms/shop/faults';
const match = { endpoint: 'token' };

const REFUSED: readonly (readonly [unknown, RegExp])[] = [
  [undefined, /must be a JSON object/],
  [[], /must be a JSON object/],
  [{ do: { drop: true } }, /match/],
  [{ match }, /do/],
  [{ match: {}, do: { drop: true } }, /endpoint/],
  [
    { match: { endpoint: 'tokens' }, do: { drop: true } },
    /match.endpoint must be one of authorization, token/,
  ],
  [
    { match: { ...match, clientId: 'x' }, do: { drop: true } },
    /match.clientId.{1,2} is not a member of this body; match has endpoint/,
  ],
  [{ match, do: { dorp: true } }, /do.dorp.{1,2} is not a member/],
  [
    { match, do: { drop: true }, time: 2 },
    /time.{1,2} is not a member of this body; it has match, do, times/,
  ],
  [{ match, do: { drop: true }, times: 0 }, /times/],
  [{ match, do: { drop: true }, times: 1001 }, /times/],
  [{ match: { ...match, nth: 0 }, do: { drop: true } }, /nth/],
  [{ match, do: { status: 600 } }, /do.status/],
  [{ match, do: { status: 100 } }, /do.status/],
  [{ match, do: { delayMs: 60_001 } }, /do.delayMs/],
  [{ match, do: { drop: 'maybe' } }, /do.drop/],
  [{ match, do: { drop: false } }, /do has no effect/],
  [{ match, do: { oauthError: { error: 'nonsense' } } }, /do.oauthError.error must be one of/],
  [{ match, do: { oauthError: {} } }, /error/],
  [{ match, do: { oauthError: { error: 'slow_down', status: 200 } } }, /do.oauthError.status/],
  [{ match, do: { status: 200, headers: { a: 1, b: ['x'] } } }, /do.headers/],
  [{ match, do: { status: 200, body: 'x'.repeat(70_000) } }, /do.body must be at most/],
  [{ match, do: { drop: true, cut: true } }, /choose one/],
];

for (const [body, expected] of REFUSED) {
  test(`emulator-api: fault ${JSON.stringify(body)?.slice(0, 80)} is rejected with the member's name`, async () => {
    const refused = await server.call('POST', FAULTS, body === undefined ? {} : { body });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

for (const [method, path] of [
  ['POST', '/emulator/v1/realms/none/faults'],
  ['GET', '/emulator/v1/realms/none/faults'],
  ['DELETE', '/emulator/v1/realms/none/faults'],
  ['GET', `${FAULTS}/fault-0`],
  ['DELETE', `${FAULTS}/fault-0`],
] as const) {
  test(`emulator-api: ${method} ${path} is a 404`, async () => {
    const body = method === 'POST' ? { body: { match, do: { drop: true } } } : {};
    assert.equal((await server.call(method, path, body)).status, 404);
  });
}

test('emulator-api: faults are for administrators of the server only', async () => {
  const token = await server.tokenOf('shop', 'manager');
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = { match, do: { drop: true } };
    const options = method === 'POST' ? { body } : {};
    assert.equal((await server.call(method, FAULTS, { ...options, token })).status, 403);
    assert.equal((await server.call(method, FAULTS, { ...options, token: null })).status, 401);
  }
  assert.deepEqual((await server.call('GET', FAULTS)).body, []);
});

test('emulator-api: a fault is armed, counted, listed and disarmed', async () => {
  const { status, body, createdId } = await server.call<FaultWire>('POST', FAULTS, {
    body: {
      match: { ...match, grant: 'client_credentials' },
      do: { status: 503, headers: { 'Retry-After': '2' } },
    },
  });
  assert.deepEqual([status, createdId, body.armed, body.times], [201, body.id, true, 1]);
  const answer = await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'till',
      client_secret: 'till-secret',
    }),
  });
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
  const one = await server.call<FaultWire>('GET', `${FAULTS}/${body.id}`);
  assert.deepEqual([one.body.hits, one.body.armed, one.body.exchanges.length], [1, false, 1]);
  assert.equal((await server.call('DELETE', `${FAULTS}/${body.id}`)).status, 204);
  assert.deepEqual((await server.call('GET', FAULTS)).body, []);
});

test('emulator-api: DELETE without an id disarms all faults of the realm, and of no other', async () => {
  await server.call('POST', FAULTS, { body: { match, do: { drop: true } } });
  await server.call('POST', '/emulator/v1/realms/master/faults', {
    body: { match: { endpoint: 'device' }, do: { drop: true } },
  });
  assert.equal((await server.call('DELETE', FAULTS)).status, 204);
  assert.deepEqual((await server.call('GET', FAULTS)).body, []);
  const other = await server.call<readonly FaultWire[]>('GET', '/emulator/v1/realms/master/faults');
  assert.equal(other.body.length, 1);
});

test('emulator-api: the number of armed faults of a realm is limited', async () => {
  const body = { match: { endpoint: 'par' }, do: { drop: true } };
  for (let index = 0; index < 100; index += 1) await server.call('POST', FAULTS, { body });
  const refused = await server.call('POST', FAULTS, { body });
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /Realm shop has 100 armed faults/);
  await server.call('DELETE', FAULTS);
});
