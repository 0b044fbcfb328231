// Settings of the parts of realms: roles, groups, credentials, mappers, scopes, components.

import type {
  AuthenticationFlowRepresentation,
  AuthenticatorConfigRepresentation,
  FlowExecutionRepresentation,
} from '../flow-representation.ts';
import type {
  ClientScopeRepresentation,
  ComponentRepresentation,
  CompositesRepresentation,
  CredentialRepresentation,
  GroupRepresentation,
  ProtocolMapperRepresentation,
  RequiredActionRepresentation,
  RoleRepresentation,
  RolesRepresentation,
  ScopeMappingRepresentation,
  UserConsentRepresentation,
} from '../realm-representation.ts';
import { IGNORED, kept, partOf, type UnsupportedValue } from './kept.ts';
import { listUnsupportedMappers } from './mapper.ts';
import {
  type AttributeRows,
  findAttribute,
  inSection,
  keptAttribute,
  keptRow,
  type SettingRow,
  type SettingRows,
} from './setting-row.ts';
import {
  anything,
  flag,
  identifier,
  integer,
  listAttributes,
  listOf,
  mapOf,
  name,
  objectOf,
  text,
  textMap,
  texts,
  textsMap,
  type ValueType,
} from './value-type.ts';

/** Credentials with a rule that checks them; the names of one-time codes before Keycloak 7 count. */
const CREDENTIAL_TYPES: readonly string[] = ['password', 'otp', 'totp', 'hotp', 'recovery-authn-codes'];

const OTHER_CREDENTIALS = kept('Users cannot sign in with credentials of this type.');

function listUnsupportedCredentials(type: unknown): readonly UnsupportedValue[] {
  return typeof type !== 'string' || CREDENTIAL_TYPES.includes(type)
    ? []
    : [{ value: type, effect: OTHER_CREDENTIALS }];
}

/** Where credentials had their hash and parameters before Keycloak 7. */
const old = (effect: string): Omit<SettingRow<NonNullable<unknown>>, 'section'> => ({
  type: anything,
  effect,
});
const IN_SECRET_DATA = 'In files before Keycloak 7: part of `secretData`.';
const IN_CREDENTIAL_DATA = 'In files before Keycloak 7: part of `credentialData`.';

export const CREDENTIAL_SETTINGS: SettingRows<CredentialRepresentation> = inSection('Credentials', {
  id: { type: identifier, effect: 'Identifies the credential in the admin API.' },
  type: {
    type: text,
    effect: '`password`, `otp` or `recovery-authn-codes`; other types are kept.',
    unsupported: listUnsupportedCredentials,
  },
  userLabel: { type: text, effect: 'The name that the user gave to the credential.' },
  createdDate: { type: integer, effect: 'When it was created, in milliseconds since the epoch.' },
  value: { type: text, secret: true, effect: 'The plain password; it is hashed before it is stored.' },
  temporary: { type: flag, effect: 'Whether the user must change the password at the next sign-in.' },
  secretData: { type: text, secret: true, effect: 'The hash or the shared secret, as JSON in a text.' },
  credentialData: { type: text, effect: 'Algorithm and parameters, as JSON in a text.' },
  hashedSaltedValue: { ...old(IN_SECRET_DATA), secret: true },
  salt: { ...old(IN_SECRET_DATA), secret: true },
  hashIterations: old(IN_CREDENTIAL_DATA),
  algorithm: old(IN_CREDENTIAL_DATA),
  digits: old(IN_CREDENTIAL_DATA),
  counter: old(IN_CREDENTIAL_DATA),
  period: old(IN_CREDENTIAL_DATA),
  priority: keptRow(IGNORED),
  config: keptRow(IGNORED),
  device: keptRow(IGNORED),
  federationLink: keptRow(IGNORED),
});

export const CONSENT_SETTINGS: SettingRows<UserConsentRepresentation> = inSection('Consents', {
  clientId: { type: text, effect: 'The client that the user consented to.' },
  grantedClientScopes: { type: texts, effect: 'The client scopes that the user granted.' },
  createdDate: { type: integer, effect: 'When it was given, in milliseconds since the epoch.' },
  lastUpdatedDate: { type: integer, effect: 'When it last changed, in milliseconds since the epoch.' },
  grantedRealmRoles: keptRow(IGNORED),
});

export const ROLE_COMPOSITE_SETTINGS: SettingRows<CompositesRepresentation> = inSection('Roles', {
  realm: { type: texts, effect: 'Realm roles that the role contains.' },
  client: { type: textsMap, effect: 'Client roles that the role contains, by client ID.' },
  application: { type: anything, effect: '`client` in files of Keycloak 1.' },
});

