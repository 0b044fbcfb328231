// The protocol mappers that shape tokens and assertions: one row each, with the settings of its `config`.
import type { AttributeRow, AttributeRows } from './setting-row.ts';
import { flag, oneOf, text } from './value-type.ts';

/** A type of protocol mapper. */
export interface MapperRow {
  /** Keycloak's name, in sentence case. */
  readonly name: string;
  /** Heading under which tools list it. */
  readonly category: string;
  /** What it does, as one sentence. */
  readonly effect: string;
  readonly settings: AttributeRows;
}

const TOKEN = 'Token mapper';
const ATTRIBUTE_STATEMENT = 'AttributeStatement Mapper';
const ROLE = 'Role Mapper';

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

const CLAIM_NAME = setting(
  text,
  'Token claim name',
  'Name of the claim. A dot makes a nested object; `\\.` is a dot in a name.',
);
const JSON_TYPE = setting(
  oneOf(['String', 'long', 'int', 'boolean', 'JSON']),
  'Claim JSON type',
  'The JSON type of the claim.',
  'String',
);
const MULTIVALUED = setting(
  flag,
  'Multivalued',
  'Writes all values as a list instead of the first one.',
  'false',
);
const AGGREGATE = setting(
  flag,
  'Aggregate attribute values',
  'Adds the values of the groups to those of the user.',
  'false',
);
const USER_ATTRIBUTE = setting(text, 'User attribute', 'Name of the attribute or property of the user.');
const FULL_PATH = setting(flag, 'Full group path', 'Writes the path of a group instead of its name.', 'true');

const target = (label: string, where: string): AttributeRow =>
  setting(flag, label, `Whether the mapper writes to ${where}.`);
const TARGETS: AttributeRows = {
  'access.token.claim': target('Add to access token', 'the access token'),
  'id.token.claim': target('Add to ID token', 'the ID token'),
  'userinfo.token.claim': target('Add to userinfo', 'the userinfo response'),
  'introspection.token.claim': target('Add to token introspection', 'the introspection response'),
  'lightweight.claim': target('Add to lightweight access token', 'a lightweight access token'),
};

const ofUser: AttributeRows = {
  'user.attribute': USER_ATTRIBUTE,
  'claim.name': CLAIM_NAME,
  'jsonType.label': JSON_TYPE,
  multivalued: MULTIVALUED,
  'aggregate.attrs': AGGREGATE,
  ...TARGETS,
};
const audiences: AttributeRows = {
  'included.client.audience': setting(text, 'Included client audience', 'Client ID to add to the audience.'),
  'included.custom.audience': setting(
    text,
    'Included custom audience',
    'Text to add to the audience where no client is chosen.',
  ),
};
const ROLE_NAME = setting(text, 'Role', 'A realm role, or `client.role` for a role of a client.');
const NEW_ROLE_NAME = setting(
  text,
  'New role name',
  'The name that takes its place: a role name, or `client.role`.',
);

const addressPart = (name: string): AttributeRow =>
  setting(text, `User attribute name for ${name}`, `The attribute that holds the ${name}.`, name);

