// The types of protocol mappers with their settings in words, under the names that a realm file has for them.
import type { Choice, Field } from '../ui/field.ts';
import { list, type MapperTypeInfo, needed, type Target, text } from './mapper-fields.ts';
import { SAML_MAPPER_TYPES } from './saml-mapper-types.ts';

const TARGETS: Readonly<Record<Target, { readonly member: string; readonly label: string }>> = {
  id: { member: 'id.token.claim', label: 'In the ID token' },
  access: { member: 'access.token.claim', label: 'In the access token' },
  userinfo: { member: 'userinfo.token.claim', label: 'In the userinfo answer' },
  introspection: { member: 'introspection.token.claim', label: 'In the introspection answer' },
};

const EVERYWHERE: readonly Target[] = ['id', 'access', 'userinfo', 'introspection'];
const IN_TOKENS: readonly Target[] = ['id', 'access', 'introspection'];

const inLightTokens: Field = {
  kind: 'switch',
  within: 'config',
  member: 'lightweight.claim',
  label: 'In light access tokens, too',
  help: 'For clients whose access tokens are light.',
  initial: false,
};

/** Switches that say where a mapper's claims go. */
export function targetFields(targets: readonly Target[]): readonly Field[] {
  const switches: readonly Field[] = targets.map((target) => ({
    kind: 'switch',
    within: 'config',
    // The introspection answer has what the access token has unless it is switched off.
    initial: target === 'introspection',
    ...TARGETS[target],
  }));
  return targets.includes('access') ? [...switches, inLightTokens] : switches;
}

const claimName = text(
  'claim.name',
  'Claim',
  'A dot makes a nested object, \\. stands for a dot.',
  needed('Give the claim a name.'),
);

const jsonTypes: readonly Choice[] = [
  { value: 'String', label: 'Text' },
  { value: 'long', label: 'Whole number' },
  { value: 'int', label: 'Whole number, 32 bits' },
  { value: 'boolean', label: 'true or false' },
  { value: 'JSON', label: 'JSON' },
];

const jsonType: Field = {
  kind: 'choice',
  within: 'config',
  member: 'jsonType.label',
  label: 'Type of the claim',
  initial: 'String',
  choices: jsonTypes,
};

/** Stands for the clientId in a claim's name. */
const CLIENT_PLACEHOLDER = ['$', '{client_id}'].join('');

const role = text(
  'role',
  'Role',
  'A realm role by its name, a client’s as clientId.name.',
  needed('Name the role.'),
);

