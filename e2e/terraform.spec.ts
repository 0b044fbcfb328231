// The requests of Terraform's provider for Keycloak for the examples of its documentation: what is written reads back the
// same, so that a second apply changes nothing. What it manages elsewhere and not here is refused with the reason.
import { expect, test } from '@playwright/test';
import { administratorToken } from './support/administrator.ts';
import { type AdminSession, type Json, openAdminSession, refusedBy } from './support/replay.ts';
import { startServer, type TestServer } from './support/server.ts';
import { replay, runLifecycle } from './support/terraform.ts';
import { openidClient } from './support/terraform-bodies.ts';
import { CLIENT_EXAMPLES } from './support/terraform-client-examples.ts';
import { PROVIDER_EXAMPLES } from './support/terraform-provider-examples.ts';
import { realm } from './support/terraform-realm.ts';
import { REALM_EXAMPLE, REALM_EXAMPLES } from './support/terraform-realm-examples.ts';
import { USER_EXAMPLES } from './support/terraform-user-examples.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let api: AdminSession;

const createRealm = () => api.send('POST', '//realms', realm({ organizationsEnabled: true }));

test.beforeAll(async () => {
  server = await startServer();
  api = await openAdminSession(server, 'my-realm');
});
test.afterAll(() => server.stop());

test('Terraform, keycloak_realm: created, read, applied again, changed, destroyed', async () => {
  await runLifecycle(api, REALM_EXAMPLE);
  await createRealm();
});

const EXAMPLES = { ...REALM_EXAMPLES, ...CLIENT_EXAMPLES, ...USER_EXAMPLES, ...PROVIDER_EXAMPLES };
for (const [name, example] of Object.entries(EXAMPLES))
  test(`Terraform, ${name}: created, read, applied again, changed, destroyed`, async () => {
    if (await replay(api, example)) return;
    // The realm itself was changed, which destroying does not undo.
    await api.delete('');
    await createRealm();
  });

interface ServerInfo {
  readonly systemInfo: { readonly version: string };
  readonly themes: Readonly<Record<string, readonly { readonly name: string }[]>>;
  readonly providers: Readonly<Record<string, { readonly providers: Json }>>;
}

test('Terraform: server info has the version, the themes and the providers against which a configuration is checked', async () => {
  const { systemInfo, themes, providers } = await api.get<ServerInfo>('//serverinfo');
  expect(systemInfo.version).toMatch(/^26\.\d+\.\d+$/);
  expect(themes['login']).toContainEqual({ name: 'keycloak' });
  for (const rule of ['upperCase', 'length', 'forceExpiredPasswordChange', 'notUsername'])
    expect(providers['password-policy']?.providers, rule).toHaveProperty(rule);
  expect(providers['required-action']?.providers).toHaveProperty('UPDATE_PASSWORD');
});

test('Terraform: a given access token is sent with a scheme in lower case', async () => {
  const token = await administratorToken(server.url);
  const { status } = await fetch(`${server.url}/admin/realms/my-realm`, {
    headers: { authorization: `bearer ${token}` },
  });
  expect(status).toBe(200);
});

test('Terraform: data sources find what every realm has', async () => {
  const names = async (path: string, member: string) =>
    (await api.get<readonly Json[]>(path)).map((entry) => entry[member]);
  expect(await names('/authentication/flows', 'alias')).toContain('browser');
  expect(await names('/authentication/flows/browser/executions', 'providerId')).toContain('auth-cookie');
  expect(await names('/client-scopes', 'name')).toContain('offline_access');
  expect(await names('/clients?clientId=realm-management', 'clientId')).toEqual(['realm-management']);
  expect(await api.get('/roles/offline_access')).toMatchObject({
    clientRole: false,
    containerId: 'my-realm',
  });
  const { keys } = await api.get<{ keys: readonly Json[] }>('/keys');
  expect(keys).toContainEqual(expect.objectContaining({ algorithm: 'RS256', status: 'ACTIVE', type: 'RSA' }));
  const id = await api.post(
    '/clients',
    openidClient({ clientId: 'by-data-source', serviceAccountsEnabled: true }),
  );
  expect(await api.get(`/clients/${id}/service-account-user`)).toMatchObject({
    username: 'service-account-by-data-source',
  });
  const { text } = await api.send('GET', `/clients/${id}/installation/providers/keycloak-oidc-keycloak-json`);
  expect(text).toContain('by-data-source');
  await api.delete(`/clients/${id}`);
});

