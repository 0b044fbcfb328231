// The examples of Terraform's provider for Keycloak: identity providers, their mappers, and organizations.
import type { Json } from './replay.ts';
import { type Example, idIn, item, type Resource, role } from './terraform.ts';
import { identityProvider, identityProviderMapper } from './terraform-bodies.ts';
import { group, provider } from './terraform-kinds.ts';

const oidc = (alias = 'oidc') =>
  provider(
    identityProvider(
      { alias, providerId: 'oidc' },
      {
        backchannelSupported: 'true',
        authorizationUrl: 'https://example.com/auth',
        tokenUrl: 'https://example.com/token',
        clientId: 'example_id',
        clientSecret: 'example_token',
        defaultScope: 'openid random profile',
      },
    ),
    { trustEmail: true },
  );

const social = (alias: string, values: Json, config: Json) => (): Resource =>
  provider(
    identityProvider(
      { alias, providerId: alias, ...values },
      {
        clientId: 'id',
        clientSecret: 'secret',
        myCustomConfigKey: 'myValue',
        syncMode: 'IMPORT',
        ...config,
      },
    ),
    { displayName: 'changed' },
  );

const providerMapper = (name: string, type: string, config: Json): Resource => {
  const list = '/identity-provider/instances/oidc/mappers';
  const sent = identityProviderMapper('oidc', name, type, config);
  return item(list, sent, {
    change: { config: { ...(sent['config'] as Json), syncMode: 'FORCE' } },
    find: (api) => idIn(api, list, 'name', name),
  });
};

const SIGNED_IN = { trustEmail: true };

const MAPPER = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';

/** The provider sends an empty list where it wants nothing kept. */
const DIRECTORY = {
  cachePolicy: ['DEFAULT'],
  enabled: ['true'],
  priority: ['0'],
  importEnabled: ['true'],
  editMode: ['READ_ONLY'],
  vendor: ['other'],
  usernameLDAPAttribute: ['cn'],
  rdnLDAPAttribute: ['cn'],
  uuidLDAPAttribute: ['entryDN'],
  userObjectClasses: ['simpleSecurityObject, organizationalRole'],
  connectionUrl: ['ldap://openldap'],
  usersDn: ['dc=example,dc=org'],
  krbPrincipalAttribute: [''],
  bindDn: ['cn=admin,dc=example,dc=org'],
  authType: ['simple'],
  searchScope: ['1'],
  useTruststoreSpi: ['always'],
  connectionTimeout: ['5000'],
  readTimeout: ['10000'],
  evictionHour: [],
  evictionMinute: [],
  evictionDay: [],
  maxLifespan: [],
};

/** A directory; its password is masked, so that the provider compares what it has sent. */
const directory = (): Resource => {
  const sent = {
    name: 'openldap',
    providerId: 'ldap',
    providerType: 'org.keycloak.storage.UserStorageProvider',
    parentId: 'my-realm',
    config: { ...DIRECTORY, bindCredential: ['admin'] },
  };
  return {
    ...item('/components', sent, { change: { name: 'renamed' } }),
    update: (api, id, changed) =>
      api.put(`/components/${id}`, { ...sent, ...changed, id, config: sent.config }),
    values: { ...sent, config: DIRECTORY },
  };
};

