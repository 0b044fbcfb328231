import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivityPage } from '#protocol/contract/activity.ts';
import type { CloneWire } from '#protocol/contract/clones.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { collect } from '#protocol/store/collect.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
await server.store.realms.update('shop', (realm) => ({
  ...realm,
  clients: (realm.clients ?? []).map((client) => ({ ...client, directAccessGrantsEnabled: true })),
}));
const V1 = '/emulator/v1';
const CLONES = `${V1}/realms/shop/clones`;

async function clone(body?: object, template = 'shop'): Promise<CloneWire> {
  const made = await server.call<CloneWire>('POST', `${V1}/realms/${template}/clones`, body && { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

const remove = async (name: string) => (await server.call('DELETE', `${V1}/realms/${name}`)).status;

/** A token request at the clone itself. */
async function tokenOf(issuer: string, parameters: Record<string, string>) {
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const ANN = { grant_type: 'password', client_id: 'till', client_secret: 'till-secret', username: 'ann' };

for (const [what, body, status, expected] of [
  ['a list', [], 400, /JSON object/],
  ['a misspelt member', { ttl: 5 }, 400, /\\"ttl\\" is not a member.*name, ttlSeconds, persist/],
  ['a list as name', { name: ['x'] }, 400, /name/],
  ['a text as ttlSeconds', { ttlSeconds: 'long' }, 400, /ttlSeconds/],
  ['a lease out of range', { ttlSeconds: 0 }, 400, /ttlSeconds must be a whole number from 1 to 86400/],
  ['a name with a slash', { name: 'a/b' }, 400, /part of every URL.*remedy/],
  ['a taken name', { name: 'shop' }, 409, /already.*remedy.*Leave out name/],
] as const)
  test(`a clone is refused for ${what}`, async () => {
    const before = server.store.realms.list().length;
    const refusal = await server.call('POST', CLONES, { body });
    assert.equal(refusal.status, status);
    assert.match(JSON.stringify(refusal.body), expected);
    assert.equal(server.store.realms.list().length, before);
  });

test('clones need a template, an administrator of the server, and a realm of their own', async () => {
  assert.equal((await server.call('POST', `${V1}/realms/none/clones`)).status, 404);
  assert.equal((await server.call('POST', `${V1}/realms/master/clones`)).status, 409);
  assert.equal((await server.call('POST', CLONES, { token: null })).status, 401);
  const manager = await server.tokenOf('shop', 'manager', 'admin-cli');
  assert.equal((await server.call('POST', CLONES, { token: manager })).status, 403);
  assert.equal((await server.call('DELETE', `${V1}/realms/shop`, { token: manager })).status, 403);
  assert.equal(await remove('shop'), 409);
  assert.equal(await remove('none'), 404);
});

test('a clone has its own issuer, and its users sign in with the passwords of the template', async () => {
  const { realm, issuer, discovery, template, expiresAt, id } = await clone({ ttlSeconds: 60 });
  assert.equal(template, 'shop');
  assert.equal(issuer, `${server.baseUrl}/realms/${realm}`);
  assert.equal(expiresAt, new Date(server.clock.now() + 60_000).toISOString());
  const document = (await (await fetch(discovery)).json()) as Record<string, unknown>;
  assert.equal(document['issuer'], issuer);
  const { status, body } = await tokenOf(issuer, { ...ANN, password: 'ann-password', scope: 'openid' });
  assert.equal(status, 200, JSON.stringify(body));
  const claims = JSON.parse(Buffer.from(body['access_token']?.split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual([claims.iss, claims.sub], [issuer, await server.userId('ann')]);
  const userinfo = (base: string) =>
    fetch(`${base}/protocol/openid-connect/userinfo`, {
      headers: { authorization: `Bearer ${body['access_token']}` },
    });
  assert.equal((await userinfo(issuer)).status, 200);
  assert.equal((await userinfo(`${server.baseUrl}/realms/shop`)).status, 401);
  assert.equal((await tokenOf(issuer, { ...ANN, password: 'wrong' })).body['error'], 'invalid_grant');
  assert.equal(await remove(realm), 204);
  assert.equal((await userinfo(issuer)).status, 404);
  assert.deepEqual(await collect(server.store.sessions.list(id)), []);
});

test('the admin API and the export of a clone work, and change nothing in the template', async () => {
  const { realm } = await clone();
  const users = `/admin/realms/${realm}/users`;
  assert.equal((await server.call('POST', users, { body: { username: 'carol' } })).status, 201);
  const found = await server.call<unknown[]>('GET', `${users}?username=carol`);
  assert.equal(found.body.length, 1);
  assert.equal(
    (await server.call<unknown[]>('GET', '/admin/realms/shop/users?username=carol')).body.length,
    0,
  );
  const exported = await server.call<RealmRepresentation>('GET', `${V1}/realms/${realm}/export`);
  assert.equal(exported.body.realm, realm);
  assert.ok(exported.body.users?.some(({ username }) => username === 'carol'));
  assert.equal((await server.call('DELETE', `/admin/realms/${realm}`)).status, 204);
  assert.equal((await server.call('GET', `/admin/realms/${realm}`)).status, 404);
  assert.equal(await remove(realm), 404);
});

test("a clone's service provider metadata names its own entity", async () => {
  const { issuer } = await clone();
  const text = await (await fetch(`${issuer}/protocol/saml/descriptor`)).text();
  assert.ok(text.includes(`entityID="${issuer}"`));
  assert.ok(!text.includes('/realms/shop/'));
});

test("the template's device key does not answer the prompts of a clone", async () => {
  const { realm, deviceKey } = await clone();
  assert.notEqual(deviceKey, await server.device.control.answerKeyOf('shop'));
  assert.equal(server.device.control.isAnswerKey(realm, deviceKey), true);
  assert.equal(server.device.control.isAnswerKey('shop', deviceKey), false);
});

test('each request to a clone renews its lease; after the lease every request finds no realm', async () => {
  const { realm, issuer, discovery } = await clone({ ttlSeconds: 60 });
  const start = server.clock.offsetMs;
  const statuses: number[] = [];
  for (const [seconds, url] of [
    [59, discovery],
    [118, `${server.baseUrl}/admin/realms/${realm}`],
    [177, `${issuer}/protocol/openid-connect/certs`],
    [236, `${issuer}/nothing`],
    [237, discovery],
  ] as const) {
    server.clock.setOffsetMs(start + seconds * 1000);
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${server.token}` } });
    statuses.push(status);
  }
  server.clock.setOffsetMs(start);
  assert.deepEqual(statuses.slice(0, 3), [200, 401, 200]);
  assert.equal(statuses[4], 404);
});

test('a persistent clone has no lease, and its client in master goes with it', async () => {
  const made = await clone({ persist: true, name: 'kept' });
  assert.equal(made.expiresAt, undefined);
  const managed = () =>
    server.store.realms.find('master')?.clients?.some(({ clientId }) => clientId === 'kept-realm');
  assert.equal(managed(), true);
  assert.equal(await remove('kept'), 204);
  assert.equal(managed(), false);
});

test('a clone of a clone is one, and outlives it', async () => {
  const first = await clone({ name: 'first' });
  await server.call('POST', '/admin/realms/first/users', { body: { username: 'dora' } });
  const second = await clone({ name: 'second' }, 'first');
  assert.equal(await remove(first.realm), 204);
  const { body } = await server.call<unknown[]>('GET', `/admin/realms/${second.realm}/users?username=dora`);
  assert.equal(body.length, 1);
});

test('test kit "X-Understudy-Test": what happens in a clone belongs to the test that made it, and after a reset to the one that reset it', async () => {
  const headers = { 'x-understudy-test': 'paying%20by%20phone' };
  const { body } = await server.call<CloneWire>('POST', CLONES, { headers });
  const testsOf = async () => {
    await tokenOf(body.issuer, ANN);
    const { body: page } = await server.call<ActivityPage>('GET', `${V1}/activity?realm=${body.realm}`);
    return page.records.map(({ test: name }) => name);
  };
  assert.deepEqual(await testsOf(), ['paying by phone']);
  await server.call('POST', `${V1}/realms/${body.realm}/reset`, {
    headers: { 'x-understudy-test': 'second' },
  });
  assert.deepEqual(await testsOf(), ['second']);
  await server.call('POST', `${V1}/realms/${body.realm}/reset`);
  assert.deepEqual(await testsOf(), [undefined]);
});
