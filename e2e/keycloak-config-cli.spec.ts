// The requests of keycloak-config-cli for a file like its example: everything is there after the first import, and a second
// one writes nothing, with its checksum or without.
import { expect, test } from '@playwright/test';
import { ConfigCli } from './support/config-cli.ts';
import type { ConfigFile } from './support/config-file.ts';
import { type AdminSession, type Json, openAdminSession, refusedBy } from './support/replay.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

const execution = (authenticator: string, requirement: string, priority: number, more: Json = {}) => ({
  authenticator,
  requirement,
  priority,
  userSetupAllowed: false,
  autheticatorFlow: false,
  authenticatorFlow: false,
  ...more,
});
const flow = (alias: string, authenticationExecutions: readonly Json[], more: Json = {}) => ({
  alias,
  description: `Flow ${alias}`,
  providerId: 'basic-flow',
  topLevel: true,
  builtIn: false,
  authenticationExecutions,
  ...more,
});
const below = (flowAlias: string, authenticator?: string) => ({
  ...(authenticator === undefined ? {} : { authenticator }),
  flowAlias,
  requirement: 'REQUIRED',
  priority: 0,
  userSetupAllowed: false,
  autheticatorFlow: true,
  authenticatorFlow: true,
});
const mapper = {
  name: 'BranchCodeMapper',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: {
    'aggregate.attrs': 'false',
    'userinfo.token.claim': 'true',
    multivalued: 'false',
    'user.attribute': 'branch',
    'id.token.claim': 'false',
    'access.token.claim': 'true',
    'claim.name': 'branch',
    'jsonType.label': 'String',
  },
};
const client = (clientId: string, more: Json = {}) => ({
  clientId,
  name: clientId,
  description: `Client ${clientId}`,
  enabled: true,
  clientAuthenticatorType: 'client-secret',
  secret: `secret of ${clientId}`,
  redirectUris: ['https://client.test/redirect'],
  webOrigins: ['https://client.test'],
  protocolMappers: [mapper],
  ...more,
});
const role = (name: string, more: Json = {}) => ({ name, description: `Role ${name}`, ...more });
const ldapMapper = (name: string, attribute: string) => ({
  name,
  providerId: 'user-attribute-ldap-mapper',
  subComponents: {},
  config: { 'ldap.attribute': [attribute], 'read.only': ['false'], 'user.model.attribute': [name] },
});

