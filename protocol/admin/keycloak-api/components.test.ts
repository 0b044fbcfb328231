import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const KEYS = 'org.keycloak.keys.KeyProvider';

interface KeyRow {
  readonly kid: string;
  readonly providerId: string;
  readonly status: string;
  readonly algorithm: string;
}
interface Keys {
  readonly active: Readonly<Record<string, string>>;
  readonly keys: readonly KeyRow[];
}
const keys = async (): Promise<Keys> => (await server.call<Keys>('GET', `${REALM}/keys`)).body;

async function create(providerId: string, config: Record<string, string[]>) {
  const body = { name: `my-${providerId}`, providerId, providerType: KEYS, config };
  const { status, headers, body: answer } = await server.call('POST', `${REALM}/components`, { body });
  const id = headers.get('location')?.split('/').at(-1) ?? '';
  return { status, answer, id, path: `${REALM}/components/${id}` };
}

const pem = (bits: number): string =>
  String(
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );

test('realm-admin C8: a key with higher priority becomes active; removing its component reactivates the previous one', async () => {
  const before = (await keys()).active['ES256'];
  const made = await create('ecdsa-generated', { priority: ['200'], ecdsaEllipticCurveKey: ['P-256'] });
  assert.equal(made.status, 201);
  const active = (await keys()).active['ES256'];
  assert.notEqual(active, before);
  assert.equal((await server.call('DELETE', made.path)).status, 204);
  assert.notEqual((await keys()).active['ES256'], active);
  assert.equal((await server.call('GET', made.path)).status, 404);
});

test('realm-admin C8: components are shown with type and parent, without secrets and hidden members', async () => {
  const { path, id } = await create('hmac-generated', { priority: ['7'], algorithm: ['HS256'] });
  const { body } = await server.call<ComponentRepresentation>('GET', path);
  assert.deepEqual(body.config, { priority: ['7'], algorithm: ['HS256'], secretSize: ['64'] });
  assert.equal(body['providerType'], KEYS);
  assert.equal(body['parentId'], server.store.realms.find('shop')?.id);
  const list = await server.call<ComponentRepresentation[]>(
    'GET',
    `${REALM}/components?type=${KEYS}&name=my-hmac-generated`,
  );
  assert.deepEqual(
    list.body.map((each) => each.id),
    [id],
  );
  assert.equal(JSON.stringify(list.body).includes('secret"'), false);
  assert.deepEqual((await server.call('GET', `${REALM}/components?type=other`)).body, []);
});

test('realm-admin A8: changing enabled and active of a key keeps its key material', async () => {
  const { path, id } = await create('eddsa-generated', { priority: ['9'] });
  const kid = (await keys()).active['EdDSA'];
  const change = async (config: Record<string, string[]>): Promise<string | undefined> => {
    const body = { id, name: 'renamed', config: { priority: ['9'], ...config } };
    assert.equal((await server.call('PUT', path, { body })).status, 204);
    return (await keys()).keys.find((key) => key.kid === kid)?.status;
  };
  assert.equal(await change({ active: ['false'] }), 'PASSIVE');
  assert.equal(await change({ enabled: ['false'] }), 'DISABLED');
  assert.equal(await change({ enabled: ['true'], active: ['true'] }), 'ACTIVE');
  assert.equal((await server.call<ComponentRepresentation>('GET', path)).body.name, 'renamed');
});

test('realm-admin A8: another key size generates a new key; the mask keeps an imported one', async () => {
  const { path } = await create('rsa-generated', { algorithm: ['RS384'], keySize: ['2048'] });
  const before = (await keys()).active['RS384'];
  await server.call('PUT', path, { body: { config: { algorithm: ['RS384'], keySize: ['3072'] } } });
  assert.notEqual((await keys()).active['RS384'], before);
  const imported = await create('rsa', { algorithm: ['PS512'], privateKey: [pem(2048)] });
  const kid = (await keys()).active['PS512'];
  const { body } = await server.call<ComponentRepresentation>('GET', imported.path);
  assert.deepEqual(body.config?.['privateKey'], ['**********']);
  assert.equal((await server.call('PUT', imported.path, { body })).status, 204);
  assert.equal((await keys()).active['PS512'], kid);
});

