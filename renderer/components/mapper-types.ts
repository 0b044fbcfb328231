// Types of protocol mappers and their settings, by their names in the realm file.
import type { Choice, Field } from '../ui/field.ts';
import { type MapperTypeInfo, required, type Target, text, toggle } from './mapper-fields.ts';
import { SAML_MAPPER_TYPES } from './saml-mapper-types.ts';

const TARGETS: Readonly<Record<Target, { readonly member: string; readonly label: string }>> = {
  id: { member: 'id.token.claim', label: 'Add to ID token' },
  access: { member: 'access.token.claim', label: 'Add to access token' },
  userinfo: { member: 'userinfo.token.claim', label: 'Add to userinfo' },
  introspection: { member: 'introspection.token.claim', label: 'Add to token introspection' },
};

const EVERYWHERE: readonly Target[] = ['id', 'access', 'userinfo', 'introspection'];
const IN_TOKENS: readonly Target[] = ['id', 'access', 'introspection'];

const inLightweightTokens: Field = {
  kind: 'switch',
  within: 'config',
  member: 'lightweight.claim',
  label: 'Add to lightweight access token',
  help: 'For clients that use lightweight access tokens.',
  initial: false,
};

/** Switches for where a mapper's claims are added. */
export function targetFields(targets: readonly Target[]): readonly Field[] {
  const switches: readonly Field[] = targets.map((target) => ({
    kind: 'switch',
    within: 'config',
    // Introspection returns the claims of the access token unless switched off.
    initial: target === 'introspection',
    ...TARGETS[target],
  }));
  return targets.includes('access') ? [...switches, inLightweightTokens] : switches;
}

const claimName = text(
  'claim.name',
  'Claim name',
  'A dot creates a nested object; \\. is a literal dot.',
  required('Enter a claim name.'),
);

const jsonTypes: readonly Choice[] = [
  { value: 'String', label: 'Text' },
  { value: 'long', label: 'Integer' },
  { value: 'int', label: 'Integer, 32 bits' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'JSON', label: 'JSON' },
];

const jsonType: Field = {
  kind: 'choice',
  within: 'config',
  member: 'jsonType.label',
  label: 'Claim JSON type',
  initial: 'String',
  choices: jsonTypes,
};

/** Placeholder for the clientId in a claim's name. */
const CLIENT_PLACEHOLDER = ['$', '{client_id}'].join('');

const role = text(
  'role',
  'Role',
  'A realm role as name, a client role as clientId.name.',
  required('Enter a role.'),
);

function addressPart(part: string, label: string): Field {
  return {
    kind: 'text',
    within: 'config',
    member: `user.attribute.${part}`,
    label,
    initial: part,
    help: 'The user attribute with this value.',
  };
}

function fresh(
  targets: readonly Target[],
  config: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...Object.fromEntries(targets.map((target) => [TARGETS[target].member, 'true'])), ...config };
}

function type(
  id: string,
  label: string,
  help: string,
  targets: readonly Target[],
  fields: readonly Field[] = [],
  config: Readonly<Record<string, string>> = {},
): MapperTypeInfo {
  return {
    type: id,
    protocol: 'openid-connect',
    label,
    help,
    fields,
    targets,
    fresh: fresh(targets, config),
  };
}