export const ROLE_SETTINGS: SettingRows<RoleRepresentation> = inSection('Roles', {
  id: { type: identifier, effect: 'Identifies the role in the admin API.' },
  name: { type: name, label: 'Role name', effect: 'The name of the role in tokens and assertions.' },
  description: { type: text, label: 'Description', effect: 'Shown in the console.' },
  composite: { type: flag, effect: 'Follows from `composites`.' },
  composites: { type: objectOf(() => ROLE_COMPOSITE_SETTINGS), effect: 'Roles that come with the role.' },
  clientRole: { type: flag, effect: 'Follows from where the role is listed.' },
  containerId: { type: text, effect: 'Follows from where the role is listed.' },
  attributes: {
    type: listAttributes,
    label: 'Attributes',
    effect: 'Free attributes; container registry roles are described by them.',
  },
  scopeParamRequired: keptRow(IGNORED),
});

const role: ValueType = objectOf(() => ROLE_SETTINGS, 'name');

export const ROLES_SETTINGS: SettingRows<RolesRepresentation> = inSection('Roles', {
  realm: { type: listOf(role), effect: 'Realm roles.' },
  client: { type: mapOf(listOf(role)), effect: 'Client roles by client ID.' },
  application: { type: anything, effect: '`client` in files of Keycloak 1.' },
});

export const GROUP_SETTINGS: SettingRows<GroupRepresentation> = inSection('Groups', {
  id: { type: identifier, effect: 'Identifies the group in the admin API.' },
  name: { type: name, label: 'Name', effect: 'The name of the group.' },
  description: { type: text, label: 'Description', effect: 'Shown in the console.' },
  path: { type: text, effect: 'Follows from the names of the group and its parents.' },
  parentId: { type: text, effect: 'Follows from where the group is listed.' },
  subGroups: { type: listOf(objectOf(() => GROUP_SETTINGS, 'name')), effect: 'Groups below the group.' },
  attributes: {
    type: listAttributes,
    label: 'Attributes',
    effect: 'Attributes that mappers can add to those of its members.',
  },
  realmRoles: { type: texts, effect: 'Realm roles of its members.' },
  clientRoles: { type: textsMap, effect: 'Client roles of its members, by client ID.' },
  subGroupCount: keptRow(IGNORED),
  access: keptRow(IGNORED),
});

/** The allowed members of `config` depend on the mapper's type. */
export const MAPPER_SETTINGS: SettingRows<ProtocolMapperRepresentation> = inSection('Protocol mappers', {
  id: { type: identifier, effect: 'Identifies the mapper in the admin API.' },
  name: { type: name, effect: 'The name of the mapper.' },
  protocol: { type: text, effect: 'The protocol of its client or client scope.' },
  protocolMapper: {
    type: text,
    effect: 'The type of the mapper; unknown types are kept and reported in the log.',
    unsupported: listUnsupportedMappers,
  },
  config: { type: textMap, effect: 'The settings of its type.' },
  consentRequired: keptRow(IGNORED),
  consentText: keptRow(IGNORED),
});

export const mappers: ReturnType<typeof listOf> = listOf(
  objectOf(() => MAPPER_SETTINGS, 'name', 'protocolMapper'),
);

export const CLIENT_SCOPE_SETTINGS: SettingRows<ClientScopeRepresentation> = inSection('Client scopes', {
  id: { type: identifier, effect: 'Identifies the client scope in the admin API.' },
  name: { type: name, label: 'Name', effect: 'The value that applications request in `scope`.' },
  description: { type: text, label: 'Description', effect: 'Shown in the console.' },
  protocol: { type: text, effect: 'The protocol of the clients that may have the scope.' },
  attributes: {
    type: mapOf(text, (attribute) => findAttribute(CLIENT_SCOPE_ATTRIBUTES, attribute)),
    effect: 'Further settings, as texts.',
  },
  protocolMappers: { type: mappers, effect: 'Mappers that the scope adds.' },
});

