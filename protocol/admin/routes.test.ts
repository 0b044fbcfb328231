import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import KcAdminClient from '@keycloak/keycloak-admin-client';
import fc from 'fast-check';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

test('issue "The window": @keycloak/keycloak-admin-client administers a realm unchanged', async () => {
  const client = new KcAdminClient({ baseUrl: server.baseUrl, realmName: 'master' });
  client.setAccessToken(server.token);
  const { realmName } = await client.realms.create({ realm: 'lib', enabled: true });
  client.setConfig({ realmName });
  const { id } = await client.users.create({ username: 'amy', email: 'amy@example.test', enabled: true });
  await client.users.resetPassword({
    id,
    credential: { type: 'password', value: 'amy-password', temporary: false },
  });
  await client.users.update({ id }, { firstName: 'Amy' });
  assert.equal((await client.users.findOne({ id }))?.firstName, 'Amy');
  assert.equal(await client.users.count(), 1);
  const { roleName } = await client.roles.create({ name: 'reader' });
  const role = await client.roles.findOneByName({ name: roleName });
  await client.users.addRealmRoleMappings({ id, roles: [{ id: role?.id ?? '', name: roleName }] });
  assert.ok((await client.users.listRealmRoleMappings({ id })).some(({ name }) => name === 'reader'));
  const group = await client.groups.create({ name: 'crew' });
  await client.users.addToGroup({ id, groupId: group.id });
  assert.deepEqual(
    (await client.groups.listMembers({ id: group.id })).map(({ username }) => username),
    ['amy'],
  );
  const app = await client.clients.create({ clientId: 'app', publicClient: false });
  assert.equal((await client.clients.getClientSecret({ id: app.id })).type, 'secret');
  assert.equal((await client.clients.find({ clientId: 'app' })).length, 1);
  await client.clients.createRole({ id: app.id, name: 'edit' });
  assert.ok((await client.clientScopes.find()).some(({ name }) => name === 'profile'));
  assert.equal(await client.users.findOne({ id: 'none' }), null);
  await assert.rejects(client.users.create({ username: 'amy' }), /User exists with same username/);
  assert.ok((await client.serverInfo.find()).systemInfo?.version);
  await client.users.del({ id });
  await client.realms.del({ realm: realmName });
});

/** What these endpoints change. */
const KEPT = {
  organizationsEnabled: true,
  organizations: [{ id: 'guild', name: 'guild' }],
  identityProviders: [{ alias: 'hub', providerId: 'github' }],
  authenticationFlows: [
    {
      id: 'flow-1',
      alias: 'mine',
      providerId: 'basic-flow',
      topLevel: true,
      builtIn: false,
      authenticationExecutions: [{ id: 'step-1', authenticator: 'auth-cookie', requirement: 'REQUIRED' }],
    },
  ],
  authenticatorConfig: [{ id: 'config-1', alias: 'settings', config: {} }],
};