/** Everything that the example files of its repository have, but authorization. */
const FILE: ConfigFile = {
  id: 'moped',
  realm: 'moped',
  enabled: true,
  displayName: 'MOPED Realm',
  internationalizationEnabled: true,
  supportedLocales: ['de', 'en'],
  attributes: { custom: 'value' },
  browserFlow: 'my auth flow',
  clientScopes: [
    {
      name: 'my_scope',
      description: 'My scope',
      protocol: 'openid-connect',
      attributes: { 'include.in.token.scope': 'true', 'display.on.consent.screen': 'true' },
      protocolMappers: [mapper],
    },
  ],
  defaultDefaultClientScopes: ['my_scope'],
  clientProfiles: {
    profiles: [
      {
        name: 'my-profile',
        description: 'Mine',
        executors: [{ executor: 'pkce-enforcer', configuration: { 'auto-configure': true } }],
      },
    ],
  },
  clientPolicies: {
    policies: [
      {
        name: 'my-policy',
        enabled: true,
        conditions: [{ condition: 'any-client', configuration: {} }],
        profiles: ['my-profile'],
      },
    ],
  },
  clients: [
    client('auth-moped-client', { serviceAccountsEnabled: true }),
    client('moped-client', {
      redirectUris: ['*'],
      webOrigins: ['*'],
      attributes: { 'standard.token.exchange.enabled': 'true', 'post.logout.redirect.uris': '+' },
      defaultClientScopes: ['profile', 'email', 'my_scope'],
      optionalClientScopes: ['phone'],
    }),
  ],
  roles: {
    realm: [
      role('my_realm_role', { composite: true, composites: { realm: ['user'] } }),
      role('user', { attributes: { key: ['one', 'two'] } }),
    ],
    client: { 'moped-client': [role('my_client_role')] },
  },
  groups: [
    {
      name: 'My Group',
      attributes: { 'my added attribute': ['my added attribute value'] },
      realmRoles: ['my_realm_role'],
      clientRoles: { 'moped-client': ['my_client_role'] },
      subGroups: [{ name: 'My SubGroup', attributes: { below: ['yes'] }, realmRoles: ['user'] }],
    },
    { name: 'My Added Group' },
  ],
  defaultGroups: ['/My Added Group'],
  components: {
    'org.keycloak.keys.KeyProvider': [
      { name: 'my-hmac', providerId: 'hmac-generated', config: { secretSize: ['32'], priority: ['100'] } },
      { name: 'my-aes', providerId: 'aes-generated', config: { secretSize: ['16'], priority: ['100'] } },
    ],
    'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy': [
      {
        name: 'My Mapper Types',
        providerId: 'allowed-protocol-mappers',
        subType: 'authenticated',
        config: { 'allowed-protocol-mapper-types': ['oidc-full-name-mapper', 'saml-user-property-mapper'] },
      },
    ],
    'org.keycloak.storage.UserStorageProvider': [
      {
        name: 'ldap-apacheds',
        providerId: 'ldap',
        config: { enabled: ['false'], connectionUrl: ['ldap://localhost:10389'], bindCredential: ['secret'] },
        subComponents: {
          'org.keycloak.storage.ldap.mappers.LDAPStorageMapper': [
            ldapMapper('username', 'uid'),
            ldapMapper('email', 'mail'),
          ],
        },
      },
    ],
  },
  userProfile: {
    attributes: [
      { name: 'username', displayName: 'Username', validations: { length: { min: 3, max: 255 } } },
      { name: 'email', validations: { email: {}, length: { max: 255 } } },
      {
        name: 'phoneNumber',
        group: 'group1',
        permissions: { view: ['user', 'admin'], edit: ['user', 'admin'] },
        required: { roles: [], scopes: ['phone'] },
        selector: { scopes: ['phone'] },
      },
      // Keycloak drops attributes of users that the profile does not have.
      { name: 'branch', permissions: { view: ['admin', 'user'], edit: ['admin'] } },
    ],
    groups: [{ name: 'group1' }],
  },
  users: [
    {
      username: 'myuser',
      email: 'my@mail.de',
      enabled: true,
      firstName: 'My',
      lastName: 'User',
      attributes: { branch: ['north'] },
      realmRoles: ['my_realm_role'],
      clientRoles: { 'moped-client': ['my_client_role'] },
      groups: ['/My Group/My SubGroup'],
      credentials: [{ type: 'password', value: 'myuser123' }],
    },
  ],
  requiredActions: [
    {
      alias: 'UPDATE_PASSWORD',
      name: 'Update Password',
      providerId: 'UPDATE_PASSWORD',
      enabled: false,
      defaultAction: false,
      priority: 30,
      config: {},
    },
    {
      alias: 'webauthn-register',
      name: 'Webauthn Register',
      providerId: 'webauthn-register',
      enabled: true,
      defaultAction: false,
      priority: 90,
      config: {},
    },
  ],
  authenticationFlows: [
    flow('my docker auth', [
      execution('docker-http-basic-authenticator', 'REQUIRED', 0),
      execution('http-basic-authenticator', 'DISABLED', 1),
    ]),
    flow('my registration', [below('my registration form', 'registration-page-form')]),
    flow(
      'my registration form',
      [
        execution('registration-user-creation', 'REQUIRED', 0),
        execution('registration-password-action', 'REQUIRED', 1),
      ],
      { topLevel: false, providerId: 'form-flow' },
    ),
    flow('my auth flow', [
      execution('idp-create-user-if-unique', 'ALTERNATIVE', 10, { authenticatorConfig: 'test auth config' }),
    ]),
  ],
  authenticatorConfig: [
    { alias: 'test auth config', config: { 'require.password.update.after.registration': 'false' } },
  ],
  identityProviders: [
    {
      alias: 'my-saml',
      providerId: 'saml',
      enabled: true,
      trustEmail: true,
      storeToken: true,
      linkOnly: false,
      firstBrokerLoginFlowAlias: 'first broker login',
      config: {
        validateSignature: 'false',
        postBindingResponse: 'true',
        backchannelSupported: '',
        singleSignOnServiceUrl: 'https://idp.test/sso',
        principalType: 'SUBJECT',
      },
    },
  ],
  identityProviderMappers: [
    {
      name: 'my-mapper',
      identityProviderAlias: 'my-saml',
      identityProviderMapper: 'saml-user-attribute-idp-mapper',
      config: { syncMode: 'INHERIT', 'attribute.name': 'mail', 'user.attribute': 'email' },
    },
  ],
  scopeMappings: [{ clientScope: 'offline_access', roles: ['user'] }],
  messageBundles: { de: { Hello: 'Hallo' } },
};

