import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { startMartServer } from './testing/mart.ts';

const server = await startMartServer();
after(() => server.stop());

const RM = '{client:realm-management}';
const POWER = [server.managed('realm-admin')];
const LIFTER = {
  protocolMapper: 'oidc-hardcoded-role-mapper',
  config: { role: 'realm-management.realm-admin' },
};

const OWN_KEY = {
  name: 'own',
  providerId: 'rsa',
  providerType: 'org.keycloak.keys.KeyProvider',
  config: { privateKey: [createRsaKey()] },
};

function createRsaKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** A write that would grant, revoke or use rights which the caller lacks. */
type Attack = readonly [caller: string, method: string, path: string, body?: unknown];

const ATTACKS: readonly Attack[] = [
  ...(
    [
      ['DELETE', `/users/{user:boss}/role-mappings/clients/${RM}`],
      ['DELETE', `/users/{user:boss}/role-mappings/clients/${RM}`, POWER],
      ['DELETE', `/users/{user:boss}/role-mappings/clients/${RM}`, []],
      ['DELETE', '/users/{user:boss}/role-mappings/realm'],
      ['DELETE', '/users/{user:boss}'],
      ['PUT', '/users/{user:boss}', { enabled: false }],
      ['PUT', '/users/{user:boss}', { email: 'attacker@example.test' }],
      ['PUT', '/users/{user:boss}', { firstName: 'Bo', attributes: { a: ['b'] } }],
      ['PUT', '/users/{user:boss}', { requiredActions: ['UPDATE_PASSWORD'] }],
      ['PUT', '/users/{user:boss}', { credentials: [{ type: 'password', value: 'attacker' }] }],
      ['PUT', '/users/{user:boss}/reset-password', { type: 'password', value: 'attacker' }],
      ['PUT', '/users/{user:chief}/reset-password', { type: 'password', value: 'attacker' }],
      ['PUT', '/users/{user:service-account-robot}/reset-password', { type: 'password', value: 'attacker' }],
      ['DELETE', '/users/{user:boss}/credentials/unhashed-0'],
      ['POST', '/users/{user:boss}/logout'],
      ['PUT', '/users/{user:boss}/groups/{group:staff}'],
      ['DELETE', '/users/{user:chief}/groups/{group:chiefs}'],
      ['DELETE', '/attack-detection/brute-force/users/{user:boss}'],
      ['PUT', '/users/{user:clerk}/groups/{group:chiefs}'],
      ['PUT', '/users/{user:clerk}/groups/{group:deputies}'],
      ['PUT', '/users/{user:only-manage-users}/groups/{group:chiefs}'],
      ['POST', '/users', { username: 'eve', groups: ['/chiefs'] }],
      ['POST', `/users/{user:clerk}/role-mappings/clients/${RM}`, POWER],
      [
        'POST',
        `/users/{user:only-manage-users}/role-mappings/clients/${RM}`,
        [server.managed('manage-realm')],
      ],
      ['POST', '/users/{user:clerk}/role-mappings/realm', [{ name: 'chief' }]],
      ['POST', `/groups/{group:staff}/role-mappings/clients/${RM}`, POWER],
      ['POST', '/groups/{group:staff}/role-mappings/realm', [{ name: 'chief' }]],
      ['DELETE', `/groups/{group:chiefs}/role-mappings/clients/${RM}`],
      ['DELETE', '/groups/{group:chiefs}'],
      ['POST', '/groups/{group:chiefs}/children', { id: '{group:staff}', name: 'staff' }],
      ['POST', '/groups', { id: '{group:deputies}', name: 'deputies' }],
    ] as const
  ).map(([method, path, body]): Attack => ['only-manage-users', method, path, body]),
  ...(
    [
      ['POST', '/roles/clerk/composites', POWER],
      ['POST', '/roles/default-roles-mart/composites', [server.managed('query-users')]],
      ['POST', '/roles-by-id/{role:clerk}/composites', [{ name: 'chief' }]],
      ['POST', '/roles', { name: 'sneaky', composites: { client: { 'realm-management': ['realm-admin'] } } }],
      ['DELETE', '/roles/chief/composites', POWER],
      ['DELETE', '/roles/chief'],
      ['PUT', '/default-groups/{group:chiefs}'],
      ['PUT', '', { attributes: { 'understudy.device.key': 'known-to-the-attacker' } }],
      ['PUT', '', { attributes: { 'understudy.device.key': '' } }],
      ['PUT', '', { attributes: { 'understudy.device.rules': '[{"answer":"approve"}]' } }],
      ['PUT', '', { attributes: { 'understudy.oneClickSignIn': 'true' } }],
      ['POST', '/components', OWN_KEY],
    ] as const
  ).map(([method, path, body]): Attack => ['only-manage-realm', method, path, body]),
  ...(
    [
      ['POST', `/clients/${RM}/roles`, { name: 'fresh' }],
      ['PUT', `/clients/${RM}/roles/query-users`, { name: 'mine' }],
      ['DELETE', `/clients/${RM}/roles/realm-admin`],
      ['POST', `/clients/${RM}/roles/query-users/composites`, POWER],
      ['PUT', `/clients/${RM}`, { clientId: 'elsewhere' }],
      ['PUT', '/clients/{client:robot}', { secret: 'known-to-the-attacker' }],
      ['PUT', '/clients/{client:robot}', { enabled: false }],
      ['PUT', '/clients/{client:robot}', { publicClient: true }],
      ['DELETE', '/clients/{client:robot}'],
      ['GET', '/clients/{client:robot}/client-secret'],
      ['POST', '/clients/{client:robot}/client-secret'],
      ['GET', '/clients/{client:robot}/installation/providers/keycloak-oidc-keycloak-json'],
      ['POST', '/clients/{client:robot}/certificates/jwt.credential/generate'],
      ['POST', '/clients/{client:robot}/registration-access-token'],
      ['POST', '/clients', { clientId: 'eve', protocolMappers: [{ name: 'lift', ...LIFTER }] }],
      ['PUT', '/clients/{client:till}', { protocolMappers: [{ name: 'lift', ...LIFTER }] }],
      ['POST', '/clients/{client:till}/protocol-mappers/models', { name: 'lift', ...LIFTER }],
      ['POST', '/clients/{client:till}/protocol-mappers/add-models', [{ name: 'lift', ...LIFTER }]],
      ['POST', '/client-scopes/{scope:profile}/protocol-mappers/models', { name: 'lift', ...LIFTER }],
      [
        'POST',
        '/client-scopes',
        { name: 'eve', protocol: 'openid-connect', protocolMappers: [{ name: 'lift', ...LIFTER }] },
      ],
      ['POST', `/clients/{client:till}/scope-mappings/clients/${RM}`, POWER],
      ['POST', '/client-scopes/{scope:profile}/scope-mappings/realm', [{ name: 'chief' }]],
    ] as const
  ).map(([method, path, body]): Attack => ['only-manage-clients', method, path, body]),
  ...['realm-management.realm-admin', 'chief'].map(
    (role): Attack => [
      'only-manage-identity-providers',
      'POST',
      '/identity-provider/instances/other/mappers',
      {
        name: 'lift',
        identityProviderMapper: 'oidc-hardcoded-role-idp-mapper',
        config: { role, syncMode: 'FORCE' },
      },
    ],
  ),
];

