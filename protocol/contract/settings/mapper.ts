// The protocol mappers that shape tokens and assertions: one row each, with the settings of its `config`.
import { type Kept, kept, type UnsupportedValue } from './kept.ts';
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
  readonly fresh: Readonly<Record<string, string>>;
}

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
  | 'oidc-organization-membership-mapper'
  | 'oidc-role-name-mapper'
  | 'oidc-session-state-mapper'
  | 'oidc-sha256-pairwise-sub-mapper'
  | 'oidc-sub-mapper'
  | 'oidc-usermodel-attribute-mapper'
  | 'oidc-usermodel-client-role-mapper'
  | 'oidc-usermodel-property-mapper'
  | 'oidc-usermodel-realm-role-mapper'
  | 'oidc-usersessionmodel-note-mapper';

const mapper = (
  name: string,
  category: string,
  effect: string,
  settings: AttributeRows,
  fresh: MapperRow['fresh'] = {},
): MapperRow => ({ name, category, effect, settings, fresh });
const oidcMapper = (
  name: string,
  effect: string,
  settings: AttributeRows,
  fresh?: MapperRow['fresh'],
): MapperRow => mapper(name, 'Token mapper', effect, settings, fresh);

/** Mappers of OpenID Connect clients. */
const OIDC_MAPPERS: Readonly<Record<OidcMapperId, MapperRow>> = {
  'oidc-acr-mapper': oidcMapper(
    'Authentication context class reference (ACR)',
    'Adds the claim `acr`.',
    TOKENS,
  ),
  'oidc-address-mapper': oidcMapper('User address', 'Adds the claim `address` from user attributes.', {
    'user.attribute.formatted': addressPart('formatted', 'Formatted address'),
    'user.attribute.street': addressPart('street', 'Street'),
    'user.attribute.locality': addressPart('locality', 'Locality'),
    'user.attribute.region': addressPart('region', 'Region'),
    'user.attribute.postal_code': addressPart('postal_code', 'Postal code'),
    'user.attribute.country': addressPart('country', 'Country'),
    ...EVERYWHERE,
  }),
  'oidc-allowed-origins-mapper': oidcMapper(
    'Allowed web origins',
    'Adds the client’s web origins as the claim `allowed-origins`.',
    ACCESS_TOKEN,
  ),
  'oidc-audience-mapper': oidcMapper(
    'Audience',
    'Adds an audience to `aud`, so that an API accepts the token.',
    { ...audiences, ...TOKENS },
    { 'id.token.claim': 'false' },
  ),
  'oidc-audience-resolve-mapper': oidcMapper(
    'Audience resolve',
    'Adds every client in which the user has a role to `aud`.',
    ACCESS_TOKEN,
  ),
  'oidc-claims-param-token-mapper': oidcMapper(
    'Claims parameter token',
    'Adds the claims that the client requests in the parameter `claims`.',
    { ...ID_TOKEN, ...USERINFO },
  ),
  'oidc-full-name-mapper': oidcMapper(
    "User's full name",
    'Adds first and last name as the claim `name`.',
    EVERYWHERE,
  ),
  'oidc-group-membership-mapper': oidcMapper('Group membership', 'Adds the groups of the user as a list.', {
    'claim.name': { ...CLAIM_NAME, default: 'groups' },
    'full.path': FULL_PATH,
    ...EVERYWHERE,
  }),
  'oidc-hardcoded-claim-mapper': oidcMapper('Hardcoded claim', 'Adds the same value for every user.', {
    'claim.name': CLAIM_NAME,
    'claim.value': needed('Claim value', 'The value of the claim.'),
    'jsonType.label': JSON_TYPE,
    ...EVERYWHERE,
  }),
  'oidc-hardcoded-role-mapper': oidcMapper('Hardcoded role', 'Adds a role to tokens of every user.', {
    role: ROLE_NAME,
  }),
  'oidc-nonce-backwards-compatible-mapper': oidcMapper(
    'Nonce backwards compatible',
    'Adds the claim `nonce` to access tokens, as Keycloak did before 24.',
    ACCESS_TOKEN,
  ),
  'oidc-organization-membership-mapper': oidcMapper(
    'Organization membership',
    'Adds the organizations of the user that the client requests with its scope.',
    {
      'claim.name': { ...CLAIM_NAME, default: 'organization' },
      'jsonType.label': setting(
        oneOf(['String', 'JSON']),
        'Claim JSON type',
        'String: a list of aliases. JSON: an object with a member for each alias.',
        'String',
      ),
      multivalued: setting(flag, 'Multivalued', 'Off: only the alias of the first organization.', 'true'),
      addOrganizationAttributes: setting(
        flag,
        'Add organization attributes',
        'Adds the attributes of each organization. The claim is an object then.',
        'false',
      ),
      addOrganizationId: setting(
        flag,
        'Add organization id',
        'Adds the identifier of each organization. The claim is an object then.',
        'false',
      ),
      ...EVERYWHERE,
    },
  ),
  'oidc-role-name-mapper': oidcMapper('Role name mapper', 'Renames a role in tokens.', {
    role: ROLE_NAME,
    'new.role.name': NEW_ROLE_NAME,
  }),
  'oidc-session-state-mapper': oidcMapper(
    'Session state (session_state)',
    'Adds the claim `session_state`, as Keycloak did before 24.',
    TOKENS,
  ),
  'oidc-sha256-pairwise-sub-mapper': oidcMapper(
    'Pairwise subject identifier',
    'Uses a different `sub` for each client, so that clients cannot correlate users.',
    {
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
  ),
  'oidc-sub-mapper': oidcMapper('Subject (sub)', 'Adds the claim `sub`.', ACCESS_TOKEN),
  'oidc-usermodel-attribute-mapper': oidcMapper(
    'User attribute',
    'Adds an attribute of the user as a claim.',
    {
      'user.attribute': USER_ATTRIBUTE,
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      multivalued: MULTIVALUED,
      'aggregate.attrs': AGGREGATE,
      ...EVERYWHERE,
    },
  ),
  'oidc-usermodel-client-role-mapper': oidcMapper(
    'User client role',
    'Adds the user’s roles of a client as a list.',
    {
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
  ),
  'oidc-usermodel-property-mapper': oidcMapper(
    'User property',
    'Adds a property of the user, such as `username` or `email`, as a claim.',
    {
      'user.attribute': PROPERTY,
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      ...EVERYWHERE,
    },
  ),
  'oidc-usermodel-realm-role-mapper': oidcMapper(
    'User realm role',
    'Adds the user’s realm roles as a list.',
    {
      'usermodel.realmRoleMapping.rolePrefix': setting(
        text,
        'Realm role prefix',
        'Added before each role name.',
      ),
      'claim.name': { ...CLAIM_NAME, default: 'realm_access.roles' },
      multivalued: ROLE_LIST,
      ...EVERYWHERE,
    },
  ),
  'oidc-usersessionmodel-note-mapper': oidcMapper(
    'User session note',
    'Adds a note of the session as a claim.',
    {
      'user.session.note': needed('User session note', 'For example `AUTH_TIME` or `clientAddress`.'),
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      ...TOKENS,
    },
  ),
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
  | 'saml-organization-membership-mapper'
  | 'saml-role-list-mapper'
  | 'saml-role-name-mapper'
  | 'saml-user-attribute-mapper'
  | 'saml-user-attribute-nameid-mapper'
  | 'saml-user-property-mapper'
  | 'saml-user-session-note-mapper';

/** Mappers of SAML clients. */
const SAML_MAPPERS: Readonly<Record<SamlMapperId, MapperRow>> = {
  'saml-audience-mapper': mapper(
    'SAML audience',
    'Audience mapper',
    'Adds an audience to the assertion.',
    audiences,
  ),
  'saml-audience-resolve-mapper': mapper(
    'SAML audience resolve',
    'Audience mapper',
    'Adds every client in which the user has a role to the audience.',
    {},
  ),
  'saml-group-membership-mapper': mapper('Group list', 'Group Mapper', 'Adds the groups of the user.', {
    ...attributeNamed('member'),
    single: setting(flag, 'Single group attribute', ONE_ATTRIBUTE, 'true'),
    'full.path': FULL_PATH,
  }),
  'saml-hardcode-attribute-mapper': mapper(
    'Hardcoded attribute',
    ATTRIBUTE_STATEMENT,
    'Adds an attribute with the same value for every user.',
    {
      ...attributeNamed('attribute'),
      'attribute.value': needed('Attribute value', 'The value of the attribute.'),
    },
  ),
  'saml-hardcode-role-mapper': mapper('Hardcoded role', ROLE, 'Adds a role to the role list of every user.', {
    role: ROLE_NAME,
  }),
  'saml-organization-membership-mapper': mapper(
    'Organization membership',
    ATTRIBUTE_STATEMENT,
    'Adds the aliases of the user’s organizations as the attribute `organization`.',
    {},
  ),
  'saml-role-list-mapper': mapper(
    'Role list',
    ROLE,
    'Adds the user’s realm and client roles, without client names.',
    {
      ...attributeNamed('Role'),
      single: setting(flag, 'Single role attribute', ONE_ATTRIBUTE, 'false'),
    },
  ),
  'saml-role-name-mapper': mapper('Role name mapper', ROLE, 'Renames a role in the role list.', {
    role: ROLE_NAME,
    'new.role.name': NEW_ROLE_NAME,
  }),
  'saml-user-attribute-mapper': mapper(
    'User attribute',
    ATTRIBUTE_STATEMENT,
    'Adds an attribute of the user.',
    { 'user.attribute': USER_ATTRIBUTE, ...attributeNamed(), 'aggregate.attrs': AGGREGATE },
  ),
  'saml-user-attribute-nameid-mapper': mapper(
    'User attribute mapper for NameID',
    'NameID Mapper',
    'Uses an attribute of the user as the name identifier of one format.',
    {
      'user.attribute': USER_ATTRIBUTE,
      'mapper.nameid.format': setting(
        oneOf(NAME_ID_FORMATS),
        'Name ID format',
        'The format that the mapper is for.',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ),
    },
  ),
  'saml-user-property-mapper': mapper(
    'User property',
    ATTRIBUTE_STATEMENT,
    'Adds a property of the user, such as `username` or `email`.',
    { 'user.attribute': PROPERTY, ...attributeNamed() },
  ),
  'saml-user-session-note-mapper': mapper(
    'User session note',
    ATTRIBUTE_STATEMENT,
    'Adds a note of the session.',
    {
      note: needed('User session note', '`AUTH_TIME` or `clientAddress`.'),
      ...attributeNamed(),
    },
  ),
};

/** Mappers of container registries. */
const DOCKER_MAPPERS: Readonly<Record<string, MapperRow>> = {
  'docker-v2-allow-all-mapper': mapper(
    'Allow all',
    'Allow-all mapper',
    'Grants the requested access unless roles restrict it. Without this mapper, nothing is granted.',
    {},
  ),
};

/** The config of a new mapper: the defaults, and the claim added everywhere but to lightweight access tokens. */
export function newMapperConfig({ settings, fresh }: MapperRow): Record<string, string> {
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

/** Keycloak's mapper types that are not among {@link MAPPERS}. */
const OTHER_MAPPERS: Readonly<Record<string, Kept>> = {
  'saml-authn-context-class-ref-mapper': kept('Responses always name the authentication context.'),
};

/** Whether a protocol has the type. Mappers of another protocol than their client's add nothing, as in Keycloak. */
function isMapperType(type: string): boolean {
  return Object.values(MAPPERS).some((types) => Object.hasOwn(types, type));
}

const CREDENTIALS = kept('Verifiable credentials are not issued.');
const SCRIPT = kept('Scripts are not run; tokens and assertions lack what the mapper adds.');
const UNKNOWN = kept('Tokens and assertions lack what the mapper adds.');

/** What happens instead of a mapper type that does nothing; undefined: nothing is missing without it. */
export function findMissingEffect(type: string): Kept | undefined {
  if (isMapperType(type)) return undefined;
  if (/script/.test(type)) return SCRIPT;
  if (type.startsWith('oid4vc-')) return CREDENTIALS;
  return Object.hasOwn(OTHER_MAPPERS, type) ? OTHER_MAPPERS[type] : UNKNOWN;
}

/** A mapper type without effect, of any protocol. */
export function listUnsupportedMappers(type: unknown): readonly UnsupportedValue[] {
  if (typeof type !== 'string') return [];
  const effect = findMissingEffect(type);
  return effect === undefined ? [] : [{ value: type, effect }];
}
