// CIBA authentication requests: what a consumption device asked for, and the entity's approval.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import {
  createPendingApprovals,
  type PendingApproval,
  type PendingApprovals,
} from '#protocol/realm/pending-approvals.ts';
import type { ClaimsRequest, Store } from '#protocol/store/store.ts';

interface RequestFacts {
  readonly realmId: string;
  /** The realm's issuer as the client saw it: issuer and audience of the delegation's token. */
  readonly issuer: string;
  readonly clientUuid: string;
  readonly userId: string;
  readonly scope: string;
  readonly acrValues: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly flow: string;
}

/** That the authentication entity authenticated the user. */
export interface EntityApproval {
  /** Milliseconds on the realm's clock. */
  readonly answeredAt: number;
  /** Further texts of the authentication result, for mappers. */
  readonly notes: Readonly<Record<string, string>>;
}

/** One authentication request: it is polled for by its `auth_req_id` and answered by the `jti` of the delegation's token. */
export type AuthenticationRequest = PendingApproval<RequestFacts, EntityApproval>;

/** Authentication requests of all realms. */
export type AuthenticationRequests = PendingApprovals<RequestFacts, EntityApproval>;

const APPROVAL_CODE_BYTES = 32;

/** Creates the memory. Compat: an early poll leaves the interval as it is. */
export function createAuthenticationRequests(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationRequests {
  return createPendingApprovals(store, {
    createApprovalCode: () => createRandomText(APPROVAL_CODE_BYTES),
    slowDownBySeconds: 0,
  });
}
