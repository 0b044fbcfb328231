// The protocol mappers that shape tokens and assertions: one row each, with the settings of its `config`.
import type { AttributeRow, AttributeRows } from './setting-row.ts';
import { flag, oneOf, text } from './value-type.ts';

export interface MapperRow {
  /** Keycloak's name, in sentence case. */
  readonly name: string;
  /** Heading under which tools list it. */
  readonly category: string;
  /** What it does, in one sentence. */
  readonly effect: string;
  readonly settings: AttributeRows;
  /** Settings of a new mapper that differ from the defaults. */
  readonly fresh?: Readonly<Record<string, string>>;
}

const TOKEN = 'Token mapper';
const ATTRIBUTE_STATEMENT = 'AttributeStatement Mapper';
const ROLE = 'Role Mapper';

/** A setting without which the mapper does nothing. */
const needed = (label: string, effect: string): AttributeRow => ({
  ...setting(text, label, effect),
  required: true,
});

const setting = (
  type: AttributeRow['type'],
  label: string,
  effect: string,
  standard?: string,
): AttributeRow => ({
  type,
  section: 'Mapper',
  label,
  effect,
  ...(standard === undefined ? {} : { default: standard }),
});

const CLAIM_NAME = needed('Token claim name', 'A dot creates a nested object; `\\.` is a literal dot.');
const JSON_TYPE = setting(
  oneOf(['String', 'long', 'int', 'boolean', 'JSON']),
  'Claim JSON type',
  'The JSON type of the claim.',
  'String',
);
const MULTIVALUED = setting(flag, 'Multivalued', 'All values as a list. Off: only the first value.', 'false');
const ROLE_LIST = setting(flag, 'Multivalued', 'Off: a single text, separated by spaces.', 'true');
const AGGREGATE = setting(
  flag,
  'Aggregate attribute values',
  'Includes values of the user’s groups.',
  'false',
);
const USER_ATTRIBUTE = needed('User attribute', 'Name of the user attribute.');
const FULL_PATH = setting(flag, 'Full group path', 'Writes /staff/night instead of night.', 'true');

const ID_TOKEN: AttributeRows = {
  'id.token.claim': setting(flag, 'Add to ID token', 'Adds the claim to the ID token.', 'false'),
};
const USERINFO: AttributeRows = {
  'userinfo.token.claim': setting(
    flag,
    'Add to userinfo',
    'Adds the claim to the userinfo response.',
    'false',
  ),
};
const ACCESS_TOKEN: AttributeRows = {
  'access.token.claim': setting(flag, 'Add to access token', 'Adds the claim to the access token.', 'false'),
  'introspection.token.claim': setting(
    flag,
    'Add to token introspection',
    'Adds the claim to the introspection response.',
    'true',
  ),
  'lightweight.claim': setting(
    flag,
    'Add to lightweight access token',
    'For clients that use lightweight access tokens.',
    'false',
  ),
};
const TOKENS: AttributeRows = { ...ID_TOKEN, ...ACCESS_TOKEN };
const EVERYWHERE: AttributeRows = { ...ID_TOKEN, ...ACCESS_TOKEN, ...USERINFO };

/** Settings that say where a claim is added. */
export const MAPPER_TARGETS: readonly string[] = Object.keys(EVERYWHERE);

const LIGHTWEIGHT = 'lightweight.claim';

const PROPERTY = needed('Property', 'Name of the property: `username`, `email`, `firstName` or `lastName`.');
const audiences: AttributeRows = {
  'included.client.audience': setting(
    text,
    'Included client audience',
    'Client ID. Takes precedence over a custom audience.',
  ),
  'included.custom.audience': setting(text, 'Included custom audience', 'Used if no client is set.'),
};
/** Stands for the client ID in the name of a claim. */
const CLIENT_PLACEHOLDER = ['$', '{client_id}'].join('');
const ROLE_NAME = needed('Role', 'A realm role as `name`, a client role as `clientId.name`.');
const NEW_ROLE_NAME = needed('New role name', 'A realm role as `name`, a client role as `clientId.name`.');

const addressPart = (name: string, label: string): AttributeRow =>
  setting(text, label, 'The user attribute with this value.', name);