async function send([caller, method, path, body]: Attack) {
  const token = await server.tokenOf('mart', caller);
  const filled = body === undefined ? undefined : JSON.stringify(body);
  const ids = [...(filled ?? '').matchAll(/\{group:(\w+)\}/g)];
  let text = filled;
  for (const [whole] of ids)
    text = text?.replace(whole, (await server.place(whole)).replace('/admin/realms/mart', ''));
  return server.call(method, await server.place(path), {
    token,
    ...(text === undefined ? {} : { body: JSON.parse(text) as unknown }),
  });
}

for (const attack of ATTACKS) {
  const [caller, method, path, body] = attack;
  const names = (value: object) =>
    Array.isArray(value) ? value.map(({ name }: { name: string }) => name) : value;
  const sent = body === undefined ? 'without a body' : JSON.stringify(names(body as object)).slice(0, 90);
  test(`0169: ${caller} is refused ${method} ${path} ${sent}, and nothing changes`, async () => {
    const before = await server.state();
    const { status } = await send(attack);
    assert.equal(status, 403);
    assert.deepEqual(await server.state(), before);
  });
}

/** Writes within the caller's rights. */
const ALLOWED: readonly (readonly [
  caller: string,
  status: number,
  method: string,
  path: string,
  body?: unknown,
])[] = [
  ['only-manage-users', 204, 'PUT', '/users/{user:only-view-users}', { firstName: 'Vi' }],
  ['only-manage-users', 204, 'PUT', '/users/{user:only-manage-users}', { firstName: 'Me' }],
  [
    'only-manage-users',
    204,
    'PUT',
    '/users/{user:clerk}/reset-password',
    { type: 'password', value: 'new-one' },
  ],
  ['only-manage-users', 204, 'PUT', '/users/{user:clerk}/groups/{group:night}'],
  [
    'only-manage-users',
    204,
    'POST',
    `/users/{user:clerk}/role-mappings/clients/${RM}`,
    [server.managed('view-users')],
  ],
  ['only-manage-users', 204, 'DELETE', `/users/{user:clerk}/role-mappings/clients/${RM}`],
  ['only-manage-users', 204, 'PUT', '/groups/{group:chiefs}', { name: 'heads' }],
  ['only-manage-users', 204, 'POST', '/groups/{group:staff}/role-mappings/realm', [{ name: 'clerk' }]],
  ['only-manage-users', 201, 'POST', '/users', { username: 'fred', groups: ['/staff'] }],
  ['only-manage-realm', 204, 'PUT', '/roles/chief', { name: 'leader' }],
  ['only-manage-realm', 204, 'PUT', '', { displayName: 'Mart', attributes: { other: 'x' } }],
  ['only-manage-clients', 204, 'PUT', '/clients/{client:till}', { clientId: 'desk', description: 'x' }],
  ['only-manage-clients', 200, 'GET', '/clients/{client:desk}/client-secret'],
  [
    'only-manage-realm',
    201,
    'POST',
    '/components',
    { ...OWN_KEY, providerId: 'rsa-generated', config: { priority: ['5'] } },
  ],
  ['only-realm-admin', 201, 'POST', '/components', { ...OWN_KEY, id: 'own-key' }],
  ['only-manage-realm', 204, 'PUT', '/components/own-key', { ...OWN_KEY, config: { priority: ['7'] } }],
  ['only-realm-admin', 204, 'PUT', '/users/{user:boss}', { firstName: 'Bo' }],
  ['only-realm-admin', 200, 'GET', '/clients/{client:robot}/client-secret'],
  ['only-realm-admin', 204, 'DELETE', `/users/{user:boss}/role-mappings/clients/${RM}`],
];