/** Examples by the page's resource. */
export const PROVIDER_EXAMPLES: Readonly<Record<string, Example>> = {
  keycloak_ldap_user_federation: {
    ldap_user_federation: directory,
    ldap_user_attribute_mapper: (ids) =>
      item(
        '/components',
        {
          name: 'user-attribute-mapper',
          providerId: 'user-attribute-ldap-mapper',
          providerType: MAPPER,
          parentId: ids['ldap_user_federation'],
          config: {
            'user.model.attribute': ['foo'],
            'ldap.attribute': ['bar'],
            'read.only': ['false'],
            'attribute.default.value': [''],
          },
        },
        { change: { name: 'renamed' } },
      ),
  },
  keycloak_organization: {
    organization: () =>
      item(
        '/organizations',
        { name: 'org', alias: 'org', enabled: true, domains: [{ name: 'example.com' }], attributes: {} },
        {
          change: { description: 'changed' },
          find: async (api) =>
            (await api.get<readonly Json[]>('/organizations?search=org'))[0]?.['id'] as string | undefined,
        },
      ),
    identity_provider: (ids) =>
      provider(
        identityProvider(
          { alias: 'my-idp', providerId: 'oidc' },
          {
            authorizationUrl: 'https://authorizationurl.com',
            clientId: 'clientID',
            clientSecret: 'clientSecret',
            tokenUrl: 'https://tokenurl.com',
            'kc.org.domain': 'example.com',
            'kc.org.broker.redirect.mode.email-matches': 'true',
          },
        ),
        SIGNED_IN,
        ids['organization'],
      ),
  },
  'keycloak_…_identity_provider': {
    oidc: () => oidc('my-idp'),
    facebook: social('facebook', SIGNED_IN, { fetchedFields: 'picture' }),
    github: social('github', SIGNED_IN, {
      baseUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      defaultScope: 'user:email',
    }),
    google: social('google', SIGNED_IN, { hostedDomain: 'example.com' }),
    microsoft: social('microsoft', { displayName: 'myMicrosoft-idp' }, {}),
    openshift_v4: social('openshift-v4', SIGNED_IN, {
      baseUrl: 'https://openshift.example.com:8443',
      defaultScope: 'user:full',
    }),
    saml: () =>
      provider(
        identityProvider(
          { alias: 'my-saml-idp', providerId: 'saml', storeToken: false, trustEmail: true },
          {
            entityId: 'https://domain.com/entity_id',
            singleSignOnServiceUrl: 'https://domain.com/adfs/ls/',
            singleLogoutServiceUrl: 'https://domain.com/adfs/ls/?wa=wsignout1.0',
            backchannelSupported: 'true',
            postBindingResponse: 'true',
            postBindingLogout: 'true',
            postBindingAuthnRequest: 'true',
            forceAuthn: 'true',
          },
        ),
        { enabled: false },
      ),
    kubernetes: () =>
      provider(
        identityProvider(
          { alias: 'my-k8s-idp', providerId: 'kubernetes' },
          { issuer: 'https://example.com/issuer/' },
        ),
        { hideOnLogin: true },
      ),
    spiffe: () =>
      provider(
        identityProvider(
          { alias: 'my-spiffe-idp', providerId: 'spiffe' },
          { trustDomain: 'spiffe://my-trust-domain', bundleEndpoint: 'https://example.com/spiffe/bundle' },
        ),
        { hideOnLogin: true },
      ),
  },
  'keycloak_…_identity_provider_mapper': {
    oidc: () => oidc(),
    realm_role: () => role('/roles', { name: 'my-realm-role', description: 'My Realm Role' }),
    realm_group: () => group({ name: 'my-realm-group', description: 'My Realm Group' }),
    attribute_importer: () =>
      providerMapper('email-attribute-importer', 'oidc-user-attribute-idp-mapper', {
        claim: 'my-email-claim',
        'user.attribute': 'email',
      }),
    attribute_to_role: () =>
      providerMapper('role-attribute', 'oidc-role-idp-mapper', {
        role: 'my-realm-role',
        claim: 'my-claim',
        'claim.value': 'my-value',
      }),
    custom: () =>
      providerMapper('group-mapper', 'oidc-advanced-group-idp-mapper', {
        'are.claim.values.regex': 'true',
        syncMode: 'FORCE',
        group: '/DevOps',
        claims: '[{"key":"groups","value":"DevOps"}]',
      }),
    hardcoded_attribute: () =>
      providerMapper('hardcodedUserSessionAttribute', 'hardcoded-user-session-attribute-idp-mapper', {
        attribute: 'attribute',
        'attribute.value': 'value',
      }),
    hardcoded_group: () =>
      providerMapper('hardcodedGroup', 'oidc-hardcoded-group-idp-mapper', { group: 'my-realm-group' }),
    hardcoded_role: () =>
      providerMapper('hardcodedRole', 'oidc-hardcoded-role-idp-mapper', { role: 'my-realm-role' }),
    user_template_importer: () =>
      providerMapper('username-template-importer', 'oidc-username-idp-mapper', {
        template: '$' + '{ALIAS}.$' + '{CLAIM.email}',
      }),
  },
};
