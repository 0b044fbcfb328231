import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const BASE = `${REALM}/organizations`;

type Members = Readonly<Record<string, unknown>>;

await server.call('PUT', REALM, { body: { organizationsEnabled: true } });
const acme = await server.call('POST', BASE, { body: { name: 'Acme' } });
const other = await server.call('POST', BASE, { body: { name: 'Other' } });
const ACME = `${BASE}/${acme.createdId}`;
const ann = await server.userId('ann');
for (const alias of ['github', 'gitlab'])
  await server.call('POST', `${REALM}/identity-provider/instances`, {
    body: { alias, providerId: 'oidc', config: { clientSecret: 'secret' } },
  });

const usernames = async (query = ''): Promise<unknown[]> =>
  (await server.call<Members[]>('GET', `${ACME}/members${query}`)).body.map(({ username }) => username);

test('Keycloak: a user becomes a member by ID, with or without quotes, once', async () => {
  assert.deepEqual(await usernames(), []);
  const made = await server.call('POST', `${ACME}/members`, { body: ann });
  assert.deepEqual([made.status, made.createdId], [201, ann]);
  const again = await server.call('POST', `${ACME}/members`, { body: `"${ann}"` });
  assert.deepEqual(
    [again.status, again.body],
    [409, { errorMessage: 'User is already a member of the organization.' }],
  );
  await server.call('POST', `${ACME}/members`, { body: await server.userId('viewer') });
  const { body } = await server.call<Members>('GET', `${ACME}/members/${ann}`);
  assert.deepEqual([body['username'], body['membershipType']], ['ann', 'UNMANAGED']);
});

test('Keycloak: members are searched, counted and paged', async () => {
  assert.deepEqual(await usernames('?search=ANN@'), ['ann']);
  assert.deepEqual(await usernames('?search=an&exact=true'), []);
  assert.deepEqual(await usernames('?first=1&max=1'), ['viewer']);
  assert.deepEqual(await usernames('?membershipType=MANAGED'), []);
  assert.equal((await server.call('GET', `${ACME}/members/count`)).body, 2);
});

test('Keycloak: a member’s organizations are listed', async () => {
  for (const path of [`${ACME}/members/${ann}/organizations`, `${BASE}/members/${ann}/organizations`]) {
    const { body } = await server.call<Members[]>('GET', path);
    assert.deepEqual(
      body.map(({ name }) => name),
      ['Acme'],
    );
  }
  assert.equal((await server.call('GET', `${BASE}/members/none/organizations`)).status, 404);
});

test('a renamed user stays a member, a removed one does not', async () => {
  await server.call('PUT', `${REALM}/users/${ann}`, { body: { username: 'anne' } });
  assert.deepEqual(await usernames(), ['anne', 'viewer']);
  await server.call('DELETE', `${REALM}/users/${await server.userId('viewer')}`);
  assert.deepEqual(await usernames(), ['anne']);
});

test('bad input: who is no user is 400, who is no member 404', async () => {
  assert.equal((await server.call('POST', `${ACME}/members`, { body: 'none' })).status, 400);
  assert.equal((await server.call('POST', `${ACME}/members`)).status, 400);
  const manager = await server.userId('manager');
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await server.call(method, `${ACME}/members/${manager}`)).status, 404);
});

test('Keycloak: a member is removed and stays a user', async () => {
  assert.equal((await server.call('DELETE', `${ACME}/members/${ann}`)).status, 204);
  assert.deepEqual(await usernames(), []);
  assert.equal((await server.call('GET', `${REALM}/users/${ann}`)).status, 200);
});

test('Keycloak: an identity provider belongs to one organization; its secret is masked', async () => {
  assert.equal((await server.call('POST', `${ACME}/identity-providers`, { body: 'github' })).status, 204);
  const { body } = await server.call<Members[]>('GET', `${ACME}/identity-providers`);
  assert.deepEqual(
    body.map(({ alias, config }) => [alias, config]),
    [['github', { clientSecret: '**********' }]],
  );
  assert.equal((await server.call('GET', `${ACME}/identity-providers/github`)).status, 200);
  const instances = `${REALM}/identity-provider/instances`;
  const { body: github } = await server.call<Members>('GET', `${instances}/github`);
  assert.equal(github['organizationId'], acme.createdId);
  await server.call('PUT', `${instances}/github`, { body: github });
  const { body: others } = await server.call<Members[]>('GET', `${instances}?realmOnly=true`);
  assert.deepEqual(
    others.map(({ alias }) => alias),
    ['gitlab'],
  );
  const taken = await server.call('POST', `${BASE}/${other.createdId}/identity-providers`, {
    body: 'github',
  });
  assert.equal(taken.status, 409);
});

test('a renamed identity provider stays with its organization, a removed one does not', async () => {
  await server.call('PUT', `${REALM}/identity-provider/instances/github`, { body: { alias: 'hub' } });
  assert.equal((await server.call('GET', `${ACME}/identity-providers/hub`)).status, 200);
  await server.call('DELETE', `${REALM}/identity-provider/instances/hub`);
  const stored = server.store.realms.find('shop')?.['organizations'] as Members[];
  assert.deepEqual(stored[0]?.['identityProviders'], []);
});

test('bad input: unknown identity providers are 400 or 404; an unlinked one stays in the realm', async () => {
  assert.equal((await server.call('POST', `${ACME}/identity-providers`, { body: 'none' })).status, 400);
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await server.call(method, `${ACME}/identity-providers/gitlab`)).status, 404);
  await server.call('POST', `${ACME}/identity-providers`, { body: '"gitlab"' });
  assert.equal((await server.call('DELETE', `${ACME}/identity-providers/gitlab`)).status, 204);
  assert.deepEqual((await server.call('GET', `${ACME}/identity-providers`)).body, []);
  assert.equal((await server.call('GET', `${REALM}/identity-provider/instances/gitlab`)).status, 200);
});