export type OidcMapperId =
  | 'oidc-acr-mapper'
  | 'oidc-address-mapper'
  | 'oidc-allowed-origins-mapper'
  | 'oidc-audience-mapper'
  | 'oidc-audience-resolve-mapper'
  | 'oidc-claims-param-token-mapper'
  | 'oidc-full-name-mapper'
  | 'oidc-group-membership-mapper'
  | 'oidc-hardcoded-claim-mapper'
  | 'oidc-hardcoded-role-mapper'
  | 'oidc-nonce-backwards-compatible-mapper'
  | 'oidc-role-name-mapper'
  | 'oidc-session-state-mapper'
  | 'oidc-sha256-pairwise-sub-mapper'
  | 'oidc-sub-mapper'
  | 'oidc-usermodel-attribute-mapper'
  | 'oidc-usermodel-client-role-mapper'
  | 'oidc-usermodel-property-mapper'
  | 'oidc-usermodel-realm-role-mapper'
  | 'oidc-usersessionmodel-note-mapper';

/** Mappers of OpenID Connect clients. */
const OIDC_MAPPERS: Readonly<Record<OidcMapperId, MapperRow>> = {
  'oidc-acr-mapper': {
    name: 'Authentication context class reference (ACR)',
    category: TOKEN,
    effect: 'Adds the claim `acr`.',
    settings: TOKENS,
  },
  'oidc-address-mapper': {
    name: 'User address',
    category: TOKEN,
    effect: 'Adds the claim `address` from user attributes.',
    settings: {
      'user.attribute.formatted': addressPart('formatted', 'Formatted address'),
      'user.attribute.street': addressPart('street', 'Street'),
      'user.attribute.locality': addressPart('locality', 'Locality'),
      'user.attribute.region': addressPart('region', 'Region'),
      'user.attribute.postal_code': addressPart('postal_code', 'Postal code'),
      'user.attribute.country': addressPart('country', 'Country'),
      ...EVERYWHERE,
    },
  },
  'oidc-allowed-origins-mapper': {
    name: 'Allowed web origins',
    category: TOKEN,
    effect: 'Adds the client’s web origins as the claim `allowed-origins`.',
    settings: ACCESS_TOKEN,
  },
  'oidc-audience-mapper': {
    name: 'Audience',
    category: TOKEN,
    effect: 'Adds an audience to `aud`, so that an API accepts the token.',
    settings: { ...audiences, ...TOKENS },
    fresh: { 'id.token.claim': 'false' },
  },
  'oidc-audience-resolve-mapper': {
    name: 'Audience resolve',
    category: TOKEN,
    effect: 'Adds every client in which the user has a role to `aud`.',
    settings: ACCESS_TOKEN,
  },
  'oidc-claims-param-token-mapper': {
    name: 'Claims parameter token',
    category: TOKEN,
    effect: 'Adds the claims that the client requests in the parameter `claims`.',
    settings: { ...ID_TOKEN, ...USERINFO },
  },
  'oidc-full-name-mapper': {
    name: "User's full name",
    category: TOKEN,
    effect: 'Adds first and last name as the claim `name`.',
    settings: EVERYWHERE,
  },
  'oidc-group-membership-mapper': {
    name: 'Group membership',
    category: TOKEN,
    effect: 'Adds the groups of the user as a list.',
    settings: { 'claim.name': { ...CLAIM_NAME, default: 'groups' }, 'full.path': FULL_PATH, ...EVERYWHERE },
  },
  'oidc-hardcoded-claim-mapper': {
    name: 'Hardcoded claim',
    category: TOKEN,
    effect: 'Adds the same value for every user.',
    settings: {
      'claim.name': CLAIM_NAME,
      'claim.value': needed('Claim value', 'The value of the claim.'),
      'jsonType.label': JSON_TYPE,
      ...EVERYWHERE,
    },
  },
  'oidc-hardcoded-role-mapper': {
    name: 'Hardcoded role',
    category: TOKEN,
    effect: 'Adds a role to tokens of every user.',
    settings: { role: ROLE_NAME },
  },
  'oidc-nonce-backwards-compatible-mapper': {
    name: 'Nonce backwards compatible',
    category: TOKEN,
    effect: 'Adds the claim `nonce` to access tokens, as Keycloak did before 24.',
    settings: ACCESS_TOKEN,
  },
  'oidc-role-name-mapper': {
    name: 'Role name mapper',
    category: TOKEN,
    effect: 'Renames a role in tokens.',
    settings: { role: ROLE_NAME, 'new.role.name': NEW_ROLE_NAME },
  },
  'oidc-session-state-mapper': {
    name: 'Session state (session_state)',
    category: TOKEN,
    effect: 'Adds the claim `session_state`, as Keycloak did before 24.',
    settings: TOKENS,
  },
  'oidc-sha256-pairwise-sub-mapper': {
    name: 'Pairwise subject identifier',
    category: TOKEN,
    effect: 'Uses a different `sub` for each client, so that clients cannot correlate users.',
    settings: {
      sectorIdentifierUri: setting(
        text,
        'Sector identifier URI',
        'Clients with the same host in this URI have the same subjects.',
      ),
      pairwiseSubAlgorithmSalt: {
        ...setting(text, 'Salt', 'A change of the salt changes every subject.'),
        secret: true,
      },
    },
  },
  'oidc-sub-mapper': {
    name: 'Subject (sub)',
    category: TOKEN,
    effect: 'Adds the claim `sub`.',
    settings: ACCESS_TOKEN,
  },
  'oidc-usermodel-attribute-mapper': {
    name: 'User attribute',
    category: TOKEN,
    effect: 'Adds an attribute of the user as a claim.',
    settings: {
      'user.attribute': USER_ATTRIBUTE,
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      multivalued: MULTIVALUED,
      'aggregate.attrs': AGGREGATE,
      ...EVERYWHERE,
    },
  },
  'oidc-usermodel-client-role-mapper': {
    name: 'User client role',
    category: TOKEN,
    effect: 'Adds the user’s roles of a client as a list.',
    settings: {
      'usermodel.clientRoleMapping.clientId': setting(text, 'Client ID', 'Leave empty for all clients.'),
      'usermodel.clientRoleMapping.rolePrefix': setting(
        text,
        'Client role prefix',
        'Added before each role name.',
      ),
      'claim.name': {
        ...CLAIM_NAME,
        effect: `\`${CLIENT_PLACEHOLDER}\` stands for the client ID. Without it, all clients share one claim.`,
        default: `resource_access.${CLIENT_PLACEHOLDER}.roles`,
      },
      multivalued: ROLE_LIST,
      ...EVERYWHERE,
    },
  },
  'oidc-usermodel-property-mapper': {
    name: 'User property',
    category: TOKEN,
    effect: 'Adds a property of the user, such as `username` or `email`, as a claim.',
    settings: {
      'user.attribute': PROPERTY,
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      ...EVERYWHERE,
    },
  },
  'oidc-usermodel-realm-role-mapper': {
    name: 'User realm role',
    category: TOKEN,
    effect: 'Adds the user’s realm roles as a list.',
    settings: {
      'usermodel.realmRoleMapping.rolePrefix': setting(
        text,
        'Realm role prefix',
        'Added before each role name.',
      ),
      'claim.name': { ...CLAIM_NAME, default: 'realm_access.roles' },
      multivalued: ROLE_LIST,
      ...EVERYWHERE,
    },
  },
  'oidc-usersessionmodel-note-mapper': {
    name: 'User session note',
    category: TOKEN,
    effect: 'Adds a note of the session as a claim.',
    settings: {
      'user.session.note': needed('User session note', 'For example `AUTH_TIME` or `clientAddress`.'),
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      ...TOKENS,
    },
  },
};

