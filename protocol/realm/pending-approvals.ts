// Pending requests of the device grant and CIBA: the client polls while the user approves on another device.
import { isWithin, type Period } from '#protocol/clock.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ExpiringStore, RealmValue, Store } from '#protocol/store/store.ts';

/** What both grants' requests contain. */
interface RequestFacts extends RealmValue {
  readonly clientUuid: string;
  /** Every scope that applies, as sessions store them. */
  readonly scope: string;
  readonly nonce: string | undefined;
  /** Activity's flow. */
  readonly flow: string;
}

/** `used`: the approved request was redeemed, whether or not tokens were issued. */
type Progress<Approval> =
  | { readonly state: 'pending' | 'denied' | 'used' }
  | { readonly state: 'approved'; readonly approval: Approval };

/** A request with its codes. Immutable. */
export type PendingApproval<Facts extends RequestFacts, Approval> = Facts & {
  /** The code that the client polls with: `device_code` or `auth_req_id`. */
  readonly pollingCode: string;
  /** The code for the approving side: the user code, or the `jti` of the authentication channel's token. */
  readonly approvalCode: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  /** Current interval between two polls, in seconds. */
  readonly intervalSeconds: number;
  /** The last poll that respected the interval, in milliseconds on the realm's clock. */
  readonly polledAt: number | undefined;
  /** Whether a poll has come too early since `polledAt`. */
  readonly polledEarly: boolean;
  readonly progress: Progress<Approval>;
};

type Poll<Approval> =
  | { readonly outcome: 'used' | 'expired' | 'slow_down' | 'pending' | 'denied' }
  | { readonly outcome: 'approved'; readonly approval: Approval };

/** Lifetime of the codes and polling interval, in seconds. */
interface Lifespans {
  readonly lifespanSeconds: number;
  readonly intervalSeconds: number;
}

/** Pending approvals of all realms, in memory only. */
export interface PendingApprovals<Facts extends RequestFacts, Approval> {
  begin(facts: Facts, lifespans: Lifespans, now: number): PendingApproval<Facts, Approval>;
  abandon(request: PendingApproval<Facts, Approval>): void;
  findByPollingCode(realmId: string, code: string, now: number): PendingApproval<Facts, Approval> | undefined;
  findByApprovalCode(
    realmId: string,
    code: string,
    now: number,
  ): PendingApproval<Facts, Approval> | undefined;
  /** Requests that are waiting for the user, oldest first; at most 100. */
  listPending(realmId: string, now: number): readonly PendingApproval<Facts, Approval>[];
  /** Requests that were waiting for the user and expire in the period, oldest first. */
  listExpiring(realmId: string, period: Period): readonly PendingApproval<Facts, Approval>[];
  /** Records the first answer. Later ones return `answered`, late ones `expired`. */
  answer(pollingCode: string, approval: Approval | 'denied', now: number): 'taken' | 'answered' | 'expired';
  /** Records a poll by the client. An approval is returned once. RFC 8628 §3.5, CIBA §11. */
  poll(request: PendingApproval<Facts, Approval>, now: number): Poll<Approval>;
}

interface PollingCode extends RealmValue {
  readonly code: string;
}

/** How the two grants differ. */
interface PendingApprovalRules {
  readonly createApprovalCode: () => string;
  /** Seconds added to the interval after an early poll, once until the client respects the interval. */
  readonly slowDownBySeconds: number;
}

/** How long after expiry and one interval a request is kept, so that the client learns why. Milliseconds. */
const REMEMBERED_MS = 10_000;
/** Limit of listed requests. */
const MAX_LISTED = 100;
const CODE_BYTES = 32;

