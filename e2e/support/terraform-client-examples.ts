// The examples of Terraform's provider for Keycloak: clients, client scopes, protocol mappers, service accounts.
import type { Json } from './replay.ts';
import { client, type Example, idIn, item, type Resource, role } from './terraform.ts';
import {
  EVERYWHERE,
  openidClient,
  openidMapper,
  openidScope,
  readPem,
  samlClient,
  samlMapper,
  samlScope,
  TOKENS,
  USERINFO,
} from './terraform-bodies.ts';
import { mappedRole, scopes } from './terraform-sets.ts';

const CALLBACK = ['http://localhost:8080/openid-callback'];

const openid = (clientId: string, values: Json = {}, attributes: Json = {}, change?: Json): Resource =>
  client(openidClient({ clientId, name: clientId, ...values }, attributes), change);

/** The client of the examples of mappers. */
const exampleClient = () => openid('client');
const exampleScope = () => item('/client-scopes', openidScope({ name: 'client-scope' }));
const realmRole = () => role('/roles', { name: 'my-realm-role', description: 'My Realm Role' });
const clientRole = (id: string) =>
  role(`/clients/${id}/roles`, { name: 'my-client-role', description: 'My Client Role' });
const bearerOnly = (clientId: string, values: Json = {}) => openid(clientId, { bearerOnly: true, ...values });

/** A mapper of a client or a client scope. */
function mapper(parent: string, [page, type, config, change]: MapperRow): Resource {
  const list = `/${parent}/protocol-mappers/models`;
  const name = `${page}-mapper`;
  return item(list, openidMapper(name, type, config), {
    change: { config: { ...config, ...change } },
    find: (api) => idIn(api, list, 'name', name),
  });
}

type MapperRow = readonly [page: string, type: string, config: Json, change: Json];

/** Rows: the page's mapper, what it sends, and a later change. */
const MAPPERS: readonly MapperRow[] = [
  [
    'audience',
    'oidc-audience-mapper',
    {
      ...TOKENS,
      'introspection.token.claim': 'true',
      'included.client.audience': '',
      'included.custom.audience': 'foo',
    },
    { 'included.custom.audience': 'bar' },
  ],
  ['audience_resolve', 'oidc-audience-resolve-mapper', {}, {}],
  ['full_name', 'oidc-full-name-mapper', USERINFO, { 'id.token.claim': 'false' }],
  [
    'group_membership',
    'oidc-group-membership-mapper',
    { ...USERINFO, 'introspection.token.claim': 'false', 'full.path': 'true', 'claim.name': 'groups' },
    { 'full.path': 'false' },
  ],
  [
    'hardcoded_claim',
    'oidc-hardcoded-claim-mapper',
    { ...USERINFO, 'claim.name': 'foo', 'claim.value': 'bar', 'jsonType.label': 'String' },
    { 'claim.value': 'baz' },
  ],
  ['hardcoded_role', 'oidc-hardcoded-role-mapper', { role: 'offline_access' }, {}],
  [
    'sub',
    'oidc-sub-mapper',
    { 'access.token.claim': 'true', 'introspection.token.claim': 'true' },
    { 'introspection.token.claim': 'false' },
  ],
  [
    'user_attribute',
    'oidc-usermodel-attribute-mapper',
    {
      ...EVERYWHERE,
      'user.attribute': 'foo',
      'claim.name': 'bar',
      'jsonType.label': 'String',
      multivalued: 'false',
      'aggregate.attrs': 'false',
    },
    { multivalued: 'true' },
  ],
  [
    'user_client_role',
    'oidc-usermodel-client-role-mapper',
    {
      ...USERINFO,
      'claim.name': 'foo',
      'jsonType.label': 'String',
      multivalued: 'false',
      'usermodel.clientRoleMapping.clientId': '',
      'usermodel.clientRoleMapping.rolePrefix': '',
    },
    { 'usermodel.clientRoleMapping.rolePrefix': 'app_' },
  ],
  [
    'user_property',
    'oidc-usermodel-property-mapper',
    { ...USERINFO, 'user.attribute': 'email', 'claim.name': 'email', 'jsonType.label': 'String' },
    { 'claim.name': 'mail' },
  ],
  [
    'user_realm_role',
    'oidc-usermodel-realm-role-mapper',
    {
      ...EVERYWHERE,
      'claim.name': 'foo',
      'jsonType.label': 'String',
      multivalued: 'false',
      'usermodel.realmRoleMapping.rolePrefix': '',
    },
    { multivalued: 'true' },
  ],
  [
    'user_session_note',
    'oidc-usersessionmodel-note-mapper',
    { ...EVERYWHERE, 'claim.name': 'foo', 'jsonType.label': 'String', 'user.session.note': 'bar' },
    { 'user.session.note': 'baz' },
  ],
];

