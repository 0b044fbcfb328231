// Settings of the parts of realms: roles, groups, credentials, mappers, scopes, components.
import type {
  AuthenticatorConfigRepresentation,
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
import { type AttributeRows, findAttribute, KEPT, type SettingRows } from './setting-row.ts';
import {
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

const CREDENTIALS = 'Credentials';
const ROLES = 'Roles';
const GROUPS = 'Groups';
const MAPPERS = 'Protocol mappers';
const SCOPES = 'Client scopes';
const COMPONENTS = 'Components';
const FLOWS = 'Flows';

export const CREDENTIAL_SETTINGS: SettingRows<CredentialRepresentation> = {
  id: { type: identifier, section: CREDENTIALS, effect: 'Identifies the credential in the admin API.' },
  type: { type: text, section: CREDENTIALS, effect: '`password` or `otp`; other types are kept.' },
  userLabel: { type: text, section: CREDENTIALS, effect: 'The name that the user gave to the credential.' },
  createdDate: {
    type: integer,
    section: CREDENTIALS,
    effect: 'When it was created, in milliseconds since the epoch.',
  },
  value: {
    type: text,
    section: CREDENTIALS,
    secret: true,
    effect: 'The plain password; it is hashed before it is stored.',
  },
  temporary: {
    type: flag,
    section: CREDENTIALS,
    effect: 'Whether the user must change the password at the next sign-in.',
  },
  secretData: {
    type: text,
    section: CREDENTIALS,
    secret: true,
    effect: 'The hash or the shared secret, as JSON in a text.',
  },
  credentialData: {
    type: text,
    section: CREDENTIALS,
    effect: 'Algorithm and parameters, as JSON in a text.',
  },
};

export const CONSENT_SETTINGS: SettingRows<UserConsentRepresentation> = {
  clientId: { type: text, section: 'Consents', effect: 'The client that the user consented to.' },
  grantedClientScopes: {
    type: texts,
    section: 'Consents',
    effect: 'The client scopes that the user granted.',
  },
  createdDate: {
    type: integer,
    section: 'Consents',
    effect: 'When it was given, in milliseconds since the epoch.',
  },
  lastUpdatedDate: {
    type: integer,
    section: 'Consents',
    effect: 'When it last changed, in milliseconds since the epoch.',
  },
};

const COMPOSITES: SettingRows<CompositesRepresentation> = {
  realm: { type: texts, section: ROLES, effect: 'Realm roles that the role contains.' },
  client: { type: textsMap, section: ROLES, effect: 'Client roles that the role contains, by client ID.' },
};

export const ROLE_SETTINGS: SettingRows<RoleRepresentation> = {
  id: { type: identifier, section: ROLES, effect: 'Identifies the role in the admin API.' },
  name: { type: name, section: ROLES, effect: 'The name of the role in tokens and assertions.' },
  description: { type: text, section: ROLES, effect: 'Shown in the console.' },
  composite: { type: flag, section: ROLES, effect: 'Follows from `composites`.' },
  composites: { type: objectOf(() => COMPOSITES), section: ROLES, effect: 'Roles that come with the role.' },
  clientRole: { type: flag, section: ROLES, effect: 'Follows from where the role is listed.' },
  containerId: { type: text, section: ROLES, effect: 'Follows from where the role is listed.' },
  attributes: {
    type: listAttributes,
    section: ROLES,
    effect: 'Free attributes; container registry roles are described by them.',
  },
};

const role: ValueType = objectOf(() => ROLE_SETTINGS, 'name');

export const ROLES_SETTINGS: SettingRows<RolesRepresentation> = {
  realm: { type: listOf(role), section: ROLES, effect: 'Realm roles.' },
  client: { type: mapOf(listOf(role)), section: ROLES, effect: 'Client roles by client ID.' },
};

export const GROUP_SETTINGS: SettingRows<GroupRepresentation> = {
  id: { type: identifier, section: GROUPS, effect: 'Identifies the group in the admin API.' },
  name: { type: name, section: GROUPS, effect: 'The name of the group.' },
  path: { type: text, section: GROUPS, effect: 'Follows from the names of the group and its parents.' },
  parentId: { type: text, section: GROUPS, effect: 'Follows from where the group is listed.' },
  subGroups: {
    type: listOf(objectOf(() => GROUP_SETTINGS, 'name')),
    section: GROUPS,
    effect: 'Groups below the group.',
  },
  attributes: {
    type: listAttributes,
    section: GROUPS,
    effect: 'Attributes that mappers can add to those of its members.',
  },
  realmRoles: { type: texts, section: GROUPS, effect: 'Realm roles of its members.' },
  clientRoles: { type: textsMap, section: GROUPS, effect: 'Client roles of its members, by client ID.' },
};

/** The allowed members of `config` depend on the mapper's type. */
export const MAPPER_SETTINGS: SettingRows<ProtocolMapperRepresentation> = {
  id: { type: identifier, section: MAPPERS, effect: 'Identifies the mapper in the admin API.' },
  name: { type: name, section: MAPPERS, effect: 'The name of the mapper.' },
  protocol: { type: text, section: MAPPERS, effect: 'The protocol of its client or client scope.' },
  protocolMapper: {
    type: text,
    section: MAPPERS,
    effect: 'The type of the mapper; unknown types are kept and reported in the log.',
  },
  config: { type: textMap, section: MAPPERS, effect: 'The settings of its type.' },
};

export const mappers: ReturnType<typeof listOf> = listOf(
  objectOf(() => MAPPER_SETTINGS, 'name', 'protocolMapper'),
);

export const CLIENT_SCOPE_SETTINGS: SettingRows<ClientScopeRepresentation> = {
  id: { type: identifier, section: SCOPES, effect: 'Identifies the client scope in the admin API.' },
  name: {
    type: name,
    section: SCOPES,
    label: 'Name',
    effect: 'The value that applications request in `scope`.',
  },
  description: { type: text, section: SCOPES, label: 'Description', effect: 'Shown in the console.' },
  protocol: { type: text, section: SCOPES, effect: 'The protocol of the clients that may have the scope.' },
  attributes: {
    type: mapOf(text, (attribute) => findAttribute(CLIENT_SCOPE_ATTRIBUTES, attribute)),
    section: SCOPES,
    effect: 'Further settings, as texts.',
  },
  protocolMappers: { type: mappers, section: SCOPES, effect: 'Mappers that the scope adds.' },
};

/** Attributes of a client scope. */
export const CLIENT_SCOPE_ATTRIBUTES: AttributeRows = {
  'include.in.token.scope': {
    type: flag,
    default: 'true',
    section: SCOPES,
    label: 'Include in token scope',
    effect: 'The claim `scope` of access tokens lists the name.',
  },
  'include.in.openid.provider.metadata': {
    type: flag,
    default: 'true',
    section: SCOPES,
    label: 'Include in OpenID provider metadata',
    effect: 'The discovery document lists the name.',
  },
  'display.on.consent.screen': {
    type: flag,
    default: 'true',
    section: SCOPES,
    label: 'Display on consent screen',
    effect: 'For clients that require consent.',
  },
  'consent.screen.text': {
    type: text,
    section: SCOPES,
    label: 'Consent screen text',
    unset: 'the name',
    effect: 'The text for the scope on the consent page.',
  },
};

/** Which roles a client or a client scope may carry. */
export const SCOPE_MAPPING_SETTINGS: SettingRows<ScopeMappingRepresentation> = {
  client: { type: text, section: ROLES, effect: 'The client whose tokens may contain the roles.' },
  clientScope: { type: text, section: ROLES, effect: 'The client scope that lets the roles in.' },
  roles: { type: texts, section: ROLES, effect: 'Names of the roles.' },
};

export const COMPONENT_SETTINGS: SettingRows<ComponentRepresentation> = {
  id: { type: identifier, section: COMPONENTS, effect: 'Identifies the component in the admin API.' },
  name: { type: text, section: COMPONENTS, effect: 'The name of the component.' },
  providerId: {
    type: text,
    section: COMPONENTS,
    effect: 'Its kind; keys and client registration policies take effect, others are kept.',
  },
  subType: {
    type: text,
    section: COMPONENTS,
    effect: 'Client registration policies: `anonymous` or `authenticated`.',
  },
  config: { type: textsMap, section: COMPONENTS, effect: 'Its settings.' },
};

export const AUTHENTICATOR_CONFIG_SETTINGS: SettingRows<AuthenticatorConfigRepresentation> = {
  alias: { type: text, section: FLOWS, effect: KEPT },
  config: {
    type: textMap,
    section: FLOWS,
    effect: 'Levels of authentication of the browser flow are read; the rest is kept.',
  },
};

export const REQUIRED_ACTION_SETTINGS: SettingRows<RequiredActionRepresentation> = {
  alias: { type: text, section: 'Required actions', effect: 'The action, for example `UPDATE_PASSWORD`.' },
  name: { type: text, section: 'Required actions', effect: 'Shown in the console.' },
  providerId: { type: text, section: 'Required actions', effect: KEPT },
  enabled: { type: flag, section: 'Required actions', effect: 'Whether users can be asked for the action.' },
  defaultAction: { type: flag, section: 'Required actions', effect: 'Whether new users get the action.' },
  priority: { type: integer, section: 'Required actions', effect: 'Actions with a lower value come first.' },
};