const NAME_ID_FORMATS: readonly string[] = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
];
const ONE_ATTRIBUTE = 'All values in one attribute. Off: one attribute per value.';

const attributeNamed = (standard?: string): AttributeRows => ({
  'attribute.name':
    standard === undefined
      ? needed('SAML attribute name', 'The name that the service provider expects.')
      : setting(text, 'SAML attribute name', 'Name of the attribute in the assertion.', standard),
  'friendly.name': setting(text, 'Friendly name', 'A readable name for the attribute.'),
  'attribute.nameformat': setting(
    oneOf(['Basic', 'URI Reference', 'Unspecified']),
    'SAML attribute NameFormat',
    'The format of the attribute’s name.',
    'Basic',
  ),
});

export type SamlMapperId =
  | 'saml-audience-mapper'
  | 'saml-audience-resolve-mapper'
  | 'saml-group-membership-mapper'
  | 'saml-hardcode-attribute-mapper'
  | 'saml-hardcode-role-mapper'
  | 'saml-role-list-mapper'
  | 'saml-role-name-mapper'
  | 'saml-user-attribute-mapper'
  | 'saml-user-attribute-nameid-mapper'
  | 'saml-user-property-mapper'
  | 'saml-user-session-note-mapper';

/** Mappers of SAML clients. */
const SAML_MAPPERS: Readonly<Record<SamlMapperId, MapperRow>> = {
  'saml-audience-mapper': {
    name: 'SAML audience',
    category: 'Audience mapper',
    effect: 'Adds an audience to the assertion.',
    settings: audiences,
  },
  'saml-audience-resolve-mapper': {
    name: 'SAML audience resolve',
    category: 'Audience mapper',
    effect: 'Adds every client in which the user has a role to the audience.',
    settings: {},
  },
  'saml-group-membership-mapper': {
    name: 'Group list',
    category: 'Group Mapper',
    effect: 'Adds the groups of the user.',
    settings: {
      ...attributeNamed('member'),
      single: setting(flag, 'Single group attribute', ONE_ATTRIBUTE, 'true'),
      'full.path': FULL_PATH,
    },
  },
  'saml-hardcode-attribute-mapper': {
    name: 'Hardcoded attribute',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Adds an attribute with the same value for every user.',
    settings: {
      ...attributeNamed('attribute'),
      'attribute.value': needed('Attribute value', 'The value of the attribute.'),
    },
  },
  'saml-hardcode-role-mapper': {
    name: 'Hardcoded role',
    category: ROLE,
    effect: 'Adds a role to the role list of every user.',
    settings: { role: ROLE_NAME },
  },
  'saml-role-list-mapper': {
    name: 'Role list',
    category: ROLE,
    effect: 'Adds the user’s realm and client roles, without client names.',
    settings: {
      ...attributeNamed('Role'),
      single: setting(flag, 'Single role attribute', ONE_ATTRIBUTE, 'false'),
    },
  },
  'saml-role-name-mapper': {
    name: 'Role name mapper',
    category: ROLE,
    effect: 'Renames a role in the role list.',
    settings: { role: ROLE_NAME, 'new.role.name': NEW_ROLE_NAME },
  },
  'saml-user-attribute-mapper': {
    name: 'User attribute',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Adds an attribute of the user.',
    settings: { 'user.attribute': USER_ATTRIBUTE, ...attributeNamed(), 'aggregate.attrs': AGGREGATE },
  },
  'saml-user-attribute-nameid-mapper': {
    name: 'User attribute mapper for NameID',
    category: 'NameID Mapper',
    effect: 'Uses an attribute of the user as the name identifier of one format.',
    settings: {
      'user.attribute': USER_ATTRIBUTE,
      'mapper.nameid.format': setting(
        oneOf(NAME_ID_FORMATS),
        'Name ID format',
        'The format that the mapper is for.',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ),
    },
  },
  'saml-user-property-mapper': {
    name: 'User property',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Adds a property of the user, such as `username` or `email`.',
    settings: { 'user.attribute': PROPERTY, ...attributeNamed() },
  },
  'saml-user-session-note-mapper': {
    name: 'User session note',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Adds a note of the session.',
    settings: {
      note: needed('User session note', '`AUTH_TIME` or `clientAddress`.'),
      ...attributeNamed(),
    },
  },
};

/** Mappers of container registries. */
const DOCKER_MAPPERS: Readonly<Record<string, MapperRow>> = {
  'docker-v2-allow-all-mapper': {
    name: 'Allow all',
    category: 'Allow-all mapper',
    effect: 'Grants the requested access unless roles restrict it. Without this mapper, nothing is granted.',
    settings: {},
  },
};

/** The config of a new mapper: the defaults, and the claim added everywhere but to lightweight access tokens. */
export function newMapperConfig({ settings, fresh = {} }: MapperRow): Record<string, string> {
  const defaults = Object.entries(settings).flatMap(([name, { default: standard }]) =>
    standard === undefined ? [] : [[name, standard] as const],
  );
  const targets = MAPPER_TARGETS.filter((name) => name !== LIGHTWEIGHT && Object.hasOwn(settings, name));
  return {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(targets.map((name) => [name, 'true'])),
    ...fresh,
  };
}

/** Every type of protocol mapper, by protocol. */
export const MAPPERS: Readonly<Record<string, Readonly<Record<string, MapperRow>>>> = {
  'openid-connect': OIDC_MAPPERS,
  saml: SAML_MAPPERS,
  'docker-v2': DOCKER_MAPPERS,
};