export const CLIENT_SCOPE_ATTRIBUTES: AttributeRows = inSection('Client scopes', {
  'gui.order': keptAttribute(kept('The consent page has an order of its own.')),
  'is.dynamic.scope': keptAttribute(kept('The scope is requested by its exact name, without a parameter.')),
  'dynamic.scope.regexp': keptAttribute(partOf('is.dynamic.scope')),
  'include.in.token.scope': {
    type: flag,
    default: 'true',
    label: 'Include in token scope',
    effect: 'The claim `scope` of access tokens lists the name.',
  },
  'include.in.openid.provider.metadata': {
    type: flag,
    default: 'true',
    label: 'Include in OpenID provider metadata',
    effect: 'The discovery document lists the name.',
  },
  'display.on.consent.screen': {
    type: flag,
    default: 'true',
    label: 'Display on consent screen',
    effect: 'For clients that require consent.',
  },
  'consent.screen.text': {
    type: text,
    label: 'Consent screen text',
    unset: 'the name',
    effect: 'The text for the scope on the consent page.',
  },
});

export const SCOPE_MAPPING_SETTINGS: SettingRows<ScopeMappingRepresentation> = inSection('Roles', {
  client: { type: text, effect: 'The client whose tokens may contain the roles.' },
  clientScope: { type: text, effect: 'The client scope that lets the roles in.' },
  roles: { type: texts, effect: 'Names of the roles.' },
  clientTemplate: keptRow(kept('Client templates are not read; use a client scope instead.')),
  self: keptRow(IGNORED),
});

export const COMPONENT_SETTINGS: SettingRows<ComponentRepresentation> = inSection('Components', {
  id: { type: identifier, effect: 'Identifies the component in the admin API.' },
  name: { type: text, effect: 'The name of the component.' },
  providerId: {
    type: text,
    effect: 'Its kind; keys and client registration policies take effect, others are kept.',
  },
  subType: { type: text, effect: 'Client registration policies: `anonymous` or `authenticated`.' },
  config: { type: textsMap, effect: 'Its settings.' },
  subComponents: keptRow(partOf('providerId')),
  providerType: { type: anything, effect: 'The key under which it is listed.' },
  parentId: { type: anything, effect: 'The realm’s ID.' },
});

export const AUTHENTICATOR_CONFIG_SETTINGS: SettingRows<AuthenticatorConfigRepresentation> = inSection(
  'Flows',
  {
    id: keptRow(IGNORED),
    alias: { type: text, effect: 'The name by which steps refer to it.' },
    config: { type: textMap, effect: 'The settings of a step.' },
  },
);

export const FLOW_EXECUTION_SETTINGS: SettingRows<FlowExecutionRepresentation> = inSection('Flows', {
  id: { type: anything, effect: 'Identifies the step in the admin API.' },
  authenticator: { type: text, effect: 'What the step does, for example `auth-otp-form`.' },
  authenticatorConfig: { type: text, effect: 'Its settings, by alias.' },
  authenticatorFlow: { type: anything, effect: 'Follows from `flowAlias`.' },
  autheticatorFlow: { type: anything, effect: 'Follows from `flowAlias`.' },
  flowAlias: { type: text, effect: 'The flow that the step contains.' },
  requirement: {
    type: text,
    effect: 'Whether the step is `REQUIRED`, `ALTERNATIVE`, `CONDITIONAL` or `DISABLED`.',
  },
  priority: { type: integer, effect: 'Steps with a lower value come first.' },
  userSetupAllowed: { type: anything, effect: IGNORED },
});

export const FLOW_SETTINGS: SettingRows<AuthenticationFlowRepresentation> = inSection('Flows', {
  id: { type: identifier, effect: 'Clients refer to the flow by it.' },
  alias: { type: text, effect: 'The name of the flow.' },
  description: { type: anything, effect: 'Shown in the console.' },
  providerId: { type: anything, effect: 'Its kind, in the admin API.' },
  topLevel: { type: anything, effect: 'Whether realm and clients can use it, in the admin API.' },
  builtIn: { type: anything, effect: 'Whether the admin API refuses to change it.' },
  authenticationExecutions: {
    type: listOf(objectOf(() => FLOW_EXECUTION_SETTINGS)),
    effect: 'Its steps, in order of their priority.',
  },
});

export const REQUIRED_ACTION_SETTINGS: SettingRows<RequiredActionRepresentation> = inSection(
  'Required actions',
  {
    alias: { type: text, effect: 'The action, for example `UPDATE_PASSWORD`.' },
    name: { type: text, effect: 'Shown in the console.' },
    providerId: { type: text, effect: IGNORED },
    enabled: { type: flag, effect: 'Whether users can be asked for the action.' },
    defaultAction: { type: flag, effect: 'Whether new users get the action.' },
    priority: { type: integer, effect: 'Actions with a lower value come first.' },
    config: keptRow(kept('Required actions have no settings of their own.')),
  },
);
