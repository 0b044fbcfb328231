// The realm's lifespans with the defaults of their settings filled in.
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import type { RealmLifespans } from './realm.ts';

type Lifespan = {
  [Member in keyof typeof REALM_SETTINGS]: NonNullable<StoredRealm[Member & keyof StoredRealm]> extends number
    ? Member
    : never;
}[keyof typeof REALM_SETTINGS] &
  keyof StoredRealm;

/** Lifespans in seconds. Zero or less means the default, or for remember-me the value without it. */
export function viewLifespans(stored: StoredRealm): RealmLifespans {
  const lifespan = (member: Lifespan, otherwise = REALM_SETTINGS[member].default ?? 0): number => {
    const value: number | undefined = stored[member];
    return value !== undefined && value > 0 ? value : Number(otherwise);
  };
  const ssoIdle = lifespan('ssoSessionIdleTimeout');
  const ssoMax = lifespan('ssoSessionMaxLifespan');
  return {
    accessToken: lifespan('accessTokenLifespan'),
    accessTokenImplicit: lifespan('accessTokenLifespanForImplicitFlow'),
    ssoIdle,
    ssoMax,
    ssoIdleRememberMe: lifespan('ssoSessionIdleTimeoutRememberMe', ssoIdle),
    ssoMaxRememberMe: lifespan('ssoSessionMaxLifespanRememberMe', ssoMax),
    clientIdle: lifespan('clientSessionIdleTimeout'),
    clientMax: lifespan('clientSessionMaxLifespan'),
    offlineIdle: lifespan('offlineSessionIdleTimeout'),
    offlineMax:
      stored.offlineSessionMaxLifespanEnabled === true ? lifespan('offlineSessionMaxLifespan') : undefined,
    clientOfflineIdle: lifespan('clientOfflineSessionIdleTimeout'),
    clientOfflineMax: lifespan('clientOfflineSessionMaxLifespan'),
    accessCode: lifespan('accessCodeLifespan'),
    accessCodeLogin: lifespan('accessCodeLifespanLogin'),
    accessCodeUserAction: lifespan('accessCodeLifespanUserAction'),
    deviceCode: lifespan('oauth2DeviceCodeLifespan'),
    devicePolling: lifespan('oauth2DevicePollingInterval'),
  };
}