function addressPart(part: string, label: string): Field {
  return {
    kind: 'text',
    within: 'config',
    member: `user.attribute.${part}`,
    label,
    initial: part,
    help: 'The user attribute that holds it.',
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

/** The types of OpenID Connect. */
const TOKEN_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  type(
    'oidc-usermodel-attribute-mapper',
    'User attribute',
    'A claim with an attribute of the user.',
    EVERYWHERE,
    [
      text('user.attribute', 'User attribute', undefined, needed('Name the attribute.')),
      claimName,
      jsonType,
      list('multivalued', 'A list of all values', false, 'Off: the first value alone.'),
      list('aggregate.attrs', 'Together with the groups’ values', false),
    ],
    { 'jsonType.label': 'String' },
  ),
  type(
    'oidc-usermodel-property-mapper',
    'User property',
    'A claim with a member of the user, such as username or email.',
    EVERYWHERE,
    [
      text('user.attribute', 'Member', 'username, email, firstName, lastName, …', needed('Name the member.')),
      claimName,
      jsonType,
    ],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-full-name-mapper', 'Full name', 'The claim name from first and last name.', EVERYWHERE),
  type('oidc-address-mapper', 'Address', 'The claim address from attributes of the user.', EVERYWHERE, [
    addressPart('formatted', 'Whole address'),
    addressPart('street', 'Street'),
    addressPart('locality', 'Town'),
    addressPart('region', 'Region'),
    addressPart('postal_code', 'Postal code'),
    addressPart('country', 'Country'),
  ]),
  type(
    'oidc-group-membership-mapper',
    'Group membership',
    'A list of the groups that the user is a member of.',
    EVERYWHERE,
    [claimName, list('full.path', 'With the groups above', true, '/staff/night rather than night.')],
    { 'claim.name': 'groups', 'full.path': 'true' },
  ),
  type(
    'oidc-usermodel-realm-role-mapper',
    'Realm roles',
    'A list of the user’s realm roles.',
    EVERYWHERE,
    [
      claimName,
      text('usermodel.realmRoleMapping.rolePrefix', 'Prefix', 'Stands before each role.'),
      list('multivalued', 'A list', true, 'Off: one text with blanks between.'),
    ],
    { 'claim.name': 'realm_access.roles', multivalued: 'true', 'jsonType.label': 'String' },
  ),
  type(
    'oidc-usermodel-client-role-mapper',
    'Client roles',
    'A list of the user’s roles of a client.',
    EVERYWHERE,
    [
      text('usermodel.clientRoleMapping.clientId', 'Client', 'clientId; empty for every client.'),
      text(
        'claim.name',
        'Claim',
        `${CLIENT_PLACEHOLDER} stands for the client; without it the roles of all clients share one claim.`,
        needed('Give the claim a name.'),
      ),
      text('usermodel.clientRoleMapping.rolePrefix', 'Prefix', 'Stands before each role.'),
      list('multivalued', 'A list', true, 'Off: one text with blanks between.'),
    ],
    {
      'claim.name': `resource_access.${CLIENT_PLACEHOLDER}.roles`,
      multivalued: 'true',
      'jsonType.label': 'String',
    },
  ),
  type(
    'oidc-hardcoded-claim-mapper',
    'Fixed claim',
    'The same value for everybody.',
    EVERYWHERE,
    [claimName, text('claim.value', 'Value', undefined, needed('Give the claim a value.')), jsonType],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-hardcoded-role-mapper', 'Fixed role', 'Gives everybody a role in tokens.', [], [role]),
  type(
    'oidc-role-name-mapper',
    'Role under another name',
    'A role of the user stands under another name in tokens.',
    [],
    [role, text('new.role.name', 'Name in tokens', undefined, needed('Give the role its new name.'))],
  ),
  type(
    'oidc-audience-mapper',
    'Audience',
    'Adds somebody to aud, so that an API accepts the token.',
    IN_TOKENS,
    [
      text('included.client.audience', 'Client', 'clientId; goes before the text beside.'),
      text('included.custom.audience', 'Any other audience', 'Used when there is no client.'),
    ],
    { 'id.token.claim': 'false' },
  ),
  type(
    'oidc-audience-resolve-mapper',
    'Audience by roles',
    'Adds every client to aud of which the user has a role.',
    ['access', 'introspection'],
  ),
  type(
    'oidc-allowed-origins-mapper',
    'Allowed web origins',
    'The claim allowed-origins with the client’s web origins.',
    ['access', 'introspection'],
  ),
  type('oidc-acr-mapper', 'Level of authentication', 'The claim acr.', ['id', 'access', 'introspection']),
  type(
    'oidc-usersessionmodel-note-mapper',
    'Session note',
    'A claim with a note of the session, such as clientAddress or AUTH_TIME.',
    IN_TOKENS,
    [text('user.session.note', 'Note', undefined, needed('Name the note.')), claimName, jsonType],
    { 'jsonType.label': 'String' },
  ),
  type('oidc-sub-mapper', 'Subject', 'The claim sub.', ['access', 'introspection']),
  type(
    'oidc-sha256-pairwise-sub-mapper',
    'Pairwise subject',
    'Another sub for each client, so that clients cannot compare their users.',
    [],
    [
      text(
        'sectorIdentifierUri',
        'Sector identifier URI',
        'Clients with the same host here share their subjects.',
      ),
      text('pairwiseSubAlgorithmSalt', 'Salt', 'Secret; another one gives everybody another sub.'),
    ],
  ),
  type(
    'oidc-nonce-backwards-compatible-mapper',
    'Nonce in access tokens',
    'The claim nonce in access tokens too, as older servers did.',
    ['access', 'introspection'],
  ),
  type('oidc-session-state-mapper', 'Session state', 'The claim session_state, as older servers did.', [
    'id',
    'access',
    'introspection',
  ]),
  type(
    'oidc-claims-param-token-mapper',
    'Requested claims',
    'What the client asked for in the parameter claims.',
    ['id', 'userinfo'],
  ),
];

const REGISTRY_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  {
    type: 'docker-v2-allow-all-mapper',
    protocol: 'docker-v2',
    label: 'Allow all',
    help: 'Grants what is asked for, as far as roles do not narrow it. Without it nothing is granted.',
    fields: [],
    targets: [],
    fresh: {},
  },
];

/** Every type that a person may choose, by label. */
export const MAPPER_TYPES: readonly MapperTypeInfo[] = [
  ...TOKEN_MAPPER_TYPES,
  ...SAML_MAPPER_TYPES,
  ...REGISTRY_MAPPER_TYPES,
].sort((left, right) => left.label.localeCompare(right.label));

/** The types for clients and scopes of a protocol. */
export function mapperTypesOf(protocol: string): readonly MapperTypeInfo[] {
  return MAPPER_TYPES.filter((candidate) => candidate.protocol === protocol);
}

/** The type with this name, or undefined for one that only a realm file knows. */
export function findMapperType(name: string): MapperTypeInfo | undefined {
  return MAPPER_TYPES.find((candidate) => candidate.type === name);
}

/** Fields for the config of a type that nobody here knows: each text as it stands. */
export function rawFields(config: Readonly<Record<string, string>>): readonly Field[] {
  return Object.keys(config).map((member) => text(member, member));
}
