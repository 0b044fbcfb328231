// Own process: it takes as long as a whole group of files, so it begins first.
// A value of the wrong type never breaks the server, wherever it comes in: it is rejected with 400, or
// nothing reads it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAdministratorAccess } from './admin/administrator-access.ts';
import type { RealmRepresentation } from './contract/realm-representation.ts';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from './contract/settings/client.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from './contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from './contract/settings/saml-client.ts';
import {
  CLIENT_SCOPE_SETTINGS,
  COMPONENT_SETTINGS,
  CONSENT_SETTINGS,
  CREDENTIAL_SETTINGS,
  GROUP_SETTINGS,
  MAPPER_SETTINGS,
  ROLE_SETTINGS,
} from './contract/settings/shared.ts';
import { USER_SETTINGS } from './contract/settings/user.ts';
import { importRealm } from './realm/file/import-realm.ts';
import { normalizeRealm } from './realm/file/normalize-realm.ts';
import { RealmFileError } from './realm/file/realm-file-error.ts';
import { createMasterRealm } from './realm/master-realm.ts';
import { effectiveRoles } from './realm/view/roles.ts';
import { viewRealm } from './realm/view/view-realm.ts';
import { startComposedServer } from './testing/composed-server.ts';

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  '',
  'x',
  [],
  ['x'],
  [1],
  [null],
  [{}],
  {},
  { a: 1 },
  { a: null },
  { a: ['x'] },
  { a: [{}] },
];

const CLIENT = {
  clientId: 'till',
  secret: 's',
  publicClient: false,
  directAccessGrantsEnabled: true,
  redirectUris: ['http://127.0.0.1/*'],
};
const USER = {
  username: 'ann',
  email: 'ann@example.test',
  credentials: [{ type: 'password', value: 'pw' }],
};

function shop(changes: object = {}): RealmRepresentation {
  return {
    realm: 'shop',
    defaultSignatureAlgorithm: 'ES256',
    clients: [CLIENT],
    users: [USER],
    ...changes,
  };
}

/** A shorter list: each accepted value takes several requests. */
const SENT: readonly unknown[] = [null, true, 'x', ['x'], [{}], { a: 1 }];
/** Attributes are texts; a single check covers the rejection of other types. */
const SENT_TEXTS: readonly unknown[] = ['', 'x'];

type Put = (member: string, value: unknown) => object;

/** Where the members of each table are in a realm file. */
const PLACES: readonly (readonly [name: string, rows: object, put: Put])[] = [
  ['realm', REALM_SETTINGS, (member, value) => shop({ [member]: value })],
  ['client', CLIENT_SETTINGS, (member, value) => shop({ clients: [{ ...CLIENT, [member]: value }] })],
  ['user', USER_SETTINGS, (member, value) => shop({ users: [{ ...USER, [member]: value }] })],
  ['role', ROLE_SETTINGS, (member, value) => shop({ roles: { realm: [{ name: 'r', [member]: value }] } })],
  ['group', GROUP_SETTINGS, (member, value) => shop({ groups: [{ name: 'g', [member]: value }] })],
  [
    'credential',
    CREDENTIAL_SETTINGS,
    (member, value) => shop({ users: [{ ...USER, credentials: [{ type: 'password', [member]: value }] }] }),
  ],
  [
    'consent',
    CONSENT_SETTINGS,
    (member, value) =>
      shop({ users: [{ ...USER, clientConsents: [{ clientId: 'till', [member]: value }] }] }),
  ],
  [
    'scope',
    CLIENT_SCOPE_SETTINGS,
    (member, value) =>
      shop({ clientScopes: [{ name: 's', [member]: value }], defaultDefaultClientScopes: ['s'] }),
  ],
  [
    'mapper',
    MAPPER_SETTINGS,
    (member, value) =>
      shop({
        clients: [
          {
            ...CLIENT,
            protocolMappers: [
              { name: 'm', protocolMapper: 'oidc-usermodel-attribute-mapper', [member]: value },
            ],
          },
        ],
      }),
  ],
  [
    'component',
    COMPONENT_SETTINGS,
    (member, value) =>
      shop({ components: { 'org.keycloak.keys.KeyProvider': [{ providerId: 'rsa', [member]: value }] } }),
  ],
];

