import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let recorded: RecordedClient;
let groups: RecordedClient['client']['groups'];
let roles: RecordedClient['client']['roles'];
let clientId = '';
const named = (list: readonly { name?: string }[]) => list.map(({ name }) => name);

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'teams', {
    clients: [{ clientId: 'web' }],
    roles: { realm: [{ name: 'tester' }], client: { web: [{ name: 'editor' }] } },
  });
  groups = recorded.record(recorded.client.groups);
  roles = recorded.record(recorded.client.roles);
  clientId = (await recorded.client.clients.find({ clientId: 'web' }))[0]?.id ?? '';
});
test.afterAll(async () => {
  await server.stop();
});

let id = '';

test('the admin client builds a tree of groups', async () => {
  ({ id } = await groups.create({ name: 'europe' }));
  const north = await groups.createChildGroup({ id }, { name: 'north' });
  const asia = await groups.create({ name: 'asia' });
  await groups.updateChildGroup({ id }, { id: asia.id, name: 'asia' });
  expect(named(await groups.listSubGroups({ parentId: id }))).toEqual(['north', 'asia']);
  expect(named(await groups.listSubGroups({ parentId: id, first: 1, max: 1 }))).toEqual(['asia']);
  await groups.updateRoot({ id: asia.id, name: 'asia' });
  expect(named(await groups.find())).toEqual(['europe', 'asia']);
  await groups.update({ id: north.id }, { name: 'north', attributes: { climate: ['cold'] } });
  expect(await groups.findOne({ id: north.id })).toMatchObject({
    path: '/europe/north',
    parentId: id,
    attributes: { climate: ['cold'] },
  });
  expect(await groups.count()).toEqual({ count: 3 });
  expect(await groups.count({ top: true })).toEqual({ count: 2 });
  expect(await groups.findOne({ id: 'none' })).toBeNull();
  expect(await refusal(() => groups.create({ name: 'europe' }))).toMatchObject({ status: 409 });
  await groups.del({ id: asia.id });
  expect(await groups.count({ top: true })).toEqual({ count: 1 });
});

test('the admin client finds groups by name and attribute, as a tree or as a list', async () => {
  const [tree] = await groups.find({ q: 'climate:cold' });
  expect([tree?.name, tree?.subGroups?.[0]?.name]).toEqual(['europe', 'north']);
  const [flat] = await groups.find({ q: 'climate:cold', populateHierarchy: false });
  expect(flat).toMatchObject({ name: 'north', subGroupCount: 0 });
  expect(await groups.find({ search: 'nor', exact: true })).toEqual([]);
  expect(await groups.find({ q: 'climate:warm' })).toEqual([]);
});

test('the admin client assigns and removes roles of a group, which its members have', async () => {
  const user = await recorded.client.users.create({ username: 'mia', enabled: true, groups: ['/europe'] });
  expect((await groups.listMembers({ id })).map(({ username }) => username)).toEqual(['mia']);
  expect(await groups.listMembers({ id: 'none' })).toBeNull();
  const tester = { id: (await roles.findOneByName({ name: 'tester' }))?.id ?? '', name: 'tester' };
  const editorRole = await recorded.client.clients.findRole({ id: clientId, roleName: 'editor' });
  const editor = { id: editorRole?.id ?? '', name: 'editor' };
  const web = { id, clientUniqueId: clientId };
  expect(named(await groups.listAvailableRealmRoleMappings({ id }))).toContain('tester');
  await groups.addRealmRoleMappings({ id, roles: [tester] });
  expect(named(await groups.listRealmRoleMappings({ id }))).toEqual(['tester']);
  expect(named(await groups.listCompositeRealmRoleMappings({ id }))).toEqual(['tester']);
  expect(named(await groups.listAvailableClientRoleMappings(web))).toEqual(['editor']);
  await groups.addClientRoleMappings({ ...web, roles: [editor] });
  expect(named(await groups.listClientRoleMappings(web))).toEqual(['editor']);
  expect(named(await groups.listCompositeClientRoleMappings(web))).toEqual(['editor']);
  expect(await groups.listRoleMappings({ id })).toMatchObject({
    realmMappings: [{ name: 'tester' }],
    clientMappings: { web: { mappings: [{ name: 'editor' }] } },
  });
  const effective = await recorded.client.users.listCompositeRealmRoleMappings({ id: user.id });
  expect(named(effective)).toContain('tester');
  await groups.delRealmRoleMappings({ id, roles: [tester] });
  await groups.delClientRoleMappings({ ...web, roles: [editor] });
  expect(await groups.listRoleMappings({ id })).toEqual({});
});

