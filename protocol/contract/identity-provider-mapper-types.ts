// The types of mappers of identity providers that Keycloak has, with their settings.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's placeholders have this form
import { findProviderType, IDENTITY_PROVIDER_TYPES } from './identity-provider-types.ts';

interface MapperSetting {
  readonly label: string;
  readonly helpText: string;
  /** Keycloak's name of what is entered; default `String`. */
  readonly type?: 'boolean' | 'List' | 'Map' | 'Role' | 'Group';
  readonly options?: readonly string[];
  readonly defaultValue?: string | boolean;
}

interface MapperType {
  readonly name: string;
  readonly category: string;
  readonly helpText: string;
  /** Types of providers; `*`: any. */
  readonly providers: readonly string[];
  readonly settings: Readonly<Record<string, MapperSetting>>;
}

const ANY: readonly string[] = ['*'];
const OPEN_ID: readonly string[] = ['oidc', 'keycloak-oidc'];
/** Compat: social networks, too. */
const NAMED_BY_CLAIMS: readonly string[] = [
  ...OPEN_ID,
  ...Object.keys(IDENTITY_PROVIDER_TYPES).filter((id) => findProviderType(id)?.isProtocol !== true),
];
const SAML: readonly string[] = ['saml'];

const ROLE: MapperSetting = {
  label: 'Role',
  helpText: 'Realm role, or client and role with a dot between: client.role.',
  type: 'Role',
};
const GROUP: MapperSetting = { label: 'Group', helpText: 'Path of the group: /staff/night.', type: 'Group' };
const CLAIM: MapperSetting = {
  label: 'Claim',
  helpText: 'Name of the claim; a dot leads into an object: address.locality.',
};
const CLAIM_VALUE: MapperSetting = {
  label: 'Claim value',
  helpText: 'The value that the claim must have, or one of its values.',
};
const CLAIMS: MapperSetting = {
  label: 'Claims',
  helpText: 'Names and values. All of them must match.',
  type: 'Map',
};
const CLAIMS_REGEX: MapperSetting = {
  label: 'Regex claim values',
  helpText: 'Values are regular expressions.',
  type: 'boolean',
  defaultValue: false,
};
const USER_ATTRIBUTE: MapperSetting = {
  label: 'User attribute name',
  helpText: 'email, firstName and lastName are the properties of the user.',
};
const FIXED_VALUE: MapperSetting = { label: 'Attribute value', helpText: 'The same for every user.' };
const TARGET: MapperSetting = {
  label: 'Target',
  helpText:
    'LOCAL: the username here. BROKER_ID and BROKER_USERNAME: ID and username at the provider, in the link.',
  type: 'List',
  options: ['LOCAL', 'BROKER_ID', 'BROKER_USERNAME'],
  defaultValue: 'LOCAL',
};
const ATTRIBUTE_NAME: MapperSetting = {
  label: 'Attribute name',
  helpText: 'Name of the attribute in the assertion; the friendly name can be given in its place.',
};
const FRIENDLY_NAME: MapperSetting = {
  label: 'Friendly name',
  helpText: 'Friendly name of the attribute in the assertion.',
};

const template = (claim: string): MapperSetting => ({
  label: 'Template',
  helpText:
    'Text with ${ALIAS}, ${CLAIM.name} and ${ATTRIBUTE.name}; |lowercase, |uppercase and |localpart change a value.',
  defaultValue: claim,
});

/** Social networks whose profiles have a mapper, by the beginning of its type. */
const PROFILES: Readonly<Record<string, { readonly name: string; readonly provider?: string }>> = {
  facebook: { name: 'Facebook' },
  github: { name: 'GitHub' },
  google: { name: 'Google' },
  instagram: { name: 'Instagram' },
  linkedin: { name: 'LinkedIn', provider: 'linkedin-openid-connect' },
  microsoft: { name: 'Microsoft' },
  'openshift-v4': { name: 'Openshift v4' },
  paypal: { name: 'PayPal' },
  stackoverflow: { name: 'StackOverflow' },
};

