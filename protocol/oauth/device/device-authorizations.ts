// Device authorizations: what a device asked for, and the sign-in that approved it.
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

/** The sign-in that approved a device. */
export interface DeviceApproval {
  readonly sessionId: string;
  readonly acr: string;
  /** Milliseconds on the realm's clock. */
  readonly authenticatedAt: number;
}

/** One device authorization: it is polled for by its device code and approved by its user code, kept without dash. */
export type DeviceAuthorization = PendingApproval<DeviceRequest, DeviceApproval>;

/** Device authorizations of all realms. */
export type DeviceAuthorizations = PendingApprovals<DeviceRequest, DeviceApproval>;

/** By how much the interval grows when a device hurries, in seconds. RFC 8628 §3.5. */
const SLOWER_BY_SECONDS = 5;

/** Creates the memory. */
export function createDeviceAuthorizations(store: Pick<Store, 'createExpiringStore'>): DeviceAuthorizations {
  return createPendingApprovals(store, {
    createApprovalCode: createUserCode,
    slowDownBySeconds: SLOWER_BY_SECONDS,
  });
}