test("0169: writes within the caller's rights succeed", async () => {
  for (const [caller, expected, method, path, body] of ALLOWED) {
    const { status } = await send([caller, method, path, body]);
    assert.equal(status, expected, `${caller}: ${method} ${path}`);
  }
});

test('0169: manage-realm alone cannot replace an imported key with a key of the caller', async () => {
  const { createdId } = await send(['only-realm-admin', 'POST', '/components', OWN_KEY]);
  const before = await server.state();
  const body = { ...OWN_KEY, config: { privateKey: [createRsaKey()] } };
  const { status } = await send(['only-manage-realm', 'PUT', `/components/${createdId}`, body]);
  assert.equal(status, 403);
  assert.deepEqual(await server.state(), before);
});

test('0169: updating a realm does not change its users, roles, groups, default groups and identity providers', async () => {
  const before = await server.state();
  const body = {
    users: [{ username: 'only-manage-realm', clientRoles: { 'realm-management': ['realm-admin'] } }],
    roles: { realm: [{ name: 'clerk', composites: { client: { 'realm-management': ['realm-admin'] } } }] },
    groups: [{ name: 'chiefs' }],
    defaultGroups: ['/chiefs'],
    defaultRole: { name: 'chief' },
    defaultRoles: ['chief'],
    clients: [],
    identityProviders: [{ alias: 'other', config: { tokenUrl: 'https://evil.test/token' } }],
    identityProviderMappers: [],
  };
  const { status } = await send(['only-manage-realm', 'PUT', '', body]);
  assert.equal(status, 204);
  assert.deepEqual(await server.state(), before);
});