let server: TestServer;
let api: AdminSession;
let cli: ConfigCli;

test.beforeAll(async () => {
  server = await startServer();
  api = await openAdminSession(server, 'moped');
  cli = new ConfigCli(api);
});
test.afterAll(() => server.stop());

test('keycloak-config-cli: the first import makes the realm and everything in the file', async () => {
  await cli.import(FILE);
  expect(cli.writes[0]).toBe('POST //realms');
  expect(await api.get('')).toMatchObject({
    id: 'moped',
    browserFlow: 'my auth flow',
    attributes: { custom: 'value' },
  });
  const [user] = await api.get<readonly Json[]>('/users?username=myuser&exact=true');
  expect(await api.get(`/users/${user?.['id']}/groups`)).toMatchObject([{ path: '/My Group/My SubGroup' }]);
  expect(await api.get('/authentication/flows/my%20registration/executions')).toMatchObject([
    { displayName: 'my registration form', level: 0, requirement: 'REQUIRED' },
    { providerId: 'registration-user-creation', level: 1, requirement: 'REQUIRED' },
    { providerId: 'registration-password-action', level: 1, requirement: 'REQUIRED' },
  ]);
});

test('keycloak-config-cli: the same file again is known by its checksum; without it, nothing differs and nothing is written', async () => {
  const stored = await api.stored();
  await cli.import(FILE);
  expect(cli.writes).toEqual([]);
  await cli.import(FILE, false);
  expect(cli.writes).toEqual([]);
  expect(await api.stored()).toBe(stored);
});

test('keycloak-config-cli: a changed file writes what changed, and its state', async () => {
  const [first, ...others] = FILE['clients'] as readonly Json[];
  const file = {
    ...FILE,
    clients: [{ ...first, description: 'changed', redirectUris: ['https://other.test/*'] }, ...others],
  };
  await cli.import(file);
  const [changed] = await api.get<readonly Json[]>('/clients?clientId=auth-moped-client');
  expect(changed).toMatchObject({
    description: 'changed',
    redirectUris: ['https://other.test/*'],
    protocolMappers: [mapper],
  });
  expect(cli.writes).toEqual([`PUT /clients/${changed?.['id']}`, 'PUT ']);
  await cli.import(file, false);
  expect(cli.writes).toEqual([]);
});

test('keycloak-config-cli: authorization settings of a client are refused with the reason', async () => {
  const [found] = await api.get<readonly Json[]>('/clients?clientId=moped-client');
  const path = `/clients/${found?.['id']}/authz/resource-server`;
  const refusal = await refusedBy(() => api.put(path, { policyEnforcementMode: 'PERMISSIVE' }));
  expect([refusal.status, refusal.text]).toEqual([501, expect.stringContaining('no authorization services')]);
});