/** ID of a mapper type. */
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
    effect: 'Writes how the user was authenticated to the claim `acr`.',
    settings: TARGETS,
  },
  'oidc-address-mapper': {
    name: 'User address',
    category: TOKEN,
    effect: 'Writes attributes of the user to the claim `address`.',
    settings: {
      'user.attribute.formatted': addressPart('formatted'),
      'user.attribute.street': addressPart('street'),
      'user.attribute.locality': addressPart('locality'),
      'user.attribute.region': addressPart('region'),
      'user.attribute.postal_code': addressPart('postal_code'),
      'user.attribute.country': addressPart('country'),
      ...TARGETS,
    },
  },
  'oidc-allowed-origins-mapper': {
    name: 'Allowed web origins',
    category: TOKEN,
    effect: "Writes the client's web origins to the claim `allowed-origins`.",
    settings: TARGETS,
  },
  'oidc-audience-mapper': {
    name: 'Audience',
    category: TOKEN,
    effect: 'Adds an audience to the claim `aud`.',
    settings: { ...audiences, ...TARGETS },
  },
  'oidc-audience-resolve-mapper': {
    name: 'Audience resolve',
    category: TOKEN,
    effect: 'Adds every other client of which the user has a role to the claim `aud`.',
    settings: TARGETS,
  },
  'oidc-claims-param-token-mapper': {
    name: 'Claims parameter token',
    category: TOKEN,
    effect: 'Writes the standard claims that the authorization request asks for in its parameter `claims`.',
    settings: TARGETS,
  },
  'oidc-full-name-mapper': {
    name: "User's full name",
    category: TOKEN,
    effect: 'Writes first and last name to the claim `name`.',
    settings: TARGETS,
  },
  'oidc-group-membership-mapper': {
    name: 'Group membership',
    category: TOKEN,
    effect: "Writes the user's groups to a claim.",
    settings: { 'claim.name': { ...CLAIM_NAME, default: 'groups' }, 'full.path': FULL_PATH, ...TARGETS },
  },
  'oidc-hardcoded-claim-mapper': {
    name: 'Hardcoded claim',
    category: TOKEN,
    effect: 'Writes a fixed value to a claim.',
    settings: {
      'claim.name': CLAIM_NAME,
      'claim.value': setting(text, 'Claim value', 'The value of the claim.'),
      'jsonType.label': JSON_TYPE,
      ...TARGETS,
    },
  },
  'oidc-hardcoded-role-mapper': {
    name: 'Hardcoded role',
    category: TOKEN,
    effect: 'Adds a role to the token.',
    settings: { role: ROLE_NAME },
  },
  'oidc-nonce-backwards-compatible-mapper': {
    name: 'Nonce backwards compatible',
    category: TOKEN,
    effect: 'Writes the nonce to access tokens, as Keycloak did before 24.',
    settings: TARGETS,
  },
  'oidc-role-name-mapper': {
    name: 'Role name mapper',
    category: TOKEN,
    effect: 'Gives a role another name in the token.',
    settings: { role: ROLE_NAME, 'new.role.name': NEW_ROLE_NAME },
  },
  'oidc-session-state-mapper': {
    name: 'Session state (session_state)',
    category: TOKEN,
    effect: 'Writes the session to the claim `session_state` as well, as Keycloak did before 24.',
    settings: TARGETS,
  },
  'oidc-sha256-pairwise-sub-mapper': {
    name: 'Pairwise subject identifier',
    category: TOKEN,
    effect: 'Gives the user another subject in each sector of clients.',
    settings: {
      sectorIdentifierUri: setting(
        text,
        'Sector identifier URI',
        'URL whose host is the sector; without it the redirect URIs must have one host.',
      ),
      pairwiseSubAlgorithmSalt: {
        ...setting(text, 'Salt', 'Salt of the pairwise subject.'),
        secret: true,
      },
    },
  },
  'oidc-sub-mapper': {
    name: 'Subject (sub)',
    category: TOKEN,
    effect: 'Writes the subject to the claim `sub`.',
    settings: TARGETS,
  },
  'oidc-usermodel-attribute-mapper': {
    name: 'User attribute',
    category: TOKEN,
    effect: 'Writes an attribute of the user to a claim.',
    settings: ofUser,
  },
  'oidc-usermodel-client-role-mapper': {
    name: 'User client role',
    category: TOKEN,
    effect: 'Writes client roles of the user to a claim.',
    settings: {
      'usermodel.clientRoleMapping.clientId': setting(
        text,
        'Client ID',
        'The client whose roles are written; all clients where it is not set.',
      ),
      'usermodel.clientRoleMapping.rolePrefix': setting(text, 'Client role prefix', 'Prefix of each role.'),
      'claim.name': CLAIM_NAME,
      multivalued: { ...MULTIVALUED, default: 'true' },
      ...TARGETS,
    },
  },
  'oidc-usermodel-property-mapper': {
    name: 'User property',
    category: TOKEN,
    effect: 'Writes a property of the user, such as `email`, to a claim.',
    settings: ofUser,
  },
  'oidc-usermodel-realm-role-mapper': {
    name: 'User realm role',
    category: TOKEN,
    effect: 'Writes realm roles of the user to a claim.',
    settings: {
      'usermodel.realmRoleMapping.rolePrefix': setting(text, 'Realm role prefix', 'Prefix of each role.'),
      'claim.name': { ...CLAIM_NAME, default: 'realm_access.roles' },
      multivalued: { ...MULTIVALUED, default: 'true' },
      ...TARGETS,
    },
  },
  'oidc-usersessionmodel-note-mapper': {
    name: 'User session note',
    category: TOKEN,
    effect: 'Writes a note of the session to a claim.',
    settings: {
      'user.session.note': setting(
        text,
        'User session note',
        'Name of the note; `AUTH_TIME` is the time of the last sign-in.',
      ),
      'claim.name': CLAIM_NAME,
      'jsonType.label': JSON_TYPE,
      ...TARGETS,
    },
  },
};

