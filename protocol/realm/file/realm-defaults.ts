// What a realm holds where its file says nothing: Keycloak's values, so that reading a realm back gives every setting.
import type { StoredRealm } from '#protocol/store/store.ts';

/** Settings of a created or imported realm. Lifespans in seconds. */
export const REALM_DEFAULTS: Partial<StoredRealm> = {
  notBefore: 0,
  defaultSignatureAlgorithm: 'RS256',
  revokeRefreshToken: false,
  refreshTokenMaxReuse: 0,
  accessTokenLifespan: 300,
  accessTokenLifespanForImplicitFlow: 900,
  ssoSessionIdleTimeout: 1800,
  ssoSessionMaxLifespan: 36_000,
  ssoSessionIdleTimeoutRememberMe: 0,
  ssoSessionMaxLifespanRememberMe: 0,
  offlineSessionIdleTimeout: 2_592_000,
  offlineSessionMaxLifespanEnabled: false,
  offlineSessionMaxLifespan: 5_184_000,
  clientSessionIdleTimeout: 0,
  clientSessionMaxLifespan: 0,
  accessCodeLifespan: 60,
  accessCodeLifespanUserAction: 300,
  accessCodeLifespanLogin: 1800,
  oauth2DeviceCodeLifespan: 600,
  oauth2DevicePollingInterval: 5,
  registrationAllowed: false,
  rememberMe: false,
  loginWithEmailAllowed: true,
  duplicateEmailsAllowed: false,
};
