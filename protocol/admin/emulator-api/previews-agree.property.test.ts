import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { NewTokenPreviewWire, TokenPreviewWire } from '#protocol/contract/token-preview.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { preparedKeys } from '#protocol/testing/realm-keys.ts';
import { MAPPER_TYPES } from '#protocol/token/mappers/table.ts';

const DEMO = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/realms/demo.json'), 'utf8'),
) as RealmRepresentation;

/** Every flow by which a test can get tokens quickly is on; nothing else differs. */
function opened(realm: RealmRepresentation): RealmRepresentation {
  return {
    ...realm,
    clients: (realm.clients ?? []).map((client) =>
      isOpenable(client)
        ? { ...client, directAccessGrantsEnabled: true, consentRequired: false, ...secretOf(client) }
        : client,
    ),
  };
}

function isOpenable(client: ClientRepresentation): boolean {
  return (client.protocol ?? 'openid-connect') === 'openid-connect' && client.bearerOnly !== true;
}

function secretOf(client: ClientRepresentation): Partial<ClientRepresentation> {
  return client.publicClient === true
    ? {}
    : { secret: 'secret', clientAuthenticatorType: 'client-secret', attributes: {} };
}

const EVERYWHERE = {
  'access.token.claim': 'true',
  'id.token.claim': 'true',
  'userinfo.token.claim': 'true',
  'lightweight.claim': 'true',
};

/** Config that makes each type write something; the others need none. */
const CONFIG: Readonly<Record<string, Record<string, string>>> = {
  'oidc-audience-mapper': { 'included.client.audience': 'api' },
  'oidc-hardcoded-claim-mapper': { 'claim.name': 'deep.er', 'claim.value': 'x' },
  'oidc-hardcoded-role-mapper': { role: 'api.extra' },
  'oidc-role-name-mapper': { role: 'boss', 'new.role.name': 'api.chief' },
  'oidc-usermodel-attribute-mapper': { 'user.attribute': 'team', 'claim.name': 'team' },
  'oidc-usermodel-property-mapper': { 'user.attribute': 'email', 'claim.name': 'mail' },
  'oidc-usersessionmodel-note-mapper': { 'user.session.note': 'AUTH_TIME', 'claim.name': 'auth_time' },
  'oidc-group-membership-mapper': { 'claim.name': 'groups' },
};

const ALL_MAPPERS: ProtocolMapperRepresentation[] = Object.keys(MAPPER_TYPES).map((type) => ({
  name: type,
  protocolMapper: type,
  config: { ...EVERYWHERE, ...CONFIG[type] },
}));

/** Two mappers set one claim, a scope sets one of the protocol, and one type is unknown. */
const CONFLICTING: ProtocolMapperRepresentation[] = [
  ...['first', 'second'].map((value) => ({
    name: value,
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config: { ...EVERYWHERE, 'claim.name': 'twice', 'claim.value': value },
  })),
  {
    name: 'azp',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    // Not in access tokens, which userinfo would no longer recognize.
    config: { 'id.token.claim': 'true', 'claim.name': 'azp', 'claim.value': 'somebody' },
  },
  { name: 'unknown', protocolMapper: 'script-mine.js', config: { 'claim.name': 'mine' } },
];

const KITCHEN: RealmRepresentation = {
  realm: 'kitchen',
  roles: {
    realm: [
      { name: 'boss', composites: { realm: ['cook'], client: { api: ['read'] } } },
      { name: 'cook' },
      { name: 'guarded' },
    ],
    client: { api: [{ name: 'read' }, { name: 'write', composites: { client: { api: ['read'] } } }] },
  },
  groups: [
    { name: 'all', realmRoles: ['cook'], subGroups: [{ name: 'few', clientRoles: { api: ['write'] } }] },
  ],
  clientScopes: [
    { name: 'everything', protocol: 'openid-connect', protocolMappers: ALL_MAPPERS },
    {
      name: 'conflicts',
      protocol: 'openid-connect',
      attributes: { 'include.in.token.scope': 'false' },
      protocolMappers: CONFLICTING,
    },
    { name: 'for-bosses', protocol: 'openid-connect', protocolMappers: CONFLICTING.slice(0, 1) },
  ],
  scopeMappings: [
    { clientScope: 'for-bosses', roles: ['boss'] },
    { client: 'narrow', roles: ['cook'] },
  ],
  clients: [
    { clientId: 'api', bearerOnly: true },
    { clientId: 'plain', publicClient: true },
    ...[
      { clientId: 'wide' },
      { clientId: 'narrow', fullScopeAllowed: false },
      { clientId: 'light', attributes: { 'client.use.lightweight.access.token.enabled': 'true' } },
    ].map((client) => ({
      ...client,
      publicClient: true,
      redirectUris: ['http://kitchen.test/*'],
      defaultClientScopes: ['everything', 'conflicts'],
      optionalClientScopes: ['for-bosses'],
    })),
    {
      clientId: 'account',
      publicClient: false,
      serviceAccountsEnabled: true,
      protocolMappers: ALL_MAPPERS.slice(0, 8),
    },
  ],
  users: ['chef', 'guest'].map((username, index) => ({
    username,
    email: `${username}@kitchen.test`,
    firstName: username,
    realmRoles: index === 0 ? ['default-roles-kitchen', 'boss'] : [],
    groups: index === 0 ? [] : ['/all/few'],
    attributes: {
      team: ['red', 'blue'],
      'understudy.claims': ['{"own":{"nested":[1,2]},"twice":"mine","aud":"never"}'],
      locality: ['Town'],
    },
    credentials: [{ type: 'password', value: `${username}-password` }],
  })),
};