const attributeNamed = (standard?: string): AttributeRows => ({
  'attribute.name': setting(text, 'SAML attribute name', 'Name of the attribute in the assertion.', standard),
  'friendly.name': setting(text, 'Friendly name', 'FriendlyName of the attribute.'),
  'attribute.nameformat': setting(
    oneOf(['Basic', 'URI Reference', 'Unspecified']),
    'SAML attribute NameFormat',
    'NameFormat of the attribute.',
    'Basic',
  ),
});

/** ID of a mapper type. */
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
    effect: 'Adds every other client of which the user has a role to the audiences.',
    settings: {},
  },
  'saml-group-membership-mapper': {
    name: 'Group list',
    category: 'Group Mapper',
    effect: "Writes the user's groups to attributes.",
    settings: {
      ...attributeNamed('member'),
      single: setting(flag, 'Single group attribute', 'Writes one attribute with all groups.', 'true'),
      'full.path': FULL_PATH,
    },
  },
  'saml-hardcode-attribute-mapper': {
    name: 'Hardcoded attribute',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Writes a fixed value to an attribute.',
    settings: {
      ...attributeNamed('attribute'),
      'attribute.value': setting(text, 'Attribute value', 'The value of the attribute.'),
    },
  },
  'saml-hardcode-role-mapper': {
    name: 'Hardcoded role',
    category: ROLE,
    effect: 'Adds a role to the assertion.',
    settings: { role: ROLE_NAME },
  },
  'saml-role-list-mapper': {
    name: 'Role list',
    category: ROLE,
    effect: "Writes the user's roles to attributes.",
    settings: {
      ...attributeNamed('Role'),
      single: setting(flag, 'Single role attribute', 'Writes one attribute with all roles.', 'false'),
    },
  },
  'saml-role-name-mapper': {
    name: 'Role name mapper',
    category: ROLE,
    effect: 'Gives a role another name in the assertion.',
    settings: { role: ROLE_NAME, 'new.role.name': NEW_ROLE_NAME },
  },
  'saml-user-attribute-mapper': {
    name: 'User attribute',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Writes an attribute of the user to an attribute of the assertion.',
    settings: { 'user.attribute': USER_ATTRIBUTE, ...attributeNamed(), 'aggregate.attrs': AGGREGATE },
  },
  'saml-user-attribute-nameid-mapper': {
    name: 'User attribute mapper for NameID',
    category: 'NameID Mapper',
    effect: 'Takes the name identifier from an attribute of the user.',
    settings: {
      'user.attribute': USER_ATTRIBUTE,
      'mapper.nameid.format': setting(
        text,
        'Name ID format',
        'URN of the format that the mapper is for.',
        'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ),
    },
  },
  'saml-user-property-mapper': {
    name: 'User property',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Writes a property of the user, such as `email`, to an attribute.',
    settings: { 'user.attribute': USER_ATTRIBUTE, ...attributeNamed() },
  },
  'saml-user-session-note-mapper': {
    name: 'User session note',
    category: ATTRIBUTE_STATEMENT,
    effect: 'Writes a note of the session to an attribute.',
    settings: {
      note: setting(text, 'User session note', '`AUTH_TIME` or `clientAddress`.'),
      ...attributeNamed(),
    },
  },
};

/** Mappers of container registries. */
const DOCKER_MAPPERS: Readonly<Record<string, MapperRow>> = {
  'docker-v2-allow-all-mapper': {
    name: 'Allow all',
    category: 'Allow-all mapper',
    effect: 'Grants every access that a registry client requests.',
    settings: {},
  },
};

/** Every type of protocol mapper, by protocol. */
export const MAPPERS: Readonly<Record<string, Readonly<Record<string, MapperRow>>>> = {
  'openid-connect': OIDC_MAPPERS,
  saml: SAML_MAPPERS,
  'docker-v2': DOCKER_MAPPERS,
};
