import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

/** Methods of authorization services, whose names do not say so. */
const AUTHORIZATION = [
  'getResourceServer',
  'updateResourceServer',
  'listResources',
  'createResource',
  'getResource',
  'updateResource',
  'delResource',
  'importResource',
  'exportResource',
  'evaluateResource',
  'listPolicies',
  'findPolicyByName',
  'updatePolicy',
  'createPolicy',
  'findOnePolicyWithType',
  'findOnePolicy',
  'listDependentPolicies',
  'delPolicy',
  'listPolicyProviders',
  'listAllScopes',
  'listAllResourcesByScope',
  'listAllPermissionsByScope',
  'listPermissionsByResource',
  'listScopesByResource',
  'listPermissionScope',
  'createAuthorizationScope',
  'updateAuthorizationScope',
  'getAuthorizationScope',
  'delAuthorizationScope',
  'findPermissions',
  'createPermission',
  'updatePermission',
  'delPermission',
  'findOnePermission',
  'getAssociatedScopes',
  'getAssociatedResources',
  'getAssociatedPolicies',
  'createOrUpdatePolicy',
];

let server: TestServer;
let recorded: RecordedClient;
let clients: RecordedClient['client']['clients'];
let id = '';
const named = (list: readonly { name?: string }[]) => list.map(({ name }) => name);

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'apps', {
    clients: [{ clientId: 'other' }],
    roles: { realm: [{ name: 'tester' }], client: { other: [{ name: 'editor' }] } },
    users: [
      {
        username: 'mia',
        enabled: true,
        realmRoles: ['default-roles-apps'],
        credentials: [{ type: 'password', value: 'mia-password' }],
      },
    ],
  });
  clients = recorded.record(recorded.client.clients);
});
test.afterAll(async () => {
  await server.stop();
});

test('the admin client creates, finds and changes a client', async () => {
  ({ id } = await clients.create({
    clientId: 'web',
    publicClient: false,
    serviceAccountsEnabled: true,
    directAccessGrantsEnabled: true,
    redirectUris: ['http://127.0.0.1/*'],
  }));
  expect(await clients.find({ clientId: 'web' })).toMatchObject([{ id, protocol: 'openid-connect' }]);
  await clients.update(
    { id },
    { clientId: 'web', name: 'Web', attributes: { 'post.logout.redirect.uris': '+' } },
  );
  expect(await clients.findOne({ id })).toMatchObject({
    name: 'Web',
    redirectUris: ['http://127.0.0.1/*'],
    attributes: { 'post.logout.redirect.uris': '+' },
  });
  expect(await clients.findOne({ id: 'none' })).toBeNull();
  expect((await refusal(() => clients.create({ clientId: 'web' }))).status).toBe(409);
  expect(await clients.getServiceAccountUser({ id })).toMatchObject({ username: 'service-account-web' });
});

test('the admin client reads and renews secrets', async () => {
  const { value = '' } = await clients.getClientSecret({ id });
  expect(value).toMatch(/^\w{32}$/);
  await clients.generateNewClientSecret({ id });
  expect((await clients.getClientSecret({ id })).value).not.toBe(value);
  const { registrationAccessToken } = await clients.generateRegistrationAccessToken({ id });
  expect(registrationAccessToken).toMatch(/^ey/);
  expect(await refusal(() => clients.invalidateSecret({ id }))).toEqual({
    status: 404,
    text: '{"errorMessage":"Client does not have a rotated secret"}',
  });
});

test('the admin client creates, changes and removes roles of a client', async () => {
  await clients.createRole({ id, name: 'reader' });
  await clients.updateRole({ id, roleName: 'reader' }, { name: 'writer', description: 'Writes' });
  expect(await clients.findRole({ id, roleName: 'writer' })).toMatchObject({ description: 'Writes' });
  expect(named(await clients.listRoles({ id }))).toEqual(['writer']);
  const role = await clients.findRole({ id, roleName: 'writer' });
  const [mia] = await recorded.client.users.find({ username: 'mia' });
  await recorded.client.users.addClientRoleMappings({
    id: mia?.id ?? '',
    clientUniqueId: id,
    roles: [{ id: role?.id ?? '', name: 'writer' }],
  });
  const holders = await clients.findUsersWithRole({ id, roleName: 'writer' });
  expect(holders.map(({ username }) => username)).toEqual(['mia']);
  await clients.delRole({ id, roleName: 'writer' });
  expect(await clients.findRole({ id, roleName: 'writer' })).toBeNull();
  expect((await refusal(() => clients.delRole({ id, roleName: 'writer' }))).status).toBe(404);
});

