// Connects the built-in authentication device to this server's realms, users and CIBA requests.

import type { ActivityRecorder } from './activity/activity-recorder.ts';
import {
  type AuthenticationDevice,
  createAuthenticationDevice,
} from './authentication-device/authentication-device.ts';
import { createDelegationVerifier } from './authentication-device/delegation-token.ts';
import type { AuthenticationRequests } from './ciba/authentication-requests.ts';
import type { RealmKeys } from './crypto/realm-keys.ts';
import type { Logger } from './log/logger.ts';
import { createRealmAttributes } from './realm/realm-attributes.ts';
import type { RealmClocks } from './realm/realm-clocks.ts';
import { displayName } from './realm/users/users.ts';
import type { Store } from './store/store.ts';

export interface BuiltInDeviceDeps {
  readonly store: Pick<Store, 'realms' | 'users' | 'createExpiringStore' | 'createSignal'>;
  readonly keys: RealmKeys;
  readonly clocks: RealmClocks;
  readonly activity: ActivityRecorder;
  readonly log: Logger;
  readonly requests: Pick<AuthenticationRequests, 'findByPollingCode' | 'findByApprovalCode'>;
  /** URL at which this server reaches itself once it listens, without a trailing slash. */
  readonly selfUrl: () => string;
}

/** The device works from the delegation token alone; lookups only link prompts to Activity and requests. */
export function createBuiltInDevice({
  store,
  keys,
  requests,
  log,
  ...deps
}: BuiltInDeviceDeps): AuthenticationDevice {
  return createAuthenticationDevice({
    ...deps,
    store,
    log: log.child('authentication-device'),
    attributes: createRealmAttributes(store.realms),
    verify: createDelegationVerifier(keys),
    async describeUser(realmId, userId) {
      const user = await store.users.find(realmId, userId);
      return user === undefined ? undefined : displayName(user);
    },
    directory: {
      resultIdOf: async (realmId, authReqId, now) =>
        (await requests.findByPollingCode(realmId, authReqId, now))?.approvalCode,
      flowOf: async (realmId, resultId, now) =>
        (await requests.findByApprovalCode(realmId, resultId, now))?.flow,
    },
  });
}
