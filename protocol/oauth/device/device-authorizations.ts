// Device authorizations: a device's request, and the sign-in that approved it.
import {
  createPendingApprovals,
  type PendingApproval,
  type PendingApprovals,
} from '#protocol/realm/pending-approvals.ts';
import type { Store } from '#protocol/store/store.ts';
import type { CodeChallenge } from '../authorization-facts.ts';
import { createUserCode } from './user-code.ts';

interface DeviceRequest {
  readonly realmId: string;
  readonly clientUuid: string;
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly flow: string;
}

export interface DeviceApproval {
  readonly sessionId: string;
  readonly acr: string;
  /** Milliseconds on the realm's clock. */
  readonly authenticatedAt: number;
}

/** One device authorization: polled by device code, approved by user code (stored without the dash). */
export type DeviceAuthorization = PendingApproval<DeviceRequest, DeviceApproval>;

export interface DeviceAuthorizations extends PendingApprovals<DeviceRequest, DeviceApproval> {
  /** Calls the listener, which must not throw, with the realm's id for each new code. Returns the unsubscriber. */
  subscribe(listener: (realmId: string) => void): () => void;
}

/** How much the interval grows after an early poll, in seconds. RFC 8628 §3.5. */
const SLOWER_BY_SECONDS = 5;

export function createDeviceAuthorizations(
  store: Pick<Store, 'createExpiringStore' | 'createSignal'>,
): DeviceAuthorizations {
  const pending = createPendingApprovals<DeviceRequest, DeviceApproval>(
    {
      requests: store.createExpiringStore<DeviceAuthorization>('device-authorization'),
      pollingCodes: store.createExpiringStore('device-user-code'),
    },
    { createApprovalCode: createUserCode, slowDownBySeconds: SLOWER_BY_SECONDS },
  );
  const begun = store.createSignal<Pick<DeviceRequest, 'realmId'>>('device-code');
  return {
    ...pending,
    async begin(facts, lifespans, now) {
      const authorization = await pending.begin(facts, lifespans, now);
      begun.send({ realmId: facts.realmId });
      return authorization;
    },
    subscribe: (listener) => begun.listen(({ realmId }) => listener(realmId)),
  };
}
