// CIBA authentication requests: the consumption device's request, and the entity's approval.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import {
  createPendingApprovals,
  type PendingApproval,
  type PendingApprovals,
} from '#protocol/realm/pending-approvals.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { Store } from '#protocol/store/store.ts';

interface RequestFacts {
  readonly realmId: string;
  /** The realm's issuer as seen by the client: issuer and audience of the delegation token. */
  readonly issuer: string;
  readonly clientUuid: string;
  readonly userId: string;
  readonly scope: string;
  readonly acrValues: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly flow: string;
}

/** The authentication entity authenticated the user. */
export interface EntityApproval {
  /** Milliseconds on the realm's clock. */
  readonly answeredAt: number;
  /** Additional members of the authentication result, for mappers. */
  readonly notes: Readonly<Record<string, string>>;
}

/** One authentication request: polled by `auth_req_id`, answered by the `jti` of the delegation token. */
export type AuthenticationRequest = PendingApproval<RequestFacts, EntityApproval>;

export type AuthenticationRequests = PendingApprovals<RequestFacts, EntityApproval>;

const APPROVAL_CODE_BYTES = 32;

/** Compat: an early poll does not change the interval. */
export function createAuthenticationRequests(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationRequests {
  return createPendingApprovals<RequestFacts, EntityApproval>(
    {
      requests: store.createExpiringStore<AuthenticationRequest>('authentication-request'),
      pollingCodes: store.createExpiringStore('authentication-approval-code'),
    },
    { createApprovalCode: () => createRandomText(APPROVAL_CODE_BYTES), slowDownBySeconds: 0 },
  );
}
