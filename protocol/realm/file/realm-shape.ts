// The types of the members that the realm's rules read.
import type { Shape } from './shape.ts';

const TEXTS: Shape = { list: 'string' };
const TEXT_MAP: Shape = { map: 'string' };
const TEXTS_MAP: Shape = { map: TEXTS };
const ATTRIBUTES: Shape = { map: { list: 'string', orOne: true } };

const MAPPER: Shape = {
  members: { id: 'string', name: 'string', protocol: 'string', protocolMapper: 'string', config: TEXT_MAP },
  required: ['name', 'protocolMapper'],
};

const ROLE: Shape = {
  members: {
    id: 'string',
    name: 'string',
    description: 'string',
    composite: 'boolean',
    composites: { members: { realm: TEXTS, client: TEXTS_MAP } },
    attributes: ATTRIBUTES,
  },
  required: ['name'],
};

const groupMembers: Record<string, Shape> = {
  id: 'string',
  name: 'string',
  path: 'string',
  attributes: ATTRIBUTES,
  realmRoles: TEXTS,
  clientRoles: TEXTS_MAP,
};
const GROUP: Shape = { members: groupMembers, required: ['name'] };
groupMembers['subGroups'] = { list: GROUP };

/** A user. */
const USER_SHAPE: Shape = {
  members: {
    id: 'string',
    username: 'string',
    email: 'string',
    emailVerified: 'boolean',
    firstName: 'string',
    lastName: 'string',
    enabled: 'boolean',
    createdTimestamp: 'number',
    attributes: ATTRIBUTES,
    credentials: {
      list: {
        members: {
          id: 'string',
          type: 'string',
          value: 'string',
          temporary: 'boolean',
          secretData: 'string',
          credentialData: 'string',
        },
      },
    },
    requiredActions: TEXTS,
    realmRoles: TEXTS,
    clientRoles: TEXTS_MAP,
    groups: TEXTS,
    serviceAccountClientId: 'string',
    notBefore: 'number',
  },
  required: ['username'],
};

/** A client. */
const CLIENT_SHAPE: Shape = {
  members: {
    id: 'string',
    clientId: 'string',
    name: 'string',
    description: 'string',
    rootUrl: 'string',
    baseUrl: 'string',
    adminUrl: 'string',
    enabled: 'boolean',
    protocol: 'string',
    publicClient: 'boolean',
    bearerOnly: 'boolean',
    secret: 'string',
    clientAuthenticatorType: 'string',
    standardFlowEnabled: 'boolean',
    implicitFlowEnabled: 'boolean',
    directAccessGrantsEnabled: 'boolean',
    serviceAccountsEnabled: 'boolean',
    consentRequired: 'boolean',
    frontchannelLogout: 'boolean',
    fullScopeAllowed: 'boolean',
    redirectUris: TEXTS,
    webOrigins: TEXTS,
    notBefore: 'number',
    defaultClientScopes: TEXTS,
    optionalClientScopes: TEXTS,
    protocolMappers: { list: MAPPER },
    attributes: TEXT_MAP,
  },
  required: ['clientId'],
};

const SCOPE_MAPPINGS: Shape = {
  list: { members: { client: 'string', clientScope: 'string', roles: TEXTS } },
};

const seconds = (...names: readonly string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, 'number' as const]));

/** A realm with everything in it. */
export const REALM_SHAPE: Shape = {
  members: {
    id: 'string',
    realm: 'string',
    displayName: 'string',
    enabled: 'boolean',
    sslRequired: 'string',
    defaultSignatureAlgorithm: 'string',
    revokeRefreshToken: 'boolean',
    rememberMe: 'boolean',
    registrationAllowed: 'boolean',
    loginWithEmailAllowed: 'boolean',
    duplicateEmailsAllowed: 'boolean',
    registrationEmailAsUsername: 'boolean',
    offlineSessionMaxLifespanEnabled: 'boolean',
    passwordPolicy: 'string',
    otpPolicyType: 'string',
    otpPolicyAlgorithm: 'string',
    otpPolicyCodeReusable: 'boolean',
    ...seconds('otpPolicyInitialCounter', 'otpPolicyDigits', 'otpPolicyLookAheadWindow', 'otpPolicyPeriod'),
    verifyEmail: 'boolean',
    editUsernameAllowed: 'boolean',
    defaultLocale: 'string',
    localizationTexts: { map: TEXT_MAP },
    authenticatorConfig: { list: { members: { alias: 'string', config: TEXT_MAP } } },
    requiredActions: {
      list: {
        members: { alias: 'string', enabled: 'boolean', defaultAction: 'boolean', priority: 'number' },
      },
    },
    bruteForceProtected: 'boolean',
    permanentLockout: 'boolean',
    bruteForceStrategy: 'string',
    ...seconds('failureFactor', 'waitIncrementSeconds', 'maxFailureWaitSeconds', 'maxDeltaTimeSeconds'),
    ...seconds('quickLoginCheckMilliSeconds', 'minimumQuickLoginWaitSeconds', 'maxTemporaryLockouts'),
    ...seconds(
      'notBefore',
      'refreshTokenMaxReuse',
      'accessTokenLifespan',
      'accessTokenLifespanForImplicitFlow',
    ),
    ...seconds('ssoSessionIdleTimeout', 'ssoSessionMaxLifespan', 'ssoSessionIdleTimeoutRememberMe'),
    ...seconds('ssoSessionMaxLifespanRememberMe', 'offlineSessionIdleTimeout', 'offlineSessionMaxLifespan'),
    ...seconds('clientSessionIdleTimeout', 'clientSessionMaxLifespan', 'accessCodeLifespan'),
    ...seconds('clientOfflineSessionIdleTimeout', 'clientOfflineSessionMaxLifespan'),
    ...seconds('accessCodeLifespanUserAction', 'accessCodeLifespanLogin'),
    ...seconds('oauth2DeviceCodeLifespan', 'oauth2DevicePollingInterval'),
    roles: { members: { realm: { list: ROLE }, client: { map: { list: ROLE } } } },
    defaultRole: ROLE,
    defaultRoles: TEXTS,
    defaultGroups: TEXTS,
    groups: { list: GROUP },
    users: { list: USER_SHAPE },
    clients: { list: CLIENT_SHAPE },
    clientScopes: {
      list: {
        members: {
          id: 'string',
          name: 'string',
          protocol: 'string',
          attributes: TEXT_MAP,
          protocolMappers: { list: MAPPER },
        },
        required: ['name'],
      },
    },
    defaultDefaultClientScopes: TEXTS,
    defaultOptionalClientScopes: TEXTS,
    scopeMappings: SCOPE_MAPPINGS,
    clientScopeMappings: { map: SCOPE_MAPPINGS },
    components: {
      map: { list: { members: { id: 'string', name: 'string', providerId: 'string', config: TEXTS_MAP } } },
    },
    attributes: TEXT_MAP,
  },
  required: ['realm'],
};
