import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { CloneWire } from '#protocol/contract/clones.ts';
import type { PersonaRequestWire, PersonaWire } from '#protocol/contract/personas.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
await server.store.realms.update('shop', (realm) => ({
  ...realm,
  clients: (realm.clients ?? []).map((client) => ({ ...client, directAccessGrantsEnabled: true })),
}));
const V1 = '/emulator/v1';

const send = <Body = PersonaWire>(username: string, body: unknown, realm = 'shop') =>
  server.call<Body>('PUT', `${V1}/realms/${realm}/personas/${username}`, { body });

async function put(username: string, body: PersonaRequestWire = {}, realm = 'shop'): Promise<PersonaWire> {
  const answer = await send(username, body, realm);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

type Claims = Record<string, unknown>;

function claimsOf(token: string | undefined): Claims {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

async function signIn(username: string, password: string, realm = 'shop') {
  const base = `${server.baseUrl}/realms/${realm}/protocol/openid-connect`;
  const client = { client_id: 'till', client_secret: 'till-secret' };
  const response = await fetch(`${base}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, grant_type: 'password', username, password, scope: 'openid' }),
  });
  const tokens = (await response.json()) as Record<string, string>;
  assert.equal(response.status, 200, JSON.stringify(tokens));
  const authorization = `Bearer ${tokens['access_token']}`;
  const userinfo = (await (await fetch(`${base}/userinfo`, { headers: { authorization } })).json()) as Claims;
  const introspected = (await (
    await fetch(`${base}/token/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, token: tokens['access_token'] ?? '' }),
    })
  ).json()) as Claims;
  return {
    access: claimsOf(tokens['access_token']),
    id: claimsOf(tokens['id_token']),
    userinfo,
    introspected,
  };
}

test("a persona's claims are in every token and in userinfo, and its roles in the access token", async () => {
  const claims = { tier: 'gold', 'https://shop.test/limits': { daily: 5 } };
  const { id } = await put('pat', {
    password: 'pat-password',
    roles: ['buyer'],
    clientRoles: { till: ['refund'] },
    claims,
  });
  const signed = await signIn('pat', 'pat-password');
  for (const found of Object.values(signed)) {
    assert.equal(found['sub'], id);
    assert.equal(found['tier'], 'gold');
    assert.deepEqual(found['https://shop.test/limits'], { daily: 5 });
  }
  const { realm_access, resource_access } = signed.access as {
    realm_access: { roles: string[] };
    resource_access: Record<string, { roles: string[] }>;
  };
  assert.ok(realm_access.roles.includes('buyer'));
  assert.deepEqual(resource_access['till']?.roles, ['refund']);
});

test('claims can be changed and removed, and other users do not have them', async () => {
  await put('quin', { password: 'quin-password', claims: { tier: 'gold' } });
  await put('quin', { claims: { level: 2 } });
  const { access } = await signIn('quin', 'quin-password');
  assert.deepEqual([access['tier'], access['level']], [undefined, 2]);
  await put('quin', { claims: {} });
  assert.equal((await signIn('quin', 'quin-password')).id['level'], undefined);
  assert.equal((await signIn('ann', 'ann-password')).id['level'], undefined);
});

test('a persona has the same id in every clone of a realm, also in clones of clones, and a user of the template keeps its own', async () => {
  const clone = async (of: string) =>
    (await server.call<CloneWire>('POST', `${V1}/realms/${of}/clones`)).body.realm;
  const first = await clone('shop');
  const second = await clone(first);
  const ids = new Set<string>();
  for (const realm of ['shop', first, second]) ids.add((await put('rose', {}, realm)).id);
  assert.equal(ids.size, 1);
  assert.equal((await put('ann', { roles: ['buyer'] }, second)).id, await server.userId('ann'));
  assert.ok((await signIn('ann', 'ann-password', second)).access);
});

for (const [what, body, expected] of [
  ['a list', [], /JSON object/],
  ['a misspelt member', { realmRoles: [] }, /\\"realmRoles\\" is not a member/],
  ['roles as a text', { roles: 'buyer' }, /roles/],
  ['claims as a list', { claims: ['x'] }, /claims/],
  ['attributes with objects', { attributes: { a: {} } }, /attributes/],
  ['enabled as a text', { enabled: 'perhaps' }, /enabled/],
  ['a claim of the server', { claims: { exp: 1 } }, /\\"exp\\", which only the server sets/],
] as const)
  test(`a persona is refused for ${what}`, async () => {
    const { status, body: refusal } = await send<AdminErrorWire>('nobody', body);
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    await assert.rejects(server.userId('nobody'));
  });

test('personas need a realm and an administrator of the server', async () => {
  assert.equal((await send('x', {}, 'none')).status, 404);
  const path = `${V1}/realms/shop/personas/x`;
  assert.equal((await server.call('PUT', path, { body: {}, token: null })).status, 401);
  const manager = await server.tokenOf('shop', 'manager', 'admin-cli');
  assert.equal((await server.call('PUT', path, { body: {}, token: manager })).status, 403);
});

test("claims are neither set nor changed by administrators of the realm, who may change the user's other attributes", async () => {
  await put('sue', { claims: { tier: 'gold' } });
  const manager = await server.tokenOf('shop', 'manager', 'admin-cli');
  const users = '/admin/realms/shop/users';
  const path = `${users}/${await server.userId('sue')}`;
  const claims = ['{"tier":"gold"}'];
  const change = (attributes: object) => server.call('PUT', path, { token: manager, body: { attributes } });
  assert.equal((await change({ 'understudy.claims': ['{"tier":"platinum"}'] })).status, 403);
  assert.equal((await change({ team: ['red'] })).status, 403);
  assert.equal((await change({ team: ['red'], 'understudy.claims': claims })).status, 204);
  const made = { username: 'tom', attributes: { 'understudy.claims': claims } };
  assert.equal((await server.call('POST', users, { token: manager, body: made })).status, 403);
  assert.equal((await server.call('POST', users, { body: made })).status, 201);
});