test('groups of a realm have no permissions of their own, and no routes of organizations', async () => {
  const resource = recorded.client.groups;
  await recorded.expectUnsupported(resource, ['updatePermission', 'listPermissions'], /realm-management/);
  await recorded.expectAbsent(resource, ['listOrgGroups', 'addMemberToOrgGroup', 'removeMemberFromOrgGroup']);
  expect([groups.getOrgId(), groups.isOrgGroups()]).toEqual([undefined, false]);
});

test('the admin client creates, changes and removes roles by name and by ID', async () => {
  await roles.create({ name: 'writer', description: 'Writes' });
  const { id: roleId = '' } = (await roles.findOneByName({ name: 'writer' })) ?? {};
  expect(await roles.findOneById({ id: roleId })).toMatchObject({ name: 'writer', description: 'Writes' });
  await roles.updateByName({ name: 'writer' }, { name: 'author', attributes: { level: ['1'] } });
  await roles.updateById({ id: roleId }, { name: 'author', description: 'Writes books' });
  expect(await roles.findOneById({ id: roleId })).toMatchObject({
    name: 'author',
    description: 'Writes books',
  });
  expect(named(await roles.find({ search: 'auth' }))).toContain('author');
  expect(await roles.findOneByName({ name: 'writer' })).toBeNull();
  expect(await refusal(() => roles.create({ name: 'author' }))).toMatchObject({ status: 409 });
  await roles.delById({ id: roleId });
  expect(await roles.findOneById({ id: roleId })).toBeNull();
  await roles.create({ name: 'short-lived' });
  await roles.delByName({ name: 'short-lived' });
  expect(await roles.findOneByName({ name: 'short-lived' })).toBeNull();
});

test('the admin client composes roles of the realm and of clients, and lists who has a role', async () => {
  await roles.create({ name: 'chief' });
  const chief = (await roles.findOneByName({ name: 'chief' }))?.id ?? '';
  const tester = await roles.findOneByName({ name: 'tester' });
  const editor = await recorded.client.clients.findRole({ id: clientId, roleName: 'editor' });
  await roles.createComposite({ roleId: chief }, [tester ?? {}, editor ?? {}]);
  expect(named(await roles.getCompositeRoles({ id: chief })).toSorted()).toEqual(['editor', 'tester']);
  expect(named(await roles.getCompositeRolesForRealm({ id: chief }))).toEqual(['tester']);
  expect(named(await roles.getCompositeRolesForClient({ id: chief, clientId }))).toEqual(['editor']);
  await roles.delCompositeRoles({ id: chief }, [tester ?? {}]);
  expect(named(await roles.getCompositeRoles({ id: chief }))).toEqual(['editor']);
  const [mia] = await recorded.client.users.find({ username: 'mia' });
  await recorded.client.users.addRealmRoleMappings({
    id: mia?.id ?? '',
    roles: [{ id: chief, name: 'chief' }],
  });
  const found = await roles.findUsersWithRole({ name: 'chief' });
  expect(found.map(({ username }) => username)).toEqual(['mia']);
  expect(await roles.findUsersWithRole({ name: 'none' })).toBeNull();
  await recorded.expectUnsupported(
    recorded.client.roles,
    ['updatePermission', 'listPermissions'],
    /realm-management/,
  );
});

test('every method of the admin client for groups and roles is called', () => {
  recorded.expectAllCalled(recorded.client.groups);
  recorded.expectAllCalled(recorded.client.roles);
});