test('0169: secrets of a client whose service account has more rights are shown only to administrators with these rights', async () => {
  for (const [caller, secret] of [
    ['only-manage-clients', undefined],
    ['only-view-clients', undefined],
    ['only-realm-admin', 'robot-secret'],
  ] as const) {
    const { body } = await send([caller, 'GET', '/clients/{client:robot}']);
    const { secret: shown, attributes } = body as { secret?: string; attributes: Record<string, string> };
    assert.equal(shown, secret, caller);
    assert.equal(attributes['saml.signing.private.key'] !== undefined, secret !== undefined, caller);
    const { body: all } = await send([caller, 'GET', '/clients?clientId=robot']);
    assert.equal((all as { secret?: string }[])[0]?.secret, secret, caller);
    const { body: pair } = await send([caller, 'GET', '/clients/{client:robot}/certificates/saml.signing']);
    assert.equal('privateKey' in (pair as object), secret !== undefined, caller);
  }
});

test('0169: Activity names the missing role and its relation to the request', async () => {
  await send(['only-manage-users', 'DELETE', '/users/{user:chief}']);
  const [newest] = server.activity.list({ limit: 1, outcome: 'refused' }).records;
  assert.match(
    newest?.refusal?.reason ?? '',
    /only-manage-users .* lacks \S+ for realm mart\. User chief has it/,
  );
});

test('0169: an administrator of master with fewer rights can neither change its administrator nor choose another', async () => {
  const master = server.store.realms.find('master');
  const users = `/admin/realms/master/users`;
  const { createdId: deputy } = await server.call('POST', users, { body: { username: 'deputy' } });
  const owner = master?.clients?.find(({ clientId }) => clientId === 'master-realm')?.id ?? '';
  const { body: roles } = await server.call<{ name: string }[]>(
    'GET',
    `/admin/realms/master/clients/${owner}/roles`,
  );
  const given = await server.call('POST', `${users}/${deputy}/role-mappings/clients/${owner}`, {
    body: roles,
  });
  assert.equal(given.status, 204);
  const admin = (await server.store.users.findByUsername(master?.id ?? '', 'admin'))?.id ?? '';
  const token = await server.tokenOf('master', 'deputy');
  for (const [method, path, body] of [
    ['PUT', `${users}/${admin}/reset-password`, { type: 'password', value: 'attacker' }],
    ['DELETE', `${users}/${admin}`, undefined],
    ['DELETE', `${users}/${admin}/role-mappings/realm`, undefined],
    ['POST', `${users}/${deputy}/role-mappings/realm`, [{ name: 'create-realm' }]],
    ['POST', `/admin/realms/master/roles/offline_access/composites`, [{ name: 'admin' }]],
    ['DELETE', `/admin/realms/master/roles/admin`, undefined],
    ['POST', '/admin/realms/master/clients', { clientId: 'mart-realm-realm' }],
  ] as const) {
    const { status } = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    assert.equal(status, 403, `${method} ${path}`);
  }
});
