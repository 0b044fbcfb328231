// The realm's lifespans with Keycloak's defaults filled in.
import type { StoredRealm } from '#protocol/store/store.ts';
import type { RealmLifespans } from './realm.ts';

/** A realm's lifespans in seconds where nothing else is set. */
export const DEFAULT_LIFESPANS: RealmLifespans = {
  accessToken: 300,
  accessTokenImplicit: 900,
  ssoIdle: 1800,
  ssoMax: 36_000,
  ssoIdleRememberMe: 1800,
  ssoMaxRememberMe: 36_000,
  clientIdle: 0,
  clientMax: 0,
  offlineIdle: 2_592_000,
  offlineMax: undefined,
  clientOfflineIdle: 0,
  clientOfflineMax: 0,
  accessCode: 60,
  accessCodeLogin: 1800,
  accessCodeUserAction: 300,
  deviceCode: 600,
  devicePolling: 5,
};
const DEFAULT_OFFLINE_MAX = 5_184_000;

/** Lifespans of a stored realm in seconds. Zero or less stands for the default, and for the value without remember-me in the remember-me members. */
export function viewLifespans(stored: StoredRealm): RealmLifespans {
  const d = DEFAULT_LIFESPANS;
  const ssoIdle = positive(stored.ssoSessionIdleTimeout, d.ssoIdle);
  const ssoMax = positive(stored.ssoSessionMaxLifespan, d.ssoMax);
  return {
    accessToken: positive(stored.accessTokenLifespan, d.accessToken),
    accessTokenImplicit: positive(stored.accessTokenLifespanForImplicitFlow, d.accessTokenImplicit),
    ssoIdle,
    ssoMax,
    ssoIdleRememberMe: positive(stored.ssoSessionIdleTimeoutRememberMe, ssoIdle),
    ssoMaxRememberMe: positive(stored.ssoSessionMaxLifespanRememberMe, ssoMax),
    clientIdle: positive(stored.clientSessionIdleTimeout, 0),
    clientMax: positive(stored.clientSessionMaxLifespan, 0),
    offlineIdle: positive(stored.offlineSessionIdleTimeout, d.offlineIdle),
    offlineMax:
      stored.offlineSessionMaxLifespanEnabled === true
        ? positive(stored.offlineSessionMaxLifespan, DEFAULT_OFFLINE_MAX)
        : undefined,
    clientOfflineIdle: positive(stored.clientOfflineSessionIdleTimeout, 0),
    clientOfflineMax: positive(stored.clientOfflineSessionMaxLifespan, 0),
    accessCode: positive(stored.accessCodeLifespan, d.accessCode),
    accessCodeLogin: positive(stored.accessCodeLifespanLogin, d.accessCodeLogin),
    accessCodeUserAction: positive(stored.accessCodeLifespanUserAction, d.accessCodeUserAction),
    deviceCode: positive(stored.oauth2DeviceCodeLifespan, d.deviceCode),
    devicePolling: positive(stored.oauth2DevicePollingInterval, d.devicePolling),
  };
}

function positive(value: number | undefined, fallback: number): number {
  return value !== undefined && value > 0 ? value : fallback;
}
