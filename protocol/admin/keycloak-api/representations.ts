// What each member of Keycloak's representations must be when it arrives in a body.
import {
  flag,
  identifier,
  integer,
  listOf,
  type MemberRule,
  type MemberRules,
  mapOf,
  name,
  objectOf,
  seconds,
  text,
  textMap,
  texts,
  textsMap,
} from '../members.ts';

/** A credential. */
export const CREDENTIAL: MemberRules = {
  id: identifier,
  type: text,
  userLabel: text,
  createdDate: integer,
  value: text,
  temporary: flag,
  secretData: text,
  credentialData: text,
};

/** A user. */
export const USER: MemberRules = {
  id: identifier,
  username: name,
  email: text,
  emailVerified: flag,
  firstName: text,
  lastName: text,
  enabled: flag,
  createdTimestamp: integer,
  attributes: textsMap,
  credentials: listOf(objectOf(CREDENTIAL)),
  requiredActions: texts,
  realmRoles: texts,
  clientRoles: textsMap,
  groups: texts,
  clientConsents: listOf(
    objectOf({ clientId: text, grantedClientScopes: texts, createdDate: integer, lastUpdatedDate: integer }, [
      'clientId',
    ]),
  ),
  serviceAccountClientId: text,
  notBefore: integer,
};

/** A role; also what callers send to name a role (`id` and `name`). */
export const ROLE: MemberRules = {
  id: identifier,
  name,
  description: text,
  composite: flag,
  clientRole: flag,
  containerId: text,
  attributes: textsMap,
  composites: objectOf({ realm: texts, client: textsMap }),
};

const groupRule: MemberRule = (value, path) => objectOf(GROUP, ['name'])(value, path);

/** A group with its children. */
export const GROUP: MemberRules = {
  id: identifier,
  name,
  path: text,
  parentId: text,
  description: text,
  attributes: textsMap,
  realmRoles: texts,
  clientRoles: textsMap,
  subGroups: listOf(groupRule),
};

/** A protocol mapper. */
export const MAPPER: MemberRules = {
  id: identifier,
  name,
  protocol: text,
  protocolMapper: text,
  config: textMap,
};

const mappers: MemberRule = listOf(objectOf(MAPPER, ['name', 'protocolMapper']));

/** A client scope. */
export const CLIENT_SCOPE: MemberRules = {
  id: identifier,
  name,
  description: text,
  protocol: text,
  attributes: textMap,
  protocolMappers: mappers,
};

/** A client. */
export const CLIENT: MemberRules = {
  id: identifier,
  clientId: name,
  name: text,
  description: text,
  rootUrl: text,
  baseUrl: text,
  adminUrl: text,
  enabled: flag,
  protocol: text,
  publicClient: flag,
  bearerOnly: flag,
  secret: text,
  clientAuthenticatorType: text,
  standardFlowEnabled: flag,
  implicitFlowEnabled: flag,
  directAccessGrantsEnabled: flag,
  serviceAccountsEnabled: flag,
  consentRequired: flag,
  frontchannelLogout: flag,
  fullScopeAllowed: flag,
  redirectUris: texts,
  webOrigins: texts,
  notBefore: integer,
  defaultClientScopes: texts,
  optionalClientScopes: texts,
  protocolMappers: mappers,
  attributes: textMap,
  authenticationFlowBindingOverrides: textMap,
};

const scopeMappings: MemberRule = listOf(objectOf({ client: text, clientScope: text, roles: texts }));

/** A component. */
export const COMPONENT: MemberRules = {
  id: identifier,
  name,
  providerId: text,
  providerType: text,
  parentId: text,
  subType: text,
  config: textsMap,
};

const component: MemberRule = objectOf({ ...COMPONENT, name: text }, ['providerId']);

/** Members of a realm that are whole numbers of seconds. */
const LIFESPANS = [
  'notBefore',
  'accessTokenLifespan',
  'accessTokenLifespanForImplicitFlow',
  'ssoSessionIdleTimeout',
  'ssoSessionMaxLifespan',
  'ssoSessionIdleTimeoutRememberMe',
  'ssoSessionMaxLifespanRememberMe',
  'offlineSessionIdleTimeout',
  'offlineSessionMaxLifespan',
  'clientSessionIdleTimeout',
  'clientSessionMaxLifespan',
  'clientOfflineSessionIdleTimeout',
  'clientOfflineSessionMaxLifespan',
  'accessCodeLifespan',
  'accessCodeLifespanUserAction',
  'accessCodeLifespanLogin',
  'oauth2DeviceCodeLifespan',
  'oauth2DevicePollingInterval',
  'minimumQuickLoginWaitSeconds',
  'maxDeltaTimeSeconds',
  'maxFailureWaitSeconds',
  'waitIncrementSeconds',
] as const;

/** Members of a realm that are whole numbers of something else. */
const NUMBERS = [
  'refreshTokenMaxReuse',
  'failureFactor',
  'quickLoginCheckMilliSeconds',
  'maxTemporaryLockouts',
  'otpPolicyDigits',
  'otpPolicyPeriod',
  'otpPolicyInitialCounter',
  'otpPolicyLookAheadWindow',
] as const;

const REALM_FLAGS = [
  'enabled',
  'bruteForceProtected',
  'permanentLockout',
  'revokeRefreshToken',
  'offlineSessionMaxLifespanEnabled',
  'rememberMe',
  'registrationAllowed',
  'registrationEmailAsUsername',
  'verifyEmail',
  'resetPasswordAllowed',
  'editUsernameAllowed',
  'loginWithEmailAllowed',
  'duplicateEmailsAllowed',
  'otpPolicyCodeReusable',
] as const;

/** A realm. */
export const REALM: MemberRules = {
  ...Object.fromEntries(LIFESPANS.map((member) => [member, seconds])),
  ...Object.fromEntries(NUMBERS.map((member) => [member, integer])),
  ...Object.fromEntries(REALM_FLAGS.map((member) => [member, flag])),
  id: identifier,
  realm: name,
  displayName: text,
  displayNameHtml: text,
  sslRequired: text,
  defaultSignatureAlgorithm: text,
  passwordPolicy: text,
  bruteForceStrategy: text,
  otpPolicyType: text,
  otpPolicyAlgorithm: text,
  defaultLocale: text,
  roles: objectOf({
    realm: listOf(objectOf(ROLE, ['name'])),
    client: mapOf(listOf(objectOf(ROLE, ['name']))),
  }),
  defaultRole: objectOf(ROLE),
  defaultRoles: texts,
  defaultGroups: texts,
  groups: listOf(groupRule),
  users: listOf(objectOf(USER, ['username'])),
  clients: listOf(objectOf(CLIENT, ['clientId'])),
  clientScopes: listOf(objectOf(CLIENT_SCOPE, ['name'])),
  defaultDefaultClientScopes: texts,
  defaultOptionalClientScopes: texts,
  scopeMappings,
  clientScopeMappings: mapOf(scopeMappings),
  components: mapOf(listOf(component)),
  attributes: textMap,
  keycloakVersion: text,
};
