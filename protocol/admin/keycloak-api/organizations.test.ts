import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const BASE = `${REALM}/organizations`;

type Members = Readonly<Record<string, unknown>>;

const names = async (query: string): Promise<unknown[]> =>
  (await server.call<Members[]>('GET', `${BASE}${query}`)).body.map(({ name }) => name);

test('Keycloak: every request is 404 while organizations are switched off', async () => {
  const error = { errorMessage: 'Organizations not enabled for this realm.' };
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/count'],
    ['GET', '/1'],
    ['PUT', '/1'],
    ['DELETE', '/1'],
    ['GET', '/1/members'],
    ['POST', '/1/members'],
    ['GET', `/members/${await server.userId('ann')}/organizations`],
    ['GET', '/1/identity-providers'],
    ['GET', '/1/invitations'],
    ['DELETE', '/1/invitations/2'],
  ] as const) {
    const { status, body } = await server.call(method, BASE + path, method === 'PUT' ? { body: {} } : {});
    assert.deepEqual([status, body], [404, error], `${method} ${path}`);
  }
  await server.call('PUT', REALM, { body: { organizationsEnabled: true } });
  assert.deepEqual((await server.call('GET', BASE)).body, []);
});

test('Keycloak: an organization is created with its domains, changed and removed', async () => {
  const made = await server.call('POST', BASE, {
    body: { name: 'Acme', domains: [{ name: 'acme.test' }], attributes: { tier: ['gold'] } },
  });
  assert.equal(made.status, 201);
  const place = `${BASE}/${made.createdId}`;
  const organization = {
    id: made.createdId,
    name: 'Acme',
    alias: 'Acme',
    enabled: true,
    domains: [{ name: 'acme.test', verified: false }],
    attributes: { tier: ['gold'] },
  };
  assert.deepEqual((await server.call('GET', place)).body, organization);
  const { attributes: _attributes, ...brief } = organization;
  assert.deepEqual((await server.call('GET', BASE)).body, [brief]);
  const change = { ...organization, name: 'Acme Inc.', redirectUrl: 'https://acme.test', members: [1] };
  assert.equal((await server.call('PUT', place, { body: change })).status, 204);
  const { members: _members, ...changed } = change;
  assert.deepEqual((await server.call('GET', place)).body, changed);
  assert.equal((await server.call('DELETE', place)).status, 204);
  assert.equal((await server.call('GET', place)).status, 404);
});

test('Keycloak: organizations are found by name, domain and attributes, in pages of ten', async () => {
  for (let number = 10; number < 22; number += 1)
    await server.call('POST', BASE, {
      body: {
        name: `shop ${number}`,
        domains: [{ name: `n${number}.test` }],
        attributes: { even: [String(number % 2 === 0)] },
      },
    });
  assert.equal((await names('')).length, 10);
  assert.deepEqual(await names('?first=10'), ['shop 20', 'shop 21']);
  assert.deepEqual(await names('?search=N12'), ['shop 12']);
  assert.deepEqual(await names('?search=shop&exact=true'), []);
  assert.deepEqual(await names('?q=even:true&max=2'), ['shop 10', 'shop 12']);
  assert.deepEqual((await server.call('GET', `${BASE}/count?q=even:true`)).body, 6);
});

test('bad input: names, aliases and domains of others are 409, other faults 400, and an alias stays', async () => {
  const [first] = (await server.call<Members[]>('GET', `${BASE}?max=1`)).body;
  for (const [body, status] of [
    [{ name: 'shop 10' }, 409],
    [{ name: 'new', alias: 'shop 10' }, 409],
    [{ name: 'new', domains: [{ name: 'N10.test' }] }, 409],
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: 'new', domains: [{}] }, 400],
    [{ name: 'new', enabled: 'perhaps' }, 400],
    [[], 400],
  ] as const)
    assert.equal((await server.call('POST', BASE, { body })).status, status, JSON.stringify(body));
  const place = `${BASE}/${first?.['id']}`;
  assert.equal((await server.call('PUT', place, { body: { alias: 'other' } })).status, 400);
  assert.equal((await server.call('PUT', place, { body: { name: 'shop 11' } })).status, 409);
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal(
      (await server.call(method, `${BASE}/none`, method === 'PUT' ? { body: {} } : {})).status,
      404,
    );
});

test('organizations of a realm file without identifiers have them, always the same', async () => {
  await server.store.realms.update('shop', (realm) => ({ ...realm, organizations: [{ name: 'old' }, 7] }));
  const [old] = (await server.call<Members[]>('GET', BASE)).body;
  const place = `${BASE}/${old?.['id']}`;
  assert.equal((await server.call('PUT', place, { body: { description: 'x' } })).status, 204);
  assert.deepEqual((await server.call<Members>('GET', place)).body['description'], 'x');
});

test('there are no invitations, because they are sent by e-mail', async () => {
  const [old] = (await server.call<Members[]>('GET', BASE)).body;
  const invitations = `${BASE}/${old?.['id']}/invitations`;
  assert.deepEqual((await server.call('GET', invitations)).body, []);
  for (const [method, path] of [
    ['GET', '/1'],
    ['DELETE', '/1'],
    ['POST', '/1/resend'],
  ] as const)
    assert.equal((await server.call(method, invitations + path)).status, 404);
});