const REALMS = [opened(DEMO), opened(KITCHEN)];
const server = await startComposedServer({
  realms: REALMS,
  async prepare({ store }, clock) {
    const { realm, users } = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
    await store.realms.create({ ...realm, components: preparedKeys() }, users);
  },
});
after(() => server.stop());

async function preview(realm: string, body: NewTokenPreviewWire): Promise<TokenPreviewWire> {
  const response = await fetch(`${server.baseUrl}/emulator/v1/realms/${realm}/token-preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as TokenPreviewWire;
}

async function requestTokens(realm: string, form: Record<string, string>): Promise<TokenResponseWire> {
  const url = `${server.baseUrl}/realms/${realm}/protocol/openid-connect/token`;
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as TokenResponseWire;
}

async function readUserInfo(realm: string, token: string): Promise<Record<string, unknown>> {
  const url = `${server.baseUrl}/realms/${realm}/protocol/openid-connect/userinfo`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  assert.equal(response.status, 200, `${response.headers.get('www-authenticate')} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Different in each token; times are not, as the server's clock stands still. */
const VOLATILE = ['jti', 'sid', 'session_state', 'at_hash'];

function steady(claims: Readonly<Record<string, unknown>> | undefined) {
  return Object.fromEntries(Object.entries(claims ?? {}).filter(([name]) => !VOLATILE.includes(name)));
}

function claimsOf(token: string | undefined) {
  return steady(decodeJws(token ?? '')?.claims);
}

async function compare(
  realm: string,
  wanted: NewTokenPreviewWire,
  form: Record<string, string>,
): Promise<void> {
  const { before } = await preview(realm, wanted);
  const real = await requestTokens(realm, { client_id: wanted.client, scope: wanted.scope ?? '', ...form });
  const about = JSON.stringify(wanted);
  assert.deepEqual(steady(before.accessToken?.content), claimsOf(real.access_token), `access token ${about}`);
  assert.deepEqual(steady(before.idToken?.content), claimsOf(real.id_token), `ID token ${about}`);
  assert.equal(before.scope, real.scope);
  if (real.id_token !== undefined)
    assert.deepEqual(
      steady(before.userInfo?.content),
      steady(await readUserInfo(realm, real.access_token)),
      `userinfo ${about}`,
    );
  else assert.equal(before.userInfo, undefined);
  for (const document of [before.accessToken, before.idToken, before.userInfo])
    assert.ok(document?.claims.every(({ causes }) => causes.length > 0) ?? true, `causes ${about}`);
}

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  demo: ['', 'openid', 'openid phone address', 'openid offline_access microprofile-jwt'],
  kitchen: ['', 'openid'],
};

for (const { realm, clients = [], users = [] } of REALMS) {
  for (const client of clients.filter(isOpenable)) {
    const secret: Record<string, string> = client.publicClient === true ? {} : { client_secret: 'secret' };
    test(`token preview: what users get from ${client.clientId} of realm ${realm} is what the preview shows`, async () => {
      const optional = (client.optionalClientScopes ?? []).map((name) => `openid ${name}`);
      for (const { username = '' } of users) {
        for (const scope of [...(SCOPES[realm] ?? []), ...optional]) {
          const password = `${username}-password`;
          const wanted = { client: client.clientId, user: username, scope };
          await compare(realm, wanted, { grant_type: 'password', username, password, ...secret });
        }
      }
    });
    if (client.serviceAccountsEnabled !== true) continue;
    test(`token preview: what the service account of ${client.clientId} gets is what the preview shows`, async () => {
      for (const scope of ['', 'openid'])
        await compare(
          realm,
          { client: client.clientId, scope },
          { grant_type: 'client_credentials', ...secret },
        );
    });
  }
}
