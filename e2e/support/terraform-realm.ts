// The realm as Terraform's provider for Keycloak reads and writes it: members that its type does not have are lost
// between a GET and the PUT that follows.
import type { AdminSession, Json } from './replay.ts';
import type { Resource } from './terraform.ts';

/** Sent even if they are empty. */
const TEXTS = [
  'realm',
  'displayName',
  'displayNameHtml',
  'defaultSignatureAlgorithm',
  'defaultLocale',
  'passwordPolicy',
  'webAuthnPolicyAttestationConveyancePreference',
  'webAuthnPolicyAuthenticatorAttachment',
  'webAuthnPolicyRequireResidentKey',
  'webAuthnPolicyRpEntityName',
  'webAuthnPolicyRpId',
  'webAuthnPolicyUserVerificationRequirement',
  'webAuthnPolicyPasswordlessAttestationConveyancePreference',
  'webAuthnPolicyPasswordlessAuthenticatorAttachment',
  'webAuthnPolicyPasswordlessRequireResidentKey',
  'webAuthnPolicyPasswordlessRpEntityName',
  'webAuthnPolicyPasswordlessRpId',
  'webAuthnPolicyPasswordlessUserVerificationRequirement',
];

/** Sent even if they are off. */
const FLAGS = [
  'enabled',
  'userManagedAccessAllowed',
  'registrationAllowed',
  'registrationEmailAsUsername',
  'editUsernameAllowed',
  'resetPasswordAllowed',
  'rememberMe',
  'verifyEmail',
  'loginWithEmailAllowed',
  'duplicateEmailsAllowed',
  'revokeRefreshToken',
  'internationalizationEnabled',
  'bruteForceProtected',
  'permanentLockout',
  'otpPolicyCodeReusable',
  'webAuthnPolicyAvoidSameAuthenticatorRegister',
  'webAuthnPolicyPasswordlessAvoidSameAuthenticatorRegister',
];

/** Sent even if they are zero. */
const NUMBERS = [
  'refreshTokenMaxReuse',
  'failureFactor',
  'waitIncrementSeconds',
  'quickLoginCheckMilliSeconds',
  'minimumQuickLoginWaitSeconds',
  'maxFailureWaitSeconds',
  'maxDeltaTimeSeconds',
  'webAuthnPolicyCreateTimeout',
  'webAuthnPolicyPasswordlessCreateTimeout',
];

/** Null if they are missing. */
const LISTS = [
  'supportedLocales',
  'webAuthnPolicyAcceptableAaguids',
  'webAuthnPolicySignatureAlgorithms',
  'webAuthnPolicyPasswordlessAcceptableAaguids',
  'webAuthnPolicyPasswordlessSignatureAlgorithms',
];

/** Left out if they are empty, off, zero or missing. */
const OPTIONAL = [
  'id',
  'sslRequired',
  'loginTheme',
  'accountTheme',
  'adminTheme',
  'emailTheme',
  'bruteForceStrategy',
  'browserFlow',
  'registrationFlow',
  'directGrantFlow',
  'resetCredentialsFlow',
  'clientAuthenticationFlow',
  'dockerAuthenticationFlow',
  'firstBrokerLoginFlow',
  'otpPolicyAlgorithm',
  'otpPolicyType',
  'webAuthnPolicyResidentKey',
  'webAuthnPolicyPasswordlessResidentKey',
  'organizationsEnabled',
  'offlineSessionMaxLifespanEnabled',
  'adminPermissionsEnabled',
  'webAuthnPolicyPasswordlessPasskeysEnabled',
  'ssoSessionIdleTimeout',
  'ssoSessionMaxLifespan',
  'ssoSessionIdleTimeoutRememberMe',
  'ssoSessionMaxLifespanRememberMe',
  'offlineSessionIdleTimeout',
  'offlineSessionMaxLifespan',
  'clientSessionIdleTimeout',
  'clientSessionMaxLifespan',
  'accessTokenLifespan',
  'accessTokenLifespanForImplicitFlow',
  'accessCodeLifespan',
  'accessCodeLifespanLogin',
  'accessCodeLifespanUserAction',
  'actionTokenGeneratedByUserLifespan',
  'actionTokenGeneratedByAdminLifespan',
  'oauth2DeviceCodeLifespan',
  'oauth2DevicePollingInterval',
  'maxTemporaryLockouts',
  'otpPolicyDigits',
  'otpPolicyInitialCounter',
  'otpPolicyLookAheadWindow',
  'otpPolicyPeriod',
  'defaultDefaultClientScopes',
  'defaultOptionalClientScopes',
  'webAuthnPolicyExtraOrigins',
  'webAuthnPolicyPasswordlessExtraOrigins',
];

