import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { GroupRepresentation } from '#protocol/contract/realm-representation.ts';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const GROUPS = '/admin/realms/shop/groups';
const top = async () => (await server.call<GroupRepresentation[]>('GET', GROUPS)).body;
const idOf = async (name: string) => (await top()).find((group) => group.name === name)?.id ?? '';
const groupsOfAnn = async () =>
  (await server.call<Named[]>('GET', `/admin/realms/shop/users/${await server.userId('ann')}/groups`)).body;

for (const [body, status, expected] of [
  [{}, 400, { error: 'Group name is missing' }],
  [{ name: 'staff' }, 409, { errorMessage: "Top level group named 'staff' already exists." }],
  [{ name: 'x', id: 'none' }, 404, { error: 'Could not find group by id' }],
] as const) {
  test(`realm-admin C7: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await server.call('POST', GROUPS, { body });
    assert.deepEqual([refused.status, refused.body], [status, expected]);
  });
}

test('realm-admin C7: unknown groups and paths are 404', async () => {
  assert.deepEqual((await server.call('GET', `${GROUPS}/none`)).body, {
    error: 'Could not find group by id',
  });
  assert.deepEqual((await server.call('GET', '/admin/realms/shop/group-by-path/none')).body, {
    error: 'Group path does not exist',
  });
});

test('realm-admin C7: the list contains top-level groups only, a search result the path to its matches', async () => {
  const staff = (await top()).find(({ name }) => name === 'staff');
  assert.deepEqual([staff?.subGroups, staff?.['subGroupCount'], staff?.path], [[], 1, '/staff']);
  const { body: found } = await server.call<GroupRepresentation[]>('GET', `${GROUPS}?search=nig`);
  assert.deepEqual(
    found.map(({ name, subGroups }) => [name, subGroups?.map((child) => child.name)]),
    [['staff', ['night']]],
  );
  assert.deepEqual((await server.call('GET', `${GROUPS}/count`)).body, { count: 3 });
  assert.deepEqual((await server.call('GET', `${GROUPS}/count?top=true`)).body, { count: 2 });
});

test('realm-admin C7: creating a child returns it in the body, and siblings have unique names', async () => {
  const path = `${GROUPS}/${await idOf('staff')}/children`;
  const made = await server.call<GroupRepresentation>('POST', path, { body: { name: 'day' } });
  assert.deepEqual([made.status, made.body.path, made.createdId], [201, '/staff/day', made.body.id]);
  const again = await server.call('POST', path, { body: { name: 'day' } });
  assert.deepEqual(
    [again.status, again.body],
    [409, { errorMessage: "Sibling group named 'day' already exists." }],
  );
  assert.equal((await server.call('GET', '/admin/realms/shop/group-by-path/staff/day')).status, 200);
  assert.equal(
    (await server.call('PUT', `${GROUPS}/${made.body.id}`, { body: { name: 'night' } })).status,
    409,
  );
});

test('realm-admin C7: members follow a group that is renamed, moved or removed', async () => {
  const staff = await idOf('staff');
  assert.equal((await server.call('PUT', `${GROUPS}/${staff}`, { body: { name: 'team' } })).status, 204);
  assert.deepEqual(namesOf(await groupsOfAnn()), ['team']);
  const below = await server.call('POST', `${GROUPS}/${staff}/children`, {
    body: { name: 'team', id: staff },
  });
  assert.equal(below.status, 400);
  assert.equal(
    (
      await server.call('POST', `${GROUPS}/${await idOf('guests')}/children`, {
        body: { name: 'team', id: staff },
      })
    ).status,
    204,
  );
  assert.equal(
    (await server.call<GroupRepresentation>('GET', `${GROUPS}/${staff}`)).body.path,
    '/guests/team',
  );
  assert.equal((await server.call<Named[]>('GET', `${GROUPS}/${staff}/members`)).body.length, 1);
  assert.equal((await server.call('DELETE', `${GROUPS}/${await idOf('guests')}`)).status, 204);
  assert.deepEqual(await groupsOfAnn(), []);
});

test('Keycloak: groups are found by attributes, as a tree or as a list, with or without the number below', async () => {
  const base = '/admin/realms/shop/groups';
  const parent = await server.call('POST', base, { body: { name: 'regions' } });
  const child = await server.call('POST', `${base}/${parent.createdId}/children`, {
    body: { name: 'north' },
  });
  await server.call('PUT', `${base}/${child.createdId}`, {
    body: { name: 'north', attributes: { 'cost center': ['7 a'] } },
  });
  type Shown = { name: string; subGroups: Shown[]; subGroupCount?: number };
  const find = async (query: string) => (await server.call<Shown[]>('GET', `${base}?${query}`)).body;
  const q = `q=${encodeURIComponent('"cost center":"7 a"')}`;
  const [tree] = await find(q);
  assert.deepEqual([tree?.name, tree?.subGroups[0]?.name], ['regions', 'north']);
  const [flat] = await find(`${q}&populateHierarchy=false`);
  assert.deepEqual([flat?.name, flat?.subGroupCount], ['north', 0]);
  assert.deepEqual(await find('q=other:x'), []);
  assert.deepEqual(await find(`${q}&search=south`), []);
  const [counted] = await find('search=regions&exact=true&subGroupsCount=false');
  assert.deepEqual([counted?.name, counted && 'subGroupCount' in counted], ['regions', false]);
});