/** Mapper types of OpenID Connect. */
const TOKEN_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  type(
    'oidc-usermodel-attribute-mapper',
    'User attribute',
    'Adds an attribute of the user as a claim.',
    EVERYWHERE,
    [
      text('user.attribute', 'User attribute', undefined, required('Enter an attribute.')),
      claimName,
      jsonType,
      toggle('multivalued', 'Multivalued', false, 'All values as a list. Off: only the first value.'),
      toggle('aggregate.attrs', 'Aggregate attribute values', false, 'Includes values of the user’s groups.'),
    ],
    { 'jsonType.label': 'String' },
  ),
  type(
    'oidc-usermodel-property-mapper',
    'User property',
    'Adds a property of the user, such as username or email, as a claim.',
    EVERYWHERE,
    [
      text(
        'user.attribute',
        'Property',
        'username, email, firstName, lastName, …',
        required('Enter a property.'),
      ),
      claimName,
      jsonType,
    ],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-full-name-mapper', 'Full name', 'Adds first and last name as the claim name.', EVERYWHERE),
  type('oidc-address-mapper', 'Address', 'Adds the claim address from user attributes.', EVERYWHERE, [
    addressPart('formatted', 'Formatted address'),
    addressPart('street', 'Street'),
    addressPart('locality', 'Locality'),
    addressPart('region', 'Region'),
    addressPart('postal_code', 'Postal code'),
    addressPart('country', 'Country'),
  ]),
  type(
    'oidc-group-membership-mapper',
    'Group membership',
    'Adds the groups of the user as a list.',
    EVERYWHERE,
    [claimName, toggle('full.path', 'Full group path', true, '/staff/night instead of night.')],
    { 'claim.name': 'groups', 'full.path': 'true' },
  ),
  type(
    'oidc-usermodel-realm-role-mapper',
    'Realm roles',
    'Adds the user’s realm roles as a list.',
    EVERYWHERE,
    [
      claimName,
      text('usermodel.realmRoleMapping.rolePrefix', 'Role prefix', 'Added before each role name.'),
      toggle('multivalued', 'Multivalued', true, 'Off: a single text, separated by spaces.'),
    ],
    { 'claim.name': 'realm_access.roles', multivalued: 'true', 'jsonType.label': 'String' },
  ),
  type(
    'oidc-usermodel-client-role-mapper',
    'Client roles',
    'Adds the user’s roles of a client as a list.',
    EVERYWHERE,
    [
      text('usermodel.clientRoleMapping.clientId', 'Client', 'Client ID. Leave empty for all clients.'),
      text(
        'claim.name',
        'Claim name',
        `${CLIENT_PLACEHOLDER} stands for the client ID. Without it, all clients share one claim.`,
        required('Enter a claim name.'),
      ),
      text('usermodel.clientRoleMapping.rolePrefix', 'Role prefix', 'Added before each role name.'),
      toggle('multivalued', 'Multivalued', true, 'Off: a single text, separated by spaces.'),
    ],
    {
      'claim.name': `resource_access.${CLIENT_PLACEHOLDER}.roles`,
      multivalued: 'true',
      'jsonType.label': 'String',
    },
  ),
  type(
    'oidc-hardcoded-claim-mapper',
    'Hardcoded claim',
    'Adds the same value for every user.',
    EVERYWHERE,
    [claimName, text('claim.value', 'Value', undefined, required('Enter a value.')), jsonType],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-hardcoded-role-mapper', 'Hardcoded role', 'Adds a role to tokens of every user.', [], [role]),
  type(
    'oidc-role-name-mapper',
    'Role name',
    'Renames a role in tokens.',
    [],
    [role, text('new.role.name', 'New role name', undefined, required('Enter the new role name.'))],
  ),
  type(
    'oidc-audience-mapper',
    'Audience',
    'Adds an audience to aud, so that an API accepts the token.',
    IN_TOKENS,
    [
      text('included.client.audience', 'Client', 'Client ID. Takes precedence over a custom audience.'),
      text('included.custom.audience', 'Custom audience', 'Used if no client is set.'),
    ],
    { 'id.token.claim': 'false' },
  ),
  type(
    'oidc-audience-resolve-mapper',
    'Audience resolve',
    'Adds every client in which the user has a role to aud.',
    ['access', 'introspection'],
  ),
  type(
    'oidc-allowed-origins-mapper',
    'Allowed web origins',
    'Adds the client’s web origins as the claim allowed-origins.',
    ['access', 'introspection'],
  ),
  type('oidc-acr-mapper', 'Authentication level', 'Adds the claim acr.', ['id', 'access', 'introspection']),
  type(
    'oidc-usersessionmodel-note-mapper',
    'User session note',
    'Adds a note of the session, such as clientAddress or AUTH_TIME, as a claim.',
    IN_TOKENS,
    [text('user.session.note', 'Note', undefined, required('Enter a note.')), claimName, jsonType],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-sub-mapper', 'Subject', 'Adds the claim sub.', ['access', 'introspection']),
  type(
    'oidc-sha256-pairwise-sub-mapper',
    'Pairwise subject',
    'Uses a different sub for each client, so that clients cannot correlate users.',
    [],
    [
      text(
        'sectorIdentifierUri',
        'Sector identifier URI',
        'Clients with the same host in this URI have the same subjects.',
      ),
      text('pairwiseSubAlgorithmSalt', 'Salt', 'Secret. A change changes every subject.'),
    ],
  ),
  type(
    'oidc-nonce-backwards-compatible-mapper',
    'Nonce in access tokens',
    'Adds the claim nonce to access tokens, as older servers did.',
    ['access', 'introspection'],
  ),
  type('oidc-session-state-mapper', 'Session state', 'Adds the claim session_state, as older servers did.', [
    'id',
    'access',
    'introspection',
  ]),
  type(
    'oidc-claims-param-token-mapper',
    'Requested claims',
    'Adds the claims that the client requests in the parameter claims.',
    ['id', 'userinfo'],
  ),
];

const REGISTRY_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  {
    type: 'docker-v2-allow-all-mapper',
    protocol: 'docker-v2',
    label: 'Allow all',
    help: 'Grants the requested access unless roles restrict it. Without this mapper, nothing is granted.',
    fields: [],
    targets: [],
    fresh: {},
  },
];

/** Every selectable type, sorted by label. */
export const MAPPER_TYPES: readonly MapperTypeInfo[] = [
  ...TOKEN_MAPPER_TYPES,
  ...SAML_MAPPER_TYPES,
  ...REGISTRY_MAPPER_TYPES,
].sort((left, right) => left.label.localeCompare(right.label));

/** Mapper types of a protocol. */
export function mapperTypesOf(protocol: string): readonly MapperTypeInfo[] {
  return MAPPER_TYPES.filter((candidate) => candidate.protocol === protocol);
}

/** The type with this name; undefined if it has no form. */
export function findMapperType(name: string): MapperTypeInfo | undefined {
  return MAPPER_TYPES.find((candidate) => candidate.type === name);
}

/** Fields for the config of an unknown type: one text field per entry. */
export function rawFields(config: Readonly<Record<string, string>>): readonly Field[] {
  return Object.keys(config).map((member) => text(member, member));
}