for (const [name, rows, put] of PLACES)
  test(`contract "Realm files": a ${name} with a member of any type is rejected by name, or its realm works`, () => {
    for (const member of Object.keys(rows))
      for (const value of VALUES) {
        const place = `${name} ${member} ${JSON.stringify(value)}`;
        try {
          const file = put(member, value) as RealmRepresentation;
          const { realm, users } = normalizeRealm(file, { now: () => 0 });
          const view = viewRealm(realm);
          for (const user of users) effectiveRoles(view, user);
        } catch (error) {
          assert.ok(error instanceof RealmFileError, `${place}: ${error}`);
          assert.notEqual(error.remedy, '', place);
        }
      }
  });

const server = await startComposedServer({
  async prepare(deps, clock) {
    const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
    await deps.store.realms.create(master.realm, master.users);
    await importRealm(deps, shop(), clock);
  },
});
after(() => server.stop());
const access = createAdministratorAccess({
  store: server.store,
  issuer: server.tokenIssuer,
  clocks: server.clocks,
  baseUrl: () => server.baseUrl,
});

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${await access.token()}`,
    'content-type': 'application/json',
  };
  const response = await fetch(server.baseUrl + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response;
}

async function find<T>(path: string): Promise<T> {
  return (await (await call('GET', path)).json()) as T;
}

/** Uses the realm as a client and a user would. */
async function workWithRealm(place: string): Promise<void> {
  const realm = '/realms/shop/protocol/openid-connect';
  const form = {
    grant_type: 'password',
    client_id: 'till',
    client_secret: 's',
    username: 'ann',
    password: 'pw',
  };
  const query = new URLSearchParams({
    client_id: 'till',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1/cb',
    scope: 'openid',
  });
  const answers = await Promise.all([
    fetch(`${server.baseUrl}${realm}/token`, { method: 'POST', body: new URLSearchParams(form) }),
    fetch(`${server.baseUrl}${realm}/auth?${query}`, { redirect: 'manual' }),
    fetch(`${server.baseUrl}/realms/shop/.well-known/openid-configuration`),
    call('GET', '/admin/realms/shop'),
  ]);
  for (const { status, url } of answers) assert.ok(status < 500, `${place}: ${url} answers ${status}`);
  for (const answer of answers) await answer.arrayBuffer();
}

/** Sends each member with each value to one URL; accepted values are used, then reverted. */
async function sendAll(
  path: string,
  members: readonly string[],
  wrap: Put,
  values: readonly unknown[] = SENT,
): Promise<void> {
  const before = await find<object>(path);
  for (const member of members)
    for (const value of values) {
      const place = `PUT ${path} ${member} ${JSON.stringify(value)}`;
      const response = await call('PUT', path, wrap(member, value));
      assert.ok([204, 400, 409].includes(response.status), `${place}: ${response.status}`);
      await response.arrayBuffer();
      if (response.status !== 204) continue;
      await workWithRealm(place);
      assert.equal((await call('PUT', path, before)).status, 204, `${place}: cannot be taken back`);
    }
}

const plain: Put = (member, value) => ({ [member]: value });
const asAttribute: Put = (member, value) => ({ attributes: { [member]: value } });

test('admin API: a realm with a member of any type is rejected by name, or the realm still works', async () => {
  const members = Object.keys(REALM_SETTINGS).filter((member) => member !== 'realm' && member !== 'enabled');
  await sendAll('/admin/realms/shop', members, plain);
  await sendAll('/admin/realms/shop', Object.keys(REALM_ATTRIBUTES), asAttribute, SENT_TEXTS);
  assert.equal((await call('PUT', '/admin/realms/shop', { attributes: { a: ['x'] } })).status, 400);
});

test('admin API: a client with a member of any type is rejected by name, or the realm still works', async () => {
  const [client] = await find<{ id: string }[]>('/admin/realms/shop/clients?clientId=till');
  const path = `/admin/realms/shop/clients/${client?.id}`;
  await sendAll(path, Object.keys(CLIENT_SETTINGS), plain);
  await sendAll(
    path,
    Object.keys({ ...CLIENT_ATTRIBUTES, ...SAML_CLIENT_ATTRIBUTES }),
    asAttribute,
    SENT_TEXTS,
  );
  assert.equal((await call('PUT', path, { attributes: { a: ['x'] } })).status, 400);
});

test('admin API: a user with a member of any type is rejected by name, or the realm still works', async () => {
  const [user] = await find<{ id: string }[]>('/admin/realms/shop/users?username=ann');
  await sendAll(`/admin/realms/shop/users/${user?.id}`, Object.keys(USER_SETTINGS), plain);
});
