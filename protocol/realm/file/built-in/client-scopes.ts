// The client scopes of a new realm with their protocol mappers.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import type {
  ClientScopeRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';

type Config = Readonly<Record<string, string>>;

const ACCESS: Config = { 'access.token.claim': 'true', 'introspection.token.claim': 'true' };
const TOKENS: Config = { ...ACCESS, 'id.token.claim': 'true' };
const EVERYWHERE: Config = { ...TOKENS, 'userinfo.token.claim': 'true' };

/** Default client scopes of new clients in a new realm. */
export const DEFAULT_SCOPES: readonly string[] = [
  'role_list',
  'saml_organization',
  'profile',
  'email',
  'roles',
  'web-origins',
  'acr',
  'basic',
];

/** Optional client scopes of new clients in a new realm. */
export const OPTIONAL_SCOPES: readonly string[] = [
  'offline_access',
  'address',
  'phone',
  'microprofile-jwt',
  'organization',
];

/** The scope by which clients request offline tokens. Every realm has it. */
export function offlineAccessScope(): ClientScopeRepresentation {
  const attributes = {
    'consent.screen.text': '${offlineAccessScopeConsentText}',
    'display.on.consent.screen': 'true',
  };
  return { ...scope('offline_access', 'OpenID Connect built-in scope: offline_access', {}, []), attributes };
}

/** All client scopes of a new realm, with new identifiers. */
export function builtInClientScopes(): ClientScopeRepresentation[] {
  return [
    basicScope(),
    profileScope(),
    emailScope(),
    addressScope(),
    phoneScope(),
    rolesScope(),
    webOriginsScope(),
    acrScope(),
    microprofileScope(),
    organizationScope(),
    serviceAccountScope(),
    offlineAccessScope(),
    samlScope('role_list', 'SAML role list', [
      mapper('role list', 'saml-role-list-mapper', {
        single: 'false',
        'attribute.nameformat': 'Basic',
        'attribute.name': 'Role',
      }),
    ]),
    samlScope('saml_organization', 'Organization Membership', [
      mapper('organization', 'saml-organization-membership-mapper', {}),
    ]),
  ];
}

function basicScope(): ClientScopeRepresentation {
  return scope('basic', 'OpenID Connect scope for add all basic claims to the token', {}, [
    mapper(
      'auth_time',
      'oidc-usersessionmodel-note-mapper',
      claim('auth_time', 'long', { ...TOKENS, 'user.session.note': 'AUTH_TIME' }),
    ),
    mapper('sub', 'oidc-sub-mapper', ACCESS),
  ]);
}

function profileScope(): ClientScopeRepresentation {
  const settings = { shown: '${profileScopeConsentText}', inToken: true };
  return scope('profile', 'OpenID Connect built-in scope: profile', settings, [
    mapper('full name', 'oidc-full-name-mapper', EVERYWHERE),
    attribute('username', 'username', 'preferred_username'),
    attribute('given name', 'firstName', 'given_name'),
    attribute('family name', 'lastName', 'family_name'),
    attribute('middle name', 'middleName', 'middle_name'),
    attribute('nickname', 'nickname', 'nickname'),
    attribute('profile', 'profile', 'profile'),
    attribute('picture', 'picture', 'picture'),
    attribute('website', 'website', 'website'),
    attribute('gender', 'gender', 'gender'),
    attribute('birthdate', 'birthdate', 'birthdate'),
    attribute('zoneinfo', 'zoneinfo', 'zoneinfo'),
    attribute('locale', 'locale', 'locale'),
    attribute('updated at', 'updatedAt', 'updated_at', 'long'),
  ]);
}

function emailScope(): ClientScopeRepresentation {
  const verified = claim('email_verified', 'boolean', { ...EVERYWHERE, 'user.attribute': 'emailVerified' });
  return scope(
    'email',
    'OpenID Connect built-in scope: email',
    { shown: '${emailScopeConsentText}', inToken: true },
    [
      attribute('email', 'email', 'email'),
      mapper('email verified', 'oidc-usermodel-property-mapper', verified),
    ],
  );
}

function addressScope(): ClientScopeRepresentation {
  const parts = ['formatted', 'street', 'locality', 'region', 'postal_code', 'country'];
  const config = Object.fromEntries(parts.map((part) => [`user.attribute.${part}`, part]));
  const settings = { shown: '${addressScopeConsentText}', inToken: true };
  return scope('address', 'OpenID Connect built-in scope: address', settings, [
    mapper('address', 'oidc-address-mapper', { ...EVERYWHERE, ...config }),
  ]);
}