const PROFILE_MAPPERS = Object.entries(PROFILES).map(([network, { name, provider = network }]) => {
  const type: MapperType = {
    name: 'Attribute Importer',
    category: 'Attribute Importer',
    helpText: `Copies a value of the user’s profile at ${name} to an attribute of the user, at the first sign-in.`,
    providers: [provider],
    settings: {
      jsonField: {
        label: 'Social profile JSON field path',
        helpText: 'Path in the profile: location, or organizations[0].name.',
      },
      userAttribute: { label: 'User attribute name', helpText: 'Attribute of the user that gets the value.' },
    },
  };
  return [`${network}-user-attribute-mapper`, type] as const;
});

const TYPES: Readonly<Record<string, MapperType>> = {
  'hardcoded-user-session-attribute-idp-mapper': {
    name: 'Hardcoded User Session Attribute',
    category: 'User Session',
    helpText: 'Sets a note of the session, the same for every user of the provider.',
    providers: ANY,
    settings: {
      attribute: { label: 'User session attribute', helpText: 'Name of the note.' },
      'attribute.value': FIXED_VALUE,
    },
  },
  'oidc-hardcoded-role-idp-mapper': {
    name: 'Hardcoded Role',
    category: 'Role Importer',
    helpText: 'Assigns a role to every user of the provider.',
    providers: ANY,
    settings: { role: ROLE },
  },
  'oidc-hardcoded-group-idp-mapper': {
    name: 'Hardcoded Group',
    category: 'Group Importer',
    helpText: 'Adds every user of the provider to a group.',
    providers: ANY,
    settings: { group: GROUP },
  },
  'hardcoded-attribute-idp-mapper': {
    name: 'Hardcoded Attribute',
    category: 'Attribute Importer',
    helpText: 'Sets an attribute, the same for every user of the provider.',
    providers: ANY,
    settings: {
      attribute: { label: 'User attribute', helpText: 'Name of the attribute.' },
      'attribute.value': FIXED_VALUE,
    },
  },
  'oidc-role-idp-mapper': {
    name: 'Claim to Role',
    category: 'Role Importer',
    helpText: 'Assigns a role if a claim has a value.',
    providers: OPEN_ID,
    settings: { claim: CLAIM, 'claim.value': CLAIM_VALUE, role: ROLE },
  },
  'oidc-advanced-role-idp-mapper': {
    name: 'Advanced Claim to Role',
    category: 'Role Importer',
    helpText: 'Assigns a role if all claims have their values.',
    providers: OPEN_ID,
    settings: { claims: CLAIMS, 'are.claim.values.regex': CLAIMS_REGEX, role: ROLE },
  },
  'oidc-advanced-group-idp-mapper': {
    name: 'Advanced Claim to Group',
    category: 'Group Importer',
    helpText: 'Adds the user to a group if all claims have their values.',
    providers: OPEN_ID,
    settings: { claims: CLAIMS, 'are.claim.values.regex': CLAIMS_REGEX, group: GROUP },
  },
  'oidc-user-attribute-idp-mapper': {
    name: 'Attribute Importer',
    category: 'Attribute Importer',
    helpText: 'Copies a claim to an attribute or property of the user.',
    providers: OPEN_ID,
    settings: { claim: CLAIM, 'user.attribute': USER_ATTRIBUTE },
  },
  'oidc-user-session-note-idp-mapper': {
    name: 'User Session Note Mapper',
    category: 'User Session',
    helpText: 'Copies claims to notes of the session; with a value, only if the claim has it.',
    providers: OPEN_ID,
    settings: { claims: CLAIMS, 'are.claim.values.regex': CLAIMS_REGEX },
  },
  'oidc-username-idp-mapper': {
    name: 'Username Template Importer',
    category: 'Preprocessor',
    helpText: 'Makes the username from a template.',
    providers: NAMED_BY_CLAIMS,
    settings: { template: template('${ALIAS}.${CLAIM.preferred_username}'), target: TARGET },
  },
  'keycloak-oidc-role-to-role-idp-mapper': {
    name: 'External Role to Role',
    category: 'Role Importer',
    helpText: 'Assigns a role if the access token of the other Keycloak has a role.',
    providers: ['keycloak-oidc'],
    settings: {
      'external.role': {
        label: 'External role',
        helpText: 'Role of the other Keycloak: a realm role, or client and role with a dot between.',
      },
      role: ROLE,
    },
  },
  'saml-role-idp-mapper': {
    name: 'SAML Attribute to Role',
    category: 'Role Importer',
    helpText: 'Assigns a role if an attribute of the assertion has a value.',
    providers: SAML,
    settings: {
      'attribute.name': ATTRIBUTE_NAME,
      'attribute.friendly.name': FRIENDLY_NAME,
      'attribute.value': { label: 'Attribute value', helpText: 'The value that the attribute must have.' },
      role: ROLE,
    },
  },
  'saml-advanced-role-idp-mapper': {
    name: 'Advanced Attribute to Role',
    category: 'Role Importer',
    helpText: 'Assigns a role if all attributes of the assertion have their values.',
    providers: SAML,
    settings: {
      attributes: { ...CLAIMS, label: 'Attributes' },
      'are.attribute.values.regex': { ...CLAIMS_REGEX, label: 'Regex attribute values' },
      role: ROLE,
    },
  },
  'saml-advanced-group-idp-mapper': {
    name: 'Advanced Attribute to Group',
    category: 'Group Importer',
    helpText: 'Adds the user to a group if all attributes of the assertion have their values.',
    providers: SAML,
    settings: {
      attributes: { ...CLAIMS, label: 'Attributes' },
      'are.attribute.values.regex': { ...CLAIMS_REGEX, label: 'Regex attribute values' },
      group: GROUP,
    },
  },
  'saml-user-attribute-idp-mapper': {
    name: 'Attribute Importer',
    category: 'Attribute Importer',
    helpText: 'Copies an attribute of the assertion to an attribute or property of the user.',
    providers: SAML,
    settings: {
      'attribute.name': ATTRIBUTE_NAME,
      'attribute.friendly.name': FRIENDLY_NAME,
      'attribute.name.format': {
        label: 'Name format',
        helpText: 'Format of the attribute’s name, for the metadata of this realm.',
        type: 'List',
        options: ['ATTRIBUTE_FORMAT_BASIC', 'ATTRIBUTE_FORMAT_URI', 'ATTRIBUTE_FORMAT_UNSPECIFIED'],
        defaultValue: 'ATTRIBUTE_FORMAT_BASIC',
      },
      'user.attribute': USER_ATTRIBUTE,
    },
  },
  'saml-username-idp-mapper': {
    name: 'Username Template Importer',
    category: 'Preprocessor',
    helpText: 'Makes the username from a template.',
    providers: SAML,
    settings: { template: template('${ALIAS}.${NAMEID}'), target: TARGET },
  },
  'saml-xpath-attribute-idp-mapper': {
    name: 'XPath Attribute Importer',
    category: 'Attribute Importer',
    helpText: 'Copies a part of an attribute with XML to an attribute or property of the user.',
    providers: SAML,
    settings: {
      'attribute.xpath': {
        label: 'Attribute XPath',
        helpText:
          'Path of the part: //p:FirstName, or //Person[@id="1"]/@name. The value is in an element root.',
      },
      'attribute.name': ATTRIBUTE_NAME,
      'attribute.friendly.name': FRIENDLY_NAME,
      'user.attribute': USER_ATTRIBUTE,
    },
  },
  ...Object.fromEntries(PROFILE_MAPPERS),
};

/** The types of mappers of a provider, by type, in the form of Keycloak's API. */
export function listMapperTypes(provider: string): Readonly<Record<string, object>> {
  const types = Object.entries(TYPES).filter(([, { providers }]) =>
    providers.some((each) => each === '*' || each === provider),
  );
  return Object.fromEntries(
    types.map(([id, { providers, settings, ...type }]) => [
      id,
      { id, ...type, properties: toProperties(settings) },
    ]),
  );
}

function toProperties(settings: MapperType['settings']): readonly object[] {
  return Object.entries(settings).map(([name, { type = 'String', ...setting }]) => ({
    name,
    ...setting,
    type,
    required: false,
    secret: false,
  }));
}
