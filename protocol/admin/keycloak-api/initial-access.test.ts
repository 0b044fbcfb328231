import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/admin/realms/shop/clients-initial-access';

interface InitialAccessWire {
  readonly id: string;
  readonly token?: string;
  readonly timestamp: number;
  readonly expiration: number;
  readonly count: number;
  readonly remainingCount: number;
}

test('realm-admin: a new initial access token is shown once, listed without its text, and deleted', async () => {
  const body = { expiration: 60, count: 3 };
  const { status, body: made, createdId } = await server.call<InitialAccessWire>('POST', PATH, { body });
  assert.equal(status, 200);
  const { id, token = '', ...rest } = made;
  const timestamp = Math.floor(server.clock.now() / 1000);
  assert.deepEqual(rest, { timestamp, expiration: 60, count: 3, remainingCount: 3 });
  assert.equal(createdId, id);
  const claims = decodeJws(token)?.claims ?? {};
  assert.deepEqual([claims['jti'], claims['typ'], claims['exp']], [id, 'InitialAccessToken', timestamp + 60]);
  assert.deepEqual((await server.call('GET', PATH)).body, [{ id, ...rest }]);
  assert.equal((await server.call('DELETE', `${PATH}/${id}`)).status, 204);
  assert.deepEqual((await server.call('GET', PATH)).body, []);
  assert.equal((await server.call('DELETE', `${PATH}/${id}`)).status, 404);
});

for (const body of [{ count: 0 }, { count: 1.5 }, { count: 'x' }, { expiration: -1 }, { expiration: 1e12 }]) {
  test(`realm-admin: ${JSON.stringify(body)} is rejected with 400 and creates nothing`, async () => {
    assert.equal((await server.call('POST', PATH, { body })).status, 400);
    assert.deepEqual((await server.call('GET', PATH)).body, []);
  });
}

test('realm-admin: a viewer cannot create one', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  assert.equal((await server.call('GET', PATH, { token })).status, 200);
  assert.equal((await server.call('POST', PATH, { token, body: {} })).status, 403);
});

test('realm-admin: a client’s registration access token is renewed', async () => {
  const path = `/admin/realms/shop/clients/${server.clientUuid('till')}/registration-access-token`;
  const { status, body } = await server.call<Record<string, unknown>>('POST', path);
  assert.equal(status, 200);
  assert.equal(body['clientId'], 'till');
  const claims = decodeJws(String(body['registrationAccessToken']))?.claims;
  assert.equal(claims?.['typ'], 'RegistrationAccessToken');
  assert.equal((await server.call('POST', path.replace(/clients\/[^/]+/, 'clients/none'))).status, 404);
});