const signed = () =>
  client(
    samlClient(
      { clientId: 'saml-client', name: 'saml-client' },
      {
        'saml.server.signature': 'false',
        'saml.assertion.signature': 'true',
        'saml.signing.certificate': readPem('test-saml.certificate'),
        'saml.signing.private.key': readPem('test-saml.private'),
      },
    ),
    { description: 'changed', redirectUris: ['https://sp.test/acs'] },
  );

const samlMapperOf = (
  ids: Readonly<Record<string, string>>,
  name: string,
  type: string,
  config: Json,
): Resource =>
  item(`/clients/${ids['saml_client']}/protocol-mappers/models`, samlMapper(name, type, config), {
    change: { name: `${name}-renamed` },
  });

const scopeMappings = (
  parent: string,
  ids: Readonly<Record<string, string>>,
  roleId: string,
  clientId?: string,
): Resource =>
  mappedRole(
    `/${parent}/scope-mappings/${clientId === undefined ? 'realm' : `clients/${ids[clientId]}`}`,
    ids[roleId] ?? '',
  );

const myScope = () => item('/client-scopes', openidScope({ name: 'my-client-scope' }));

/** Examples by the page's resource. */
export const CLIENT_EXAMPLES: Readonly<Record<string, Example>> = {
  keycloak_openid_client: {
    openid_client: () =>
      openid(
        'test-client',
        { name: 'test client', standardFlowEnabled: true, redirectUris: CALLBACK },
        { login_theme: 'keycloak', key1: 'value1', key2: 'value2' },
        { description: 'changed', webOrigins: ['+'], rootUrl: 'https://app.test', adminUrl: '' },
      ),
    public_client: () => openid('public-client', { publicClient: true, directAccessGrantsEnabled: true }),
    with_secret: () =>
      openid(
        'with-secret',
        { secret: 'Passw0rd!', redirectUris: CALLBACK, standardFlowEnabled: true },
        { 'post.logout.redirect.uris': 'https://app.test/one##https://app.test/two' },
        { secret: 'another' },
      ),
  },
  keycloak_openid_client_default_scopes: {
    client: () => openid('test-client'),
    client_scope: () => item('/client-scopes', openidScope({ name: 'test-client-scope' })),
    client_default_scopes: (ids) =>
      scopes(
        `/clients/${ids['client']}/default-client-scopes`,
        ['profile', 'email', 'roles', 'web-origins', 'test-client-scope'],
        ['profile'],
      ),
  },
  keycloak_openid_client_optional_scopes: {
    client: () => openid('test-client'),
    client_scope: () => item('/client-scopes', openidScope({ name: 'test-client-scope' })),
    client_optional_scopes: (ids) =>
      scopes(
        `/clients/${ids['client']}/optional-client-scopes`,
        ['address', 'phone', 'offline_access', 'microprofile-jwt', 'test-client-scope'],
        ['phone', 'address'],
      ),
  },
  keycloak_openid_client_scope: {
    openid_client_scope: () =>
      item(
        '/client-scopes',
        openidScope(
          {
            name: 'groups',
            description: "When requested, this scope will map a user's group memberships to a claim",
          },
          { 'gui.order': '1' },
        ),
        { change: { description: '' } },
      ),
  },
  keycloak_openid_client_service_account_realm_role: {
    realm_role: () => role('/roles', { name: 'my-realm-role' }),
    client: () => openid('client', { serviceAccountsEnabled: true }),
    service_account: (ids) => serviceAccount(ids['client'] ?? ''),
    client_service_account_role: (ids) => {
      const path = `/users/${ids['service_account']}/role-mappings/realm`;
      return mappedRole(path, ids['realm_role'] ?? '', `${path}/composite`);
    },
  },
  keycloak_openid_client_service_account_role: {
    client1: () => openid('client1'),
    client1_role: (ids) =>
      role(`/clients/${ids['client1']}/roles`, {
        name: 'my-client1-role',
        description: 'A role that client1 provides',
      }),
    client2: () => openid('client2', { serviceAccountsEnabled: true }),
    service_account: (ids) => serviceAccount(ids['client2'] ?? ''),
    client2_service_account_role: (ids) =>
      mappedRole(
        `/users/${ids['service_account']}/role-mappings/clients/${ids['client1']}`,
        ids['client1_role'] ?? '',
      ),
  },
  'keycloak_openid_…_protocol_mapper': {
    client: exampleClient,
    client_scope: exampleScope,
    ...Object.fromEntries(
      MAPPERS.flatMap((row): [string, Example[string]][] => [
        [`${row[0]}_of_client`, (ids) => mapper(`clients/${ids['client']}`, row)],
        [`${row[0]}_of_scope`, (ids) => mapper(`client-scopes/${ids['client_scope']}`, row)],
      ]),
    ),
  },
  keycloak_generic_role_mapper: {
    client_a: () => bearerOnly('client-a', { fullScopeAllowed: false }),
    client_b: () => bearerOnly('client-b'),
    client_scope: myScope,
    realm_role: realmRole,
    client_role: (ids) => clientRole(ids['client_a'] ?? ''),
    client_and_realm_role: (ids) => scopeMappings(`clients/${ids['client_b']}`, ids, 'realm_role'),
    client_and_client_role: (ids) =>
      scopeMappings(`clients/${ids['client_b']}`, ids, 'client_role', 'client_a'),
    scope_and_realm_role: (ids) => scopeMappings(`client-scopes/${ids['client_scope']}`, ids, 'realm_role'),
    scope_and_client_role: (ids) =>
      scopeMappings(`client-scopes/${ids['client_scope']}`, ids, 'client_role', 'client_a'),
  },
  keycloak_generic_protocol_mapper: {
    saml_client: () => client(samlClient({ clientId: 'test-client' })),
    saml_hardcode_attribute_mapper: (ids) =>
      samlMapperOf(ids, 'test-mapper', 'saml-hardcode-attribute-mapper', {
        'attribute.name': 'name',
        'attribute.nameformat': 'Basic',
        'attribute.value': 'value',
        'friendly.name': 'display name',
      }),
  },
  keycloak_saml_client: { saml_client: signed },
  keycloak_saml_client_default_scopes: {
    saml_client: signed,
    client_scope: () => item('/client-scopes', samlScope({ name: 'client-scope' })),
    client_default_scopes: (ids) =>
      scopes(
        `/clients/${ids['saml_client']}/default-client-scopes`,
        ['role_list', 'client-scope'],
        ['role_list'],
      ),
  },
  keycloak_saml_client_scope: {
    saml_client_scope: () =>
      item(
        '/client-scopes',
        samlScope(
          { name: 'groups', description: "This scope will map a user's group memberships to SAML assertion" },
          { 'gui.order': '1' },
        ),
        { change: { name: 'teams' } },
      ),
  },
  'keycloak_saml_user_…_protocol_mapper': {
    saml_client: signed,
    saml_user_attribute_mapper: (ids) =>
      samlMapperOf(ids, 'displayname-user-attribute-mapper', 'saml-user-attribute-mapper', {
        'attribute.name': 'displayName',
        'attribute.nameformat': 'Unspecified',
        'friendly.name': '',
        'user.attribute': 'displayName',
        'aggregate.attrs': 'false',
      }),
    saml_user_property_mapper: (ids) =>
      samlMapperOf(ids, 'email-user-property-mapper', 'saml-user-property-mapper', {
        'attribute.name': 'email',
        'attribute.nameformat': 'Unspecified',
        'friendly.name': '',
        'user.attribute': 'email',
      }),
  },
};

/** The user of a service account, which the client's resource reads. */
function serviceAccount(id: string): Resource {
  const path = `/clients/${id}/service-account-user`;
  return {
    create: async (api) => (await api.get<{ id: string }>(path)).id,
    read: (api) => api.find(path),
    destroy: async () => undefined,
    permanent: true,
    values: {},
  };
}