test('the admin client changes the client scopes of a client', async () => {
  const scope = await recorded.client.clientScopes.create({ name: 'team', protocol: 'openid-connect' });
  const one = { id, clientScopeId: scope.id };
  await clients.addDefaultClientScope(one);
  expect(named(await clients.listDefaultClientScopes({ id }))).toContain('team');
  await clients.delDefaultClientScope(one);
  expect(named(await clients.listDefaultClientScopes({ id }))).not.toContain('team');
  await clients.addOptionalClientScope(one);
  expect(named(await clients.listOptionalClientScopes({ id }))).toContain('team');
  await clients.delOptionalClientScope(one);
  expect(named(await clients.listOptionalClientScopes({ id }))).not.toContain('team');
  const none = { id, clientScopeId: 'none' };
  expect((await refusal(() => clients.addDefaultClientScope(none))).status).toBe(404);
});

test('the admin client creates, finds and changes protocol mappers', async () => {
  const mapper = (name: string) => ({
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config: { 'claim.name': name, 'claim.value': 'x', 'access.token.claim': 'true' },
  });
  await clients.addProtocolMapper({ id }, mapper('team'));
  await clients.addMultipleProtocolMappers({ id }, [mapper('size')]);
  const names = named(await clients.listProtocolMappers({ id }));
  expect(names).toEqual(expect.arrayContaining(['team', 'size']));
  const found = await clients.findProtocolMapperByName({ id, name: 'size' });
  const mapperId = found?.id ?? '';
  await clients.updateProtocolMapper({ id, mapperId }, { ...mapper('length'), id: mapperId });
  expect(await clients.findProtocolMapperById({ id, mapperId })).toMatchObject(mapper('length'));
  await clients.delProtocolMapper({ id, mapperId });
  const left = await clients.findProtocolMappersByProtocol({ id, protocol: 'openid-connect' });
  expect(named(left)).toEqual(names.filter((name) => name !== 'size'));
  expect((await refusal(() => clients.addProtocolMapper({ id }, mapper('team')))).status).toBe(409);
});

test('the admin client maps roles of the realm and of clients to the scope of a client', async () => {
  const client = (await clients.find({ clientId: 'other' }))[0]?.id ?? '';
  const tester = (await recorded.client.roles.findOneByName({ name: 'tester' })) ?? {};
  const editor = (await clients.findRole({ id: client, roleName: 'editor' })) ?? {};
  expect(named(await clients.listAvailableRealmScopeMappings({ id }))).toContain('tester');
  await clients.addRealmScopeMappings({ id }, [tester]);
  expect(named(await clients.listRealmScopeMappings({ id }))).toEqual(['tester']);
  expect(named(await clients.listCompositeRealmScopeMappings({ id }))).toContain('tester');
  expect(named(await clients.listAvailableClientScopeMappings({ id, client }))).toEqual(['editor']);
  await clients.addClientScopeMappings({ id, client }, [editor]);
  expect(named(await clients.listClientScopeMappings({ id, client }))).toEqual(['editor']);
  expect(named(await clients.listCompositeClientScopeMappings({ id, client }))).toContain('editor');
  expect(await clients.listScopeMappings({ id })).toMatchObject({
    realmMappings: [{ name: 'tester' }],
    clientMappings: { other: { mappings: [{ name: 'editor' }] } },
  });
  await clients.delRealmScopeMappings({ id }, [tester]);
  await clients.delClientScopeMappings({ id, client }, [editor]);
  expect(await clients.listScopeMappings({ id })).toEqual({});
});