/** Every endpoint with a JSON body, with existing ids. */
async function writeEndpoints(): Promise<readonly (readonly [string, string])[]> {
  await server.store.realms.update('shop', (realm) => ({ ...realm, ...KEPT }));
  const realm = '/admin/realms/shop';
  const user = `${realm}/users/${await server.userId('ann')}`;
  const client = `${realm}/clients/${server.clientUuid('page')}`;
  const group = `${realm}/groups/${server.store.realms.find('shop')?.groups?.[0]?.id ?? ''}`;
  return [
    ['POST', '/admin/realms'],
    ['PUT', realm],
    ['POST', `${realm}/users`],
    ['PUT', user],
    ['PUT', `${user}/reset-password`],
    ['POST', `${user}/role-mappings/realm`],
    ['DELETE', `${user}/role-mappings/realm`],
    ['POST', `${realm}/clients`],
    ['PUT', client],
    ['POST', `${client}/protocol-mappers/models`],
    ['POST', `${client}/protocol-mappers/add-models`],
    ['POST', `${client}/roles`],
    ['POST', `${client}/scope-mappings/realm`],
    ['POST', `${realm}/roles`],
    ['PUT', `${realm}/roles/clerk`],
    ['POST', `${realm}/roles/clerk/composites`],
    ['POST', `${realm}/groups`],
    ['PUT', group],
    ['POST', `${group}/children`],
    ['POST', `${realm}/client-scopes`],
    ['POST', `${user}/federated-identity/hub`],
    ['POST', `${client}/nodes`],
    ['POST', `${realm}/localization/de`],
    ['POST', `${realm}/organizations`],
    ['PUT', `${realm}/organizations/guild`],
    ['POST', `${realm}/identity-provider/instances`],
    ['PUT', `${realm}/identity-provider/instances/hub`],
    ['POST', `${realm}/identity-provider/instances/hub/mappers`],
    ['POST', `${realm}/authentication/flows`],
    ['PUT', `${realm}/authentication/flows/flow-1`],
    ['POST', `${realm}/authentication/flows/mine/copy`],
    ['PUT', `${realm}/authentication/flows/mine/executions`],
    ['POST', `${realm}/authentication/flows/mine/executions/execution`],
    ['POST', `${realm}/authentication/flows/mine/executions/flow`],
    ['POST', `${realm}/authentication/executions`],
    ['POST', `${realm}/authentication/executions/step-1/config`],
    ['PUT', `${realm}/authentication/config/config-1`],
    ['PUT', `${realm}/authentication/required-actions/UPDATE_PASSWORD`],
    ['PUT', `${realm}/authentication/required-actions/UPDATE_PASSWORD/config`],
    ['PUT', '/emulator/v1/realms/shop/clock'],
    ['PUT', '/emulator/v1/settings'],
  ];
}

/** Objects with correct member names and arbitrary values. */
const MEMBERS = [
  'id',
  'realm',
  'name',
  'username',
  'clientId',
  'email',
  'enabled',
  'attributes',
  'credentials',
  'users',
  'clients',
  'roles',
  'groups',
  'composites',
  'clientRoles',
  'realmRoles',
  'redirectUris',
  'protocol',
  'protocolMapper',
  'protocolMappers',
  'config',
  'subGroups',
  'components',
  'smtpServer',
  'scopeMappings',
  'clientScopeMappings',
  'defaultRole',
  'defaultGroups',
  'clientScopes',
  'defaultClientScopes',
  'value',
  'type',
  'offsetMs',
  'changes',
  'etag',
  'secret',
  'alias',
  'newName',
  'provider',
  'parentFlow',
  'authenticator',
  'requirement',
  'priority',
  'authenticationFlow',
  'displayName',
  'domains',
  'members',
  'identityProviders',
  'userId',
  'userName',
  'node',
] as const;
const likely = fc.dictionary(
  fc.constantFrom(...MEMBERS, '__proto__', 'constructor'),
  fc.oneof(fc.jsonValue(), fc.string(), fc.boolean()),
  { maxKeys: 6 },
);

test('issue "Safe by default": no JSON sent to any write gets a 5xx, and the realm stays readable', async () => {
  const endpoints = await writeEndpoints();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endpoints),
      fc.oneof(fc.jsonValue(), likely, fc.array(likely, { maxLength: 3 })),
      async ([method, path], body) => {
        const { status } = await server.call(method, path, {
          body: body === undefined ? {} : body,
          headers: { 'content-type': 'application/json' },
        });
        assert.ok(status < 500, `${method} ${path} ${JSON.stringify(body)}: ${status}`);
      },
    ),
    { numRuns: 800 },
  );
  for (const path of [
    'users',
    'clients',
    'roles',
    'groups',
    'client-scopes',
    'keys',
    'organizations',
    'identity-provider/instances',
    'authentication/flows',
    'authentication/required-actions',
  ]) {
    const { status } = await server.call(
      'GET',
      `/admin/realms/${server.store.realms.list().find(({ realm }) => realm !== 'master')?.realm}/${path}`,
    );
    assert.equal(status, 200, path);
  }
});