const refusals: [title: string, providerId: string, config: Record<string, string[]>, message: RegExp][] = [
  [
    'a Java keystore',
    'java-keystore',
    { keystore: ['/x.jks'] },
    /java-keystore is not offered here.*provider rsa/,
  ],
  ['a size that is too small', 'aes-generated', { secretSize: ['1'] }, /secretSize must be one of/],
  ['an unknown provider', 'magic', {}, /"magic" is not offered here/],
  [
    'a priority that is not a number',
    'rsa-generated',
    { priority: ['high'] },
    /priority must be a whole number/,
  ],
  ['a key size that is too small', 'rsa-generated', { keySize: ['512'] }, /keySize must be one of/],
  ['a key size that is not a number', 'rsa-generated', { keySize: ['9e99'] }, /keySize must be one of/],
  [
    'an algorithm of another family',
    'rsa-generated',
    { algorithm: ['ES256'] },
    /algorithm must be one of RS256/,
  ],
  [
    'an unknown curve',
    'ecdsa-generated',
    { ecdsaEllipticCurveKey: ['P-1'] },
    /ecdsaEllipticCurveKey must be/,
  ],
  ['an imported key without a key', 'rsa', { priority: ['1'] }, /privateKey is required/],
  ['a damaged imported key', 'rsa', { privateKey: ['nonsense'] }, /privateKey must be a private key as PEM/],
  [
    'a certificate of another key',
    'rsa',
    { privateKey: [pem(2048)], certificate: ['bm8='] },
    /The key cannot be used/,
  ],
];
for (const [title, providerId, config, message] of refusals) {
  test(`realm-admin C8: ${title} is rejected with the reason, and nothing is stored`, async () => {
    const stored = server.store.realms.find('shop')?.components;
    const { status, answer } = await create(providerId, config);
    assert.equal(status, 400);
    assert.match(String((answer as { errorMessage?: string }).errorMessage), message);
    assert.equal(server.store.realms.find('shop')?.components, stored);
  });
}

const DIRECTORY = 'org.keycloak.storage.UserStorageProvider';
const MAPPER = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';
const post = (body: object) => server.call('POST', `${REALM}/components`, { body });

test('realm-admin C8: a component without a provider type is rejected, and so is one with an id in use', async () => {
  const { status, body } = await post({ name: 'x', providerId: 'ldap' });
  assert.deepEqual([status, body], [400, { error: 'Invalid provider type or no such provider' }]);
  const { id } = await create('eddsa-generated', {});
  assert.equal(
    (await post({ id, name: 'x', providerId: 'eddsa-generated', providerType: KEYS })).status,
    409,
  );
  assert.equal((await post({ id, name: 'x', providerId: 'ldap', providerType: DIRECTORY })).status, 409);
});

test('realm-admin C8: a component below a parent that does not exist is rejected, and so is a key below a component', async () => {
  const unknown = await post({ name: 'x', providerId: 'x', providerType: MAPPER, parentId: 'none' });
  assert.deepEqual(
    [unknown.status, unknown.body],
    [400, { error: 'parentId must be the id of the realm or of a component' }],
  );
  const { id } = await create('eddsa-generated', {});
  const key = await post({ name: 'x', providerId: 'rsa-generated', providerType: KEYS, parentId: id });
  assert.deepEqual([key.status, key.body], [400, { error: 'parentId must be the id of the realm' }]);
});

test('Keycloak: a user directory and its mappers are kept as they are sent, and removed together', async () => {
  const config = { connectionUrl: ['ldap://localhost'], bindCredential: ['hush'] };
  const directory = await post({ name: 'ldap', providerId: 'ldap', providerType: DIRECTORY, config });
  assert.equal(directory.status, 201);
  const path = `${REALM}/components/${directory.createdId}`;
  const mapper = { name: 'mail', providerId: 'user-attribute-ldap-mapper', providerType: MAPPER };
  const made = await post({ ...mapper, parentId: directory.createdId });
  assert.equal(made.status, 201);
  const shown = (await server.call<ComponentRepresentation>('GET', path)).body;
  assert.deepEqual(shown.config, { ...config, bindCredential: ['**********'] });
  assert.equal('subComponents' in shown, false);
  const below = await server.call<ComponentRepresentation[]>(
    'GET',
    `${REALM}/components?parent=${directory.createdId}`,
  );
  assert.deepEqual(below.body, [
    { config: {}, ...mapper, id: made.createdId, parentId: directory.createdId },
  ]);
  const changed = { ...shown, config: { ...shown.config, priority: ['1'] } };
  assert.equal((await server.call('PUT', path, { body: changed })).status, 204);
  const stored = server.store.realms.find('shop')?.components?.[DIRECTORY]?.[0];
  assert.deepEqual(stored?.config, { ...config, priority: ['1'] });
  assert.notEqual(stored?.['subComponents'], undefined);
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.equal((await server.call('GET', `${REALM}/components/${made.createdId}`)).status, 404);
});