/** Whether a text has the form of a polling code. */
export function isPollingCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function createPendingApprovals<Facts extends RequestFacts, Approval>(
  store: Pick<Store, 'createExpiringStore'>,
  rules: PendingApprovalRules,
): PendingApprovals<Facts, Approval> {
  type Request = PendingApproval<Facts, Approval>;
  const requests: ExpiringStore<Request> = store.createExpiringStore<Request>();
  const byApprovalCode: ExpiringStore<PollingCode> = store.createExpiringStore<PollingCode>();
  const keyOf = (realmId: string, approvalCode: string): string => `${realmId} ${approvalCode}`;
  const keep = (request: Request, now: number): void => {
    const until = request.expiresAt + request.intervalSeconds * 1000 + REMEMBERED_MS;
    requests.put(request.pollingCode, request, until, now);
  };
  const findByPollingCode = (realmId: string, code: string, now: number): Request | undefined => {
    const request = requests.find(code, now);
    return request?.realmId === realmId ? request : undefined;
  };
  /** Short codes can collide with one that is still known. */
  const createFreeCode = (realmId: string, now: number): string => {
    const code = rules.createApprovalCode();
    const isFree = byApprovalCode.find(keyOf(realmId, code), now) === undefined;
    return isFree ? code : createFreeCode(realmId, now);
  };
  return {
    begin(facts, { lifespanSeconds, intervalSeconds }, now) {
      const request: Request = {
        ...facts,
        pollingCode: createRandomText(CODE_BYTES),
        approvalCode: createFreeCode(facts.realmId, now),
        expiresAt: now + lifespanSeconds * 1000,
        intervalSeconds,
        polledAt: undefined,
        polledEarly: false,
        progress: { state: 'pending' },
      };
      keep(request, now);
      const until = request.expiresAt + intervalSeconds * 1000 + REMEMBERED_MS;
      const { realmId } = facts;
      byApprovalCode.put(
        keyOf(realmId, request.approvalCode),
        { realmId, code: request.pollingCode },
        until,
        now,
      );
      return request;
    },
    abandon({ realmId, pollingCode, approvalCode }) {
      requests.remove(pollingCode);
      byApprovalCode.remove(keyOf(realmId, approvalCode));
    },
    findByPollingCode,
    findByApprovalCode: (realmId, code, now) =>
      findByPollingCode(realmId, byApprovalCode.find(keyOf(realmId, code), now)?.code ?? '', now),
    listPending: (realmId, now) =>
      requests.list(
        ({ realmId: id, progress, expiresAt }) =>
          id === realmId && progress.state === 'pending' && now < expiresAt,
        now,
        MAX_LISTED,
      ),
    listExpiring: (realmId, period) => listExpiring(requests, realmId, period),
    answer(pollingCode, approval, now) {
      const request = requests.find(pollingCode, now);
      if (request === undefined || now >= request.expiresAt) return 'expired';
      if (request.progress.state !== 'pending') return 'answered';
      const progress: Progress<Approval> =
        approval === 'denied' ? { state: 'denied' } : { state: 'approved', approval };
      keep({ ...request, progress }, now);
      return 'taken';
    },
    poll(request, now) {
      const { kept, poll } = evaluatePoll(request, now, rules.slowDownBySeconds);
      if (kept !== undefined) keep(kept, now);
      return poll;
    },
  };
}

function listExpiring<Facts extends RequestFacts, Approval>(
  requests: ExpiringStore<PendingApproval<Facts, Approval>>,
  realmId: string,
  period: Period,
): readonly PendingApproval<Facts, Approval>[] {
  return requests.list(
    (request) =>
      request.realmId === realmId &&
      request.progress.state === 'pending' &&
      isWithin(period, request.expiresAt),
    period.from,
    Number.POSITIVE_INFINITY,
  );
}

/**
 * The outcome of a poll and the request to store. An early poll does not restart the interval
 * (docs/differences-to-keycloak.md, "Polls of the device grant").
 */
function evaluatePoll<Facts extends RequestFacts, Approval>(
  request: PendingApproval<Facts, Approval>,
  now: number,
  slowDownBySeconds: number,
): { readonly poll: Poll<Approval>; readonly kept?: PendingApproval<Facts, Approval> } {
  const { progress, polledAt, polledEarly, intervalSeconds, expiresAt } = request;
  if (progress.state === 'used') return { poll: { outcome: 'used' } };
  if (now >= expiresAt) return { poll: { outcome: 'expired' } };
  if (polledAt !== undefined && now < polledAt + intervalSeconds * 1000) {
    const slower = intervalSeconds + (polledEarly ? 0 : slowDownBySeconds);
    return {
      poll: { outcome: 'slow_down' },
      kept: { ...request, polledEarly: true, intervalSeconds: slower },
    };
  }
  const polled = { ...request, polledAt: now, polledEarly: false };
  if (progress.state !== 'approved') return { poll: { outcome: progress.state }, kept: polled };
  const { approval } = progress;
  return { poll: { outcome: 'approved', approval }, kept: { ...polled, progress: { state: 'used' } } };
}