/** Rows: the resource, the request that creates it, and how it is refused. `{client}`, `{role}` and `{group}` are IDs. */
const REFUSED: readonly (readonly [
  resource: string,
  method: string,
  path: string,
  body: unknown,
  status: number,
  reason: RegExp,
])[] = [
  [
    'keycloak_openid_client with authorization',
    'GET',
    '/clients/{client}/authz/resource-server',
    undefined,
    501,
    /no authorization services/,
  ],
  [
    'keycloak_openid_client_authorization_resource',
    'POST',
    '/clients/{client}/authz/resource-server/resource',
    { name: 'r' },
    501,
    /no authorization services/,
  ],
  [
    'keycloak_openid_client_authorization_scope',
    'POST',
    '/clients/{client}/authz/resource-server/scope',
    { name: 's' },
    501,
    /no authorization services/,
  ],
  [
    'keycloak_openid_client_authorization_permission',
    'POST',
    '/clients/{client}/authz/resource-server/permission/resource',
    { name: 'p' },
    501,
    /no authorization services/,
  ],
  [
    'keycloak_openid_client_…_policy',
    'POST',
    '/clients/{client}/authz/resource-server/policy/role',
    { name: 'p' },
    501,
    /no authorization services/,
  ],
  [
    'keycloak_openid_client_permissions',
    'PUT',
    '/clients/{client}/management/permissions',
    { enabled: true },
    501,
    /roles of realm-management decide/,
  ],
  [
    'keycloak_group_permissions',
    'PUT',
    '/groups/{group}/management/permissions',
    { enabled: true },
    501,
    /roles of realm-management decide/,
  ],
  [
    'keycloak_users_permissions',
    'PUT',
    '/users-management-permissions',
    { enabled: true },
    501,
    /roles of realm-management decide/,
  ],
  [
    'keycloak_identity_provider_token_exchange_scope_permission',
    'PUT',
    '/identity-provider/instances/any/management/permissions',
    { enabled: true },
    501,
    /roles of realm-management decide/,
  ],
  ['keycloak_workflow', 'POST', '/workflows', { name: 'w' }, 501, /no workflows/],
  [
    'keycloak_group of an organization',
    'POST',
    '/organizations/any/groups',
    { name: 'g' },
    501,
    /use the groups of the realm/,
  ],
  [
    'keycloak_realm_keystore_java_keystore',
    'POST',
    '/components',
    {
      name: 'my-java-keystore',
      providerId: 'java-keystore',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId: 'my-realm',
      config: { keystore: ['/keys.jks'], keystorePassword: ['secret'] },
    },
    400,
    /export the key as PEM and use provider rsa/,
  ],
];

test('Terraform: resources of what Understudy does not have are refused with the reason', async () => {
  const client = await api.post('/clients', openidClient({ clientId: 'refused' }));
  const group = await api.post('/groups', { name: 'refused' });
  for (const [resource, method, path, body, status, reason] of REFUSED) {
    const address = path.replace('{client}', client).replace('{group}', group);
    const refusal = await refusedBy(() => api.send(method, address, body));
    expect([refusal.status, refusal.text], resource).toEqual([status, expect.stringMatching(reason)]);
  }
  await api.delete(`/clients/${client}`);
  await api.delete(`/groups/${group}`);
});

test('Terraform: what exists already is 409, and what is gone is 404, so that it is created again', async () => {
  const conflicts: readonly (readonly [path: string, body: Json])[] = [
    ['//realms', realm()],
    ['/clients', openidClient({ clientId: 'account' })],
    ['/client-scopes', { name: 'profile', protocol: 'openid-connect' }],
    ['/roles', { name: 'offline_access' }],
    ['/authentication/flows', { alias: 'browser', providerId: 'basic-flow', topLevel: true, builtIn: false }],
  ];
  for (const [path, body] of conflicts)
    expect((await refusedBy(() => api.post(path, body))).status, path).toBe(409);
  for (const path of [
    '/clients/none',
    '/client-scopes/none',
    '/roles-by-id/none',
    '/groups/none',
    '/users/none',
    '/authentication/flows/none',
    '/authentication/executions/none',
    '/authentication/config/none',
    '/authentication/required-actions/none',
    '/identity-provider/instances/none',
    '/components/none',
    '/organizations/none',
  ]) {
    expect(await api.find(path), path).toBeUndefined();
    expect((await refusedBy(() => api.delete(path))).status, path).toBe(404);
  }
});