function phoneScope(): ClientScopeRepresentation {
  return scope(
    'phone',
    'OpenID Connect built-in scope: phone',
    { shown: '${phoneScopeConsentText}', inToken: true },
    [
      attribute('phone number', 'phoneNumber', 'phone_number'),
      attribute('phone number verified', 'phoneNumberVerified', 'phone_number_verified', 'boolean'),
    ],
  );
}

function rolesScope(): ClientScopeRepresentation {
  const many = { ...ACCESS, multivalued: 'true', 'user.attribute': 'foo' };
  return scope(
    'roles',
    'OpenID Connect scope for add user roles to the access token',
    { shown: '${rolesScopeConsentText}' },
    [
      mapper('realm roles', 'oidc-usermodel-realm-role-mapper', claim('realm_access.roles', 'String', many)),
      mapper(
        'client roles',
        'oidc-usermodel-client-role-mapper',
        claim('resource_access.${client_id}.roles', 'String', many),
      ),
      mapper('audience resolve', 'oidc-audience-resolve-mapper', ACCESS),
    ],
  );
}

function webOriginsScope(): ClientScopeRepresentation {
  return scope('web-origins', 'OpenID Connect scope for add allowed web origins to the access token', {}, [
    mapper('allowed web origins', 'oidc-allowed-origins-mapper', ACCESS),
  ]);
}

function acrScope(): ClientScopeRepresentation {
  return scope(
    'acr',
    'OpenID Connect scope for add acr (authentication context class reference) to the token',
    {},
    [mapper('acr loa level', 'oidc-acr-mapper', TOKENS)],
  );
}

function microprofileScope(): ClientScopeRepresentation {
  return scope('microprofile-jwt', 'Microprofile - JWT built-in scope', { inToken: true }, [
    attribute('upn', 'username', 'upn'),
    mapper(
      'groups',
      'oidc-usermodel-realm-role-mapper',
      claim('groups', 'String', { ...TOKENS, multivalued: 'true', 'user.attribute': 'foo' }),
    ),
  ]);
}

function organizationScope(): ClientScopeRepresentation {
  const settings = { shown: '${organizationScopeConsentText}', inToken: true };
  return scope('organization', 'Additional claims about the organization a subject belongs to', settings, [
    mapper(
      'organization',
      'oidc-organization-membership-mapper',
      claim('organization', 'String', { ...TOKENS, multivalued: 'true' }),
    ),
  ]);
}

function serviceAccountScope(): ClientScopeRepresentation {
  const note = (name: string, claimName: string): ProtocolMapperRepresentation =>
    mapper(
      name,
      'oidc-usersessionmodel-note-mapper',
      claim(claimName, 'String', { ...TOKENS, 'user.session.note': claimName }),
    );
  return scope('service_account', 'Specific scope for a client enabled for service accounts', {}, [
    note('Client ID', 'client_id'),
    note('Client IP Address', 'clientAddress'),
    note('Client Host', 'clientHost'),
  ]);
}

function scope(
  name: string,
  description: string,
  settings: { readonly shown?: string; readonly inToken?: boolean },
  protocolMappers: ProtocolMapperRepresentation[],
): ClientScopeRepresentation {
  return {
    id: createUuid(),
    name,
    description,
    protocol: 'openid-connect',
    attributes: {
      'include.in.token.scope': String(settings.inToken ?? false),
      'display.on.consent.screen': String(settings.shown !== undefined),
      'consent.screen.text': settings.shown ?? '',
    },
    protocolMappers,
  };
}

function samlScope(
  name: string,
  description: string,
  mappers: readonly ProtocolMapperRepresentation[],
): ClientScopeRepresentation {
  const attributes = {
    'display.on.consent.screen': String(name === 'role_list'),
    'consent.screen.text': '${samlRoleListScopeConsentText}',
  };
  const protocolMappers = mappers.map((given) => ({ ...given, protocol: 'saml' }));
  return { id: createUuid(), name, description, protocol: 'saml', attributes, protocolMappers };
}

/** An OpenID Connect protocol mapper with a new identifier. */
export function mapper(name: string, protocolMapper: string, config: Config): ProtocolMapperRepresentation {
  return {
    id: createUuid(),
    name,
    protocol: 'openid-connect',
    protocolMapper,
    consentRequired: false,
    config: { ...config },
  };
}

function attribute(
  name: string,
  userAttribute: string,
  claimName: string,
  type = 'String',
): ProtocolMapperRepresentation {
  const config = claim(claimName, type, { ...EVERYWHERE, 'user.attribute': userAttribute });
  return mapper(name, 'oidc-usermodel-attribute-mapper', config);
}

function claim(claimName: string, type: string, config: Config): Config {
  return { ...config, 'claim.name': claimName, 'jsonType.label': type };
}