test('Keycloak: settings of a directory that are sent empty are not kept, and those that are not sent stay', async () => {
  const config = { vendor: ['other'], maxLifespan: [], keyTab: [''], usersDn: ['dc=test', ' '] };
  const made = await post({ name: 'people', providerId: 'ldap', providerType: DIRECTORY, config });
  const path = `${REALM}/components/${made.createdId}`;
  const shown = async () => (await server.call<ComponentRepresentation>('GET', path)).body.config;
  assert.deepEqual(await shown(), { vendor: ['other'], usersDn: ['dc=test'] });
  const body = { name: 'people', config: { usersDn: [], editMode: ['READ_ONLY'] } };
  assert.equal((await server.call('PUT', path, { body })).status, 204);
  assert.deepEqual(await shown(), { vendor: ['other'], editMode: ['READ_ONLY'] });
});

test('Keycloak: a component of a key that nothing needs here is kept and gets no key', async () => {
  for (const [providerId, config] of [
    ['aes-generated', { priority: ['100'], secretSize: ['16'] }],
    ['ecdh-generated', { priority: ['100'], ecdhEllipticCurveKey: ['P-256'] }],
  ] as const) {
    const { status, path } = await create(providerId, config as unknown as Record<string, string[]>);
    assert.equal(status, 201);
    const read = async () => (await server.call<ComponentRepresentation>('GET', path)).body;
    assert.deepEqual((await read()).config, config);
    assert.equal((await server.call('PUT', path, { body: { config: { priority: ['high'] } } })).status, 400);
    const body = { ...(await read()), config: { ...config, priority: ['5'] } };
    assert.equal((await server.call('PUT', path, { body })).status, 204);
    assert.deepEqual((await read()).config, { ...config, priority: ['5'] });
    assert.equal((await keys()).keys.filter((key) => key.providerId === providerId).length, 0);
    assert.equal((await server.call('DELETE', path)).status, 204);
  }
});

test('Keycloak: the same settings of a key again change nothing, not even their order', async () => {
  const config = {
    priority: ['100'],
    enabled: ['true'],
    active: ['true'],
    secretSize: ['64'],
    algorithm: ['HS256'],
  };
  const { path } = await create('hmac-generated', config);
  const stored = () => JSON.stringify(server.store.realms.find('shop')?.components);
  const before = stored();
  assert.equal((await server.call('PUT', path, { body: { config } })).status, 204);
  assert.equal(stored(), before);
});

test('realm-admin C8: a viewer cannot change components', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  for (const [method, path] of [
    ['POST', `${REALM}/components`],
    ['GET', `${REALM}/components`],
    ['DELETE', `${REALM}/components/x`],
  ] as const) {
    const body = method === 'POST' ? { body: {} } : {};
    assert.equal((await server.call(method, path, { token, ...body })).status, 403, path);
  }
});

test('Keycloak: no types of components run below a component; without a type the request is 400', async () => {
  const made = await server.call('POST', '/admin/realms/shop/components', {
    body: { name: 'directory', providerId: 'ldap', providerType: 'org.keycloak.storage.UserStorageProvider' },
  });
  const types = `/admin/realms/shop/components/${made.createdId}/sub-component-types`;
  const mapper = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';
  assert.deepEqual((await server.call('GET', `${types}?type=${mapper}`)).body, []);
  assert.equal((await server.call('GET', types)).status, 400);
  const none = '/admin/realms/shop/components/none/sub-component-types?type=x';
  assert.equal((await server.call('GET', none)).status, 404);
});
