// Pending approvals: what a client asked for and polls for, while a person approves it elsewhere. Device grant and CIBA keep theirs here.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';

/** What every request has. */
interface RequestFacts {
  readonly realmId: string;
  readonly clientUuid: string;
  /** Every scope that applies, as sessions remember them. */
  readonly scope: string;
  readonly nonce: string | undefined;
  /** Activity's flow. */
  readonly flow: string;
}

/** How far a request is. `used`: its tokens were requested, whatever the outcome. */
type Progress<Approval> =
  | { readonly state: 'pending' | 'denied' | 'used' }
  | { readonly state: 'approved'; readonly approval: Approval };

/** A request with its codes; never changed in place. */
export type PendingApproval<Facts extends RequestFacts, Approval> = Facts & {
  /** What the client polls with: `device_code`, `auth_req_id`. */
  readonly pollingCode: string;
  /** What the approving side names the request by: the user code, the `jti` of the delegation's token. */
  readonly approvalCode: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  /** Seconds that the client must wait between two polls, by now. */
  readonly intervalSeconds: number;
  /** The last poll that came in time, in milliseconds on the realm's clock. */
  readonly polledAt: number | undefined;
  /** Whether a poll has come too early since then. */
  readonly hurried: boolean;
  readonly progress: Progress<Approval>;
};

/** What a poll found. */
type Poll<Approval> =
  | { readonly outcome: 'used' | 'expired' | 'slow_down' | 'pending' | 'denied' }
  | { readonly outcome: 'approved'; readonly approval: Approval };

/** How long the codes live and how often the client may poll, in seconds. */
interface Lifespans {
  readonly lifespanSeconds: number;
  readonly intervalSeconds: number;
}

/** Pending approvals of all realms. They live in memory and end with the process. */
export interface PendingApprovals<Facts extends RequestFacts, Approval> {
  /** Creates both codes. */
  begin(facts: Facts, lifespans: Lifespans, now: number): PendingApproval<Facts, Approval>;
  /** Forgets a request. */
  abandon(request: PendingApproval<Facts, Approval>): void;
  findByPollingCode(realmId: string, code: string, now: number): PendingApproval<Facts, Approval> | undefined;
  findByApprovalCode(
    realmId: string,
    code: string,
    now: number,
  ): PendingApproval<Facts, Approval> | undefined;
  /** Those that wait for an answer, oldest first; at most 100. */
  listPending(realmId: string, now: number): readonly PendingApproval<Facts, Approval>[];
  /** The first answer counts: `answered` after that, `expired` when it comes too late. */
  answer(pollingCode: string, approval: Approval | 'denied', now: number): 'taken' | 'answered' | 'expired';
  /** A poll of the client, which is counted; an approval is given once. RFC 8628 §3.5, CIBA §11. */
  poll(request: PendingApproval<Facts, Approval>, now: number): Poll<Approval>;
}

/** How the two grants differ. */
interface PendingApprovalRules {
  readonly createApprovalCode: () => string;
  /** By how many seconds the interval grows when a client hurries, once until it has waited. */
  readonly slowDownBySeconds: number;
}

/** How long an expired request is remembered beyond the interval, so that the client hears why. Milliseconds. */
const REMEMBERED_MS = 10_000;
/** How many are listed: what a person can look through. */
const MAX_LISTED = 100;
const CODE_BYTES = 32;

/** Whether a text can be a polling code at all. */
export function isPollingCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Creates the memory. */
export function createPendingApprovals<Facts extends RequestFacts, Approval>(
  store: Pick<Store, 'createExpiringStore'>,
  rules: PendingApprovalRules,
): PendingApprovals<Facts, Approval> {
  type Request = PendingApproval<Facts, Approval>;
  const requests: ExpiringStore<Request> = store.createExpiringStore<Request>();
  const byApprovalCode: ExpiringStore<string> = store.createExpiringStore<string>();
  const keyOf = (realmId: string, approvalCode: string): string => `${realmId} ${approvalCode}`;
  const keep = (request: Request, now: number): void => {
    const until = request.expiresAt + request.intervalSeconds * 1000 + REMEMBERED_MS;
    requests.put(request.pollingCode, request, until, now);
  };
  const findByPollingCode = (realmId: string, code: string, now: number): Request | undefined => {
    const request = requests.find(code, now);
    return request?.realmId === realmId ? request : undefined;
  };
  /** Short codes may meet one that is still known. */
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
        hurried: false,
        progress: { state: 'pending' },
      };
      keep(request, now);
      const until = request.expiresAt + intervalSeconds * 1000 + REMEMBERED_MS;
      byApprovalCode.put(keyOf(facts.realmId, request.approvalCode), request.pollingCode, until, now);
      return request;
    },
    abandon({ realmId, pollingCode, approvalCode }) {
      requests.remove(pollingCode);
      byApprovalCode.remove(keyOf(realmId, approvalCode));
    },
    findByPollingCode,
    findByApprovalCode: (realmId, code, now) =>
      findByPollingCode(realmId, byApprovalCode.find(keyOf(realmId, code), now) ?? '', now),
    listPending: (realmId, now) =>
      requests.list(
        ({ realmId: id, progress, expiresAt }) =>
          id === realmId && progress.state === 'pending' && now < expiresAt,
        now,
        MAX_LISTED,
      ),
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
      const { kept, poll } = judgePoll(request, now, rules.slowDownBySeconds);
      if (kept !== undefined) keep(kept, now);
      return poll;
    },
  };
}

/**
 * What a poll comes to, and what is remembered of it. An early one does not start the interval again (docs/differences-to-keycloak.md,
 * "Polls of the device grant").
 */
function judgePoll<Facts extends RequestFacts, Approval>(
  request: PendingApproval<Facts, Approval>,
  now: number,
  slowDownBySeconds: number,
): { readonly poll: Poll<Approval>; readonly kept?: PendingApproval<Facts, Approval> } {
  const { progress, polledAt, hurried, intervalSeconds, expiresAt } = request;
  if (progress.state === 'used') return { poll: { outcome: 'used' } };
  if (now >= expiresAt) return { poll: { outcome: 'expired' } };
  if (polledAt !== undefined && now < polledAt + intervalSeconds * 1000) {
    const slower = intervalSeconds + (hurried ? 0 : slowDownBySeconds);
    return { poll: { outcome: 'slow_down' }, kept: { ...request, hurried: true, intervalSeconds: slower } };
  }
  const polled = { ...request, polledAt: now, hurried: false };
  if (progress.state !== 'approved') return { poll: { outcome: progress.state }, kept: polled };
  const { approval } = progress;
  return { poll: { outcome: 'approved', approval }, kept: { ...polled, progress: { state: 'used' } } };
}