/** Security headers; a realm whose configuration has none gets these. */
const HEADERS = {
  contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
  contentSecurityPolicyReportOnly: '',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xContentTypeOptions: 'nosniff',
  xFrameOptions: 'SAMEORIGIN',
  xRobotsTag: 'none',
  xXSSProtection: '1; mode=block',
  referrerPolicy: 'no-referrer',
};

/** Flows that a realm is bound to unless its configuration names others. */
const FLOWS = {
  browserFlow: 'browser',
  registrationFlow: 'registration',
  directGrantFlow: 'direct grant',
  resetCredentialsFlow: 'reset credentials',
  clientAuthenticationFlow: 'clients',
  dockerAuthenticationFlow: 'docker auth',
  firstBrokerLoginFlow: 'first broker login',
};

const zeroes = (names: readonly string[], value: unknown): Json =>
  Object.fromEntries(names.map((name) => [name, value]));

/** What `keycloak_realm` sends for a configuration. */
export function realm(values: Json = {}): Json {
  return {
    ...zeroes(TEXTS, ''),
    ...zeroes(FLAGS, false),
    ...zeroes(NUMBERS, 0),
    ...zeroes(LISTS, null),
    id: 'my-realm',
    realm: 'my-realm',
    enabled: true,
    sslRequired: 'external',
    smtpServer: {},
    supportedLocales: [],
    attributes: {},
    browserSecurityHeaders: HEADERS,
    bruteForceStrategy: 'MULTIPLE',
    failureFactor: 30,
    waitIncrementSeconds: 60,
    quickLoginCheckMilliSeconds: 1000,
    minimumQuickLoginWaitSeconds: 60,
    maxFailureWaitSeconds: 900,
    maxDeltaTimeSeconds: 43_200,
    ...FLOWS,
    ...values,
  };
}

/** Defaults of Keycloak that a configuration without them leaves alone. */
const COMPUTED = /^webAuthnPolicy/;

/** keycloak_realm; the policy for WebAuthn is compared where the configuration has one. */
export function realmResource(values: Json, change: Json): Resource {
  const sent = realm(values);
  const compared = Object.entries(sent).filter(([name]) => !COMPUTED.test(name) || name in values);
  return {
    async create(api) {
      await api.send('POST', '//realms', sent);
      return api.realm;
    },
    read: (api) => api.find(''),
    update: (api, _id, changed) => api.put('', { ...sent, ...changed }),
    destroy: (api) => api.delete(''),
    find: async (api) => (await api.find(''))?.['id'] as string | undefined,
    values: Object.fromEntries(compared),
    change,
  };
}

/** What the provider sends after it has read a realm: the members that its type has, and zero values. */
function reread(found: Json): Json {
  const pick = (names: readonly string[], missing: unknown): Json =>
    Object.fromEntries(names.map((name) => [name, found[name] ?? missing]));
  const kept = Object.entries(pick([...OPTIONAL, 'defaultRole'], undefined)).filter(
    ([, value]) => Boolean(value) && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...pick(TEXTS, ''),
    ...pick(FLAGS, false),
    ...pick(NUMBERS, 0),
    ...pick(LISTS, null),
    ...Object.fromEntries(kept),
    ...pick(['smtpServer', 'attributes', 'browserSecurityHeaders'], {}),
  };
}

/** keycloak_authentication_bindings: reads the realm and writes all of it with other flows. */
export function bindings(values: Json, change: Json): Resource {
  const bind = async (api: AdminSession, flows: Json): Promise<void> =>
    api.put('', { ...reread(await api.get('')), ...FLOWS, ...flows });
  return {
    async create(api) {
      await bind(api, values);
      return api.realm;
    },
    read: (api) => api.find(''),
    update: (api, _id, changed) => bind(api, changed),
    destroy: (api) => bind(api, {}),
    permanent: true,
    values: { ...FLOWS, ...values },
    change,
  };
}
