import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let recorded: RecordedClient;
let scopes: RecordedClient['client']['clientScopes'];
let id = '';
const named = (list: readonly { name?: string }[]) => list.map(({ name }) => name);

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'scopes', {
    clients: [{ clientId: 'web' }],
    roles: { realm: [{ name: 'tester' }], client: { web: [{ name: 'editor' }] } },
  });
  scopes = recorded.record(recorded.client.clientScopes);
});
test.afterAll(async () => {
  await server.stop();
});

test('the admin client creates, finds and changes a client scope', async () => {
  ({ id } = await scopes.create({ name: 'team', protocol: 'openid-connect' }));
  await scopes.update({ id }, { name: 'team', description: 'The team', attributes: { 'gui.order': '1' } });
  expect(await scopes.findOne({ id })).toMatchObject({ description: 'The team', protocol: 'openid-connect' });
  expect(named(await scopes.find())).toContain('team');
  expect(await scopes.findOneByName({ name: 'team' })).toMatchObject({ id });
  expect(await scopes.findOne({ id: 'none' })).toBeNull();
  expect((await refusal(() => scopes.create({ name: 'team', protocol: 'saml' }))).status).toBe(409);
  expect((await refusal(() => scopes.create({ name: 'x', protocol: 'other' }))).status).toBe(400);
});

test('the admin client changes the default and optional client scopes of the realm', async () => {
  await scopes.addDefaultClientScope({ id });
  expect(named(await scopes.listDefaultClientScopes())).toContain('team');
  await scopes.delDefaultClientScope({ id });
  expect(named(await scopes.listDefaultClientScopes())).not.toContain('team');
  await scopes.addDefaultOptionalClientScope({ id });
  expect(named(await scopes.listDefaultOptionalClientScopes())).toContain('team');
  await scopes.delDefaultOptionalClientScope({ id });
  expect(named(await scopes.listDefaultOptionalClientScopes())).not.toContain('team');
  expect((await refusal(() => scopes.addDefaultClientScope({ id: 'none' }))).status).toBe(404);
});

test('the admin client creates, finds and changes protocol mappers', async () => {
  const mapper = (name: string) => ({
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: { 'user.attribute': name, 'claim.name': name, 'access.token.claim': 'true' },
  });
  await scopes.addProtocolMapper({ id }, mapper('team'));
  await scopes.addMultipleProtocolMappers({ id }, [mapper('size'), mapper('color')]);
  expect(named(await scopes.listProtocolMappers({ id }))).toEqual(['team', 'size', 'color']);
  const found = await scopes.findProtocolMapperByName({ id, name: 'size' });
  const mapperId = found?.id ?? '';
  await scopes.updateProtocolMapper({ id, mapperId }, { ...mapper('length'), id: mapperId });
  expect(await scopes.findProtocolMapper({ id, mapperId })).toMatchObject(mapper('length'));
  await scopes.delProtocolMapper({ id, mapperId });
  const left = await scopes.findProtocolMappersByProtocol({ id, protocol: 'openid-connect' });
  expect(named(left)).toEqual(['team', 'color']);
  expect(await scopes.findProtocolMapper({ id, mapperId })).toBeNull();
  expect((await refusal(() => scopes.addProtocolMapper({ id }, mapper('team')))).status).toBe(409);
});

test('the admin client maps roles of the realm and of clients to a client scope', async () => {
  const client = (await recorded.client.clients.find({ clientId: 'web' }))[0]?.id ?? '';
  const tester = (await recorded.client.roles.findOneByName({ name: 'tester' })) ?? {};
  const editor = (await recorded.client.clients.findRole({ id: client, roleName: 'editor' })) ?? {};
  expect(named(await scopes.listAvailableRealmScopeMappings({ id }))).toContain('tester');
  await scopes.addRealmScopeMappings({ id }, [tester]);
  expect(named(await scopes.listRealmScopeMappings({ id }))).toEqual(['tester']);
  expect(named(await scopes.listCompositeRealmScopeMappings({ id }))).toEqual(['tester']);
  expect(named(await scopes.listAvailableClientScopeMappings({ id, client }))).toEqual(['editor']);
  await scopes.addClientScopeMappings({ id, client }, [editor]);
  expect(named(await scopes.listClientScopeMappings({ id, client }))).toEqual(['editor']);
  expect(named(await scopes.listCompositeClientScopeMappings({ id, client }))).toEqual(['editor']);
  expect(await scopes.listScopeMappings({ id })).toMatchObject({
    realmMappings: [{ name: 'tester' }],
    clientMappings: { web: { mappings: [{ name: 'editor' }] } },
  });
  await scopes.delRealmScopeMappings({ id }, [tester]);
  await scopes.delClientScopeMappings({ id, client }, [editor]);
  expect(await scopes.listScopeMappings({ id })).toEqual({});
});

test('the admin client removes client scopes by ID and by name', async () => {
  await scopes.create({ name: 'short-lived', protocol: 'saml' });
  await scopes.delByName({ name: 'short-lived' });
  await scopes.del({ id });
  expect(named(await scopes.find())).not.toEqual(expect.arrayContaining(['team']));
  await expect(scopes.delByName({ name: 'none' })).rejects.toThrow('Scope not found.');
  expect((await refusal(() => scopes.del({ id }))).status).toBe(404);
});

test('the admin client keeps client policies and profiles', async () => {
  const policies = recorded.record(recorded.client.clientPolicies);
  const profile = { name: 'strict', executors: [{ executor: 'pkce-enforcer', configuration: {} }] };
  await policies.createProfiles({ profiles: [profile] });
  expect((await policies.listProfiles({ includeGlobalProfiles: false })).profiles).toMatchObject([profile]);
  const policy = { name: 'all', enabled: true, conditions: [], profiles: ['strict'] };
  await policies.updatePolicy({ policies: [policy] });
  expect((await policies.listPolicies({ includeGlobalPolicies: false })).policies).toMatchObject([policy]);
  const twice = { policies: [policy, policy] };
  expect((await refusal(() => policies.updatePolicy(twice))).status).toBe(400);
});

test('the admin client keeps components', async () => {
  const components = recorded.record(recorded.client.components);
  const parentId = (await recorded.client.realms.findOne({ realm: 'scopes' }))?.id ?? '';
  const component = {
    name: 'directory',
    providerId: 'ldap',
    providerType: 'org.keycloak.storage.UserStorageProvider',
    parentId,
    config: { connectionUrl: ['ldap://ldap.test'], bindCredential: ['secret'] },
  };
  const made = await components.create(component);
  expect(await components.findOne({ id: made.id })).toMatchObject({
    ...component,
    config: { ...component.config, bindCredential: ['**********'] },
  });
  await components.update({ id: made.id }, { ...component, name: 'people' });
  expect(named(await components.find({ type: component.providerType }))).toEqual(['people']);
  const type = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';
  expect(await components.listSubComponents({ id: made.id, type })).toEqual([]);
  await components.del({ id: made.id });
  expect(await components.findOne({ id: made.id })).toBeNull();
  expect((await refusal(() => components.create({ name: 'x' }))).status).toBe(400);
});

test('every method of the admin client for client scopes, policies and components is called', () => {
  recorded.expectAllCalled(recorded.client.clientScopes);
  recorded.expectAllCalled(recorded.client.clientPolicies);
  recorded.expectAllCalled(recorded.client.components);
});