test('the admin client lists and counts the sessions of a client, and revokes its tokens', async () => {
  const { value = '' } = await clients.getClientSecret({ id });
  const { status } = await fetch(`${server.url}/realms/apps/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'web',
      client_secret: value,
      username: 'mia',
      password: 'mia-password',
      scope: 'openid offline_access',
    }),
  });
  expect(status).toBe(200);
  expect(await clients.listOfflineSessions({ id })).toMatchObject([{ username: 'mia' }]);
  expect(await clients.getOfflineSessionCount({ id })).toEqual({ count: 1 });
  const { count } = await clients.getSessionCount({ id });
  expect(await clients.listSessions({ id })).toHaveLength(count);
  expect(await clients.pushRevocation({ id })).toEqual({});
});

test('the admin client generates and uploads certificates of a client', async () => {
  const attr = 'jwt.credential';
  expect(await clients.getKeyInfo({ id, attr })).toEqual({});
  const { certificate = '' } = await clients.generateKey({ id, attr });
  expect(await clients.getKeyInfo({ id, attr })).toMatchObject({ certificate });
  const form = new FormData();
  form.append('keystoreFormat', 'Certificate PEM');
  form.append('file', new Blob([`-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`]));
  expect(await clients.uploadCertificate({ id, attr: 'saml.signing' }, form as never)).toEqual({
    certificate,
  });
  expect(await clients.uploadKey({ id, attr }, form as never)).toEqual({ certificate });
  form.set('keystoreFormat', 'JKS');
  expect(await refusal(() => clients.uploadKey({ id, attr }, form as never))).toEqual({
    status: 400,
    text: expect.stringContaining('keytool'),
  });
  await recorded.expectUnsupported(
    recorded.client.clients,
    ['downloadKey', 'generateAndDownloadKey'],
    /does not write key stores/,
  );
});

test('the admin client registers cluster nodes and reads installation files', async () => {
  await clients.addClusterNode({ id, node: 'node1.test' });
  expect(await clients.findOne({ id })).toHaveProperty(['registeredNodes', 'node1.test']);
  expect(await clients.testNodesAvailable({ id })).toEqual({});
  await clients.deleteClusterNode({ id, node: 'node1.test' });
  expect((await clients.findOne({ id }))?.registeredNodes).toEqual({});
  expect((await refusal(() => clients.deleteClusterNode({ id, node: 'none' }))).status).toBe(404);
  const file = await clients.getInstallationProviders({ id, providerId: 'keycloak-oidc-keycloak-json' });
  expect(file).toMatchObject({ realm: 'apps', resource: 'web' });
});

test('the admin client evaluates tokens, mappers and roles of a client', async () => {
  const [user] = await recorded.client.users.find({ username: 'mia' });
  const whose = { id, scope: 'openid email', userId: user?.id ?? '' };
  expect(await clients.evaluateGenerateAccessToken({ ...whose, audience: '' })).toMatchObject({
    azp: 'web',
    preferred_username: 'mia',
  });
  expect(await clients.evaluateGenerateIdToken(whose)).toMatchObject({ aud: 'web', typ: 'ID' });
  expect(await clients.evaluateGenerateUserInfo(whose)).toMatchObject({ preferred_username: 'mia' });
  expect(await clients.evaluateGenerateSamlResponse(whose)).toContain('<saml:Audience>web</saml:Audience>');
  const mappers = await clients.evaluateListProtocolMapper({ id, scope: 'openid' });
  expect(mappers).toContainEqual(
    expect.objectContaining({ mapperName: 'username', containerName: 'profile' }),
  );
  const granted = { id, roleContainer: 'apps', type: 'granted' as const, scope: 'openid' };
  expect(named(await clients.evaluatePermission(granted))).toContain('tester');
  const unknown = { ...whose, scope: 'openid', userId: 'none', audience: '' };
  expect((await refusal(() => clients.evaluateGenerateAccessToken(unknown))).status).toBe(404);
});

test('authorization services and permissions of a client are switched off', async () => {
  const resource = recorded.client.clients;
  await recorded.expectUnsupported(resource, AUTHORIZATION, /Feature not enabled.*authorization services/);
  await recorded.expectUnsupported(
    resource,
    ['updateFineGrainPermission', 'listFineGrainPermissions'],
    /Feature not enabled.*realm-management/,
  );
});

test('the second version of the admin API is refused', async () => {
  expect(() => clients.v2()).toThrow('experimental');
  recorded.client.enableExperimentalApis = true;
  await expect(clients.v2().get()).rejects.toMatchObject({ responseStatusCode: 501 });
});

test('the admin client removes the client', async () => {
  await clients.del({ id });
  expect(await clients.findOne({ id })).toBeNull();
  expect((await refusal(() => clients.del({ id }))).status).toBe(404);
});

test('every method of the admin client for clients is called', () => {
  recorded.expectAllCalled(recorded.client.clients);
});
