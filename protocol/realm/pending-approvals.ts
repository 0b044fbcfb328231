// Pending requests of the device grant and CIBA: the client polls while the user approves on another device.
import { isWithin, type Period } from '#protocol/clock.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ExpiringStore, RealmValue, ValueDecision } from '#protocol/store/store.ts';

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

type Answer = 'taken' | 'answered' | 'expired';

/** Pending approvals of all realms. They end with a server that has no database. */
export interface PendingApprovals<Facts extends RequestFacts, Approval> {
  begin(facts: Facts, lifespans: Lifespans, now: number): Promise<PendingApproval<Facts, Approval>>;
  abandon(request: PendingApproval<Facts, Approval>): Promise<void>;
  findByPollingCode(
    realmId: string,
    code: string,
    now: number,
  ): Promise<PendingApproval<Facts, Approval> | undefined>;
  findByApprovalCode(
    realmId: string,
    code: string,
    now: number,
  ): Promise<PendingApproval<Facts, Approval> | undefined>;
  /** Requests that are waiting for the user, oldest first; at most 100. */
  listPending(realmId: string, now: number): Promise<readonly PendingApproval<Facts, Approval>[]>;
  /** Requests that were waiting for the user and expire in the period, oldest first. */
  listExpiring(realmId: string, period: Period): Promise<readonly PendingApproval<Facts, Approval>[]>;
  /** Records the first answer. Later ones give `answered`, late ones `expired`. */
  answer(realmId: string, pollingCode: string, approval: Approval | 'denied', now: number): Promise<Answer>;
  /** Records a poll by the client. An approval is returned once. RFC 8628 §3.5, CIBA §11. */
  poll(request: PendingApproval<Facts, Approval>, now: number): Promise<Poll<Approval>>;
}

interface PollingCode extends RealmValue {
  readonly code: string;
}

/** Where the requests are stored, and the polling code of each approval code. */
interface ApprovalStores<Facts extends RequestFacts, Approval> {
  readonly requests: ExpiringStore<PendingApproval<Facts, Approval>>;
  readonly pollingCodes: ExpiringStore<PollingCode>;
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
  { requests, pollingCodes }: ApprovalStores<Facts, Approval>,
  rules: PendingApprovalRules,
): PendingApprovals<Facts, Approval> {
  type Request = PendingApproval<Facts, Approval>;
  /** Short codes can collide with one that is still known. */
  const takeFreeCode = async (polling: PollingCode, until: number, now: number): Promise<string> => {
    const code = rules.createApprovalCode();
    return (await pollingCodes.add(code, polling, until, now)) ? code : takeFreeCode(polling, until, now);
  };
  return {
    async begin(facts, { lifespanSeconds, intervalSeconds }, now) {
      const { realmId } = facts;
      const pollingCode = createRandomText(CODE_BYTES);
      const expiresAt = now + lifespanSeconds * 1000;
      const until = keptUntil({ expiresAt, intervalSeconds });
      const request: Request = {
        ...facts,
        pollingCode,
        approvalCode: await takeFreeCode({ realmId, code: pollingCode }, until, now),
        expiresAt,
        intervalSeconds,
        polledAt: undefined,
        polledEarly: false,
        progress: { state: 'pending' },
      };
      await requests.put(pollingCode, request, until, now);
      return request;
    },
    async abandon({ realmId, pollingCode, approvalCode }) {
      await requests.remove(realmId, pollingCode);
      await pollingCodes.remove(realmId, approvalCode);
    },
    findByPollingCode: (realmId, code, now) => requests.find(realmId, code, now),
    async findByApprovalCode(realmId, code, now) {
      const polling = await pollingCodes.find(realmId, code, now);
      return polling && requests.find(realmId, polling.code, now);
    },
    listPending: (realmId, now) =>
      requests.list(
        realmId,
        ({ progress, expiresAt }) => progress.state === 'pending' && now < expiresAt,
        now,
        MAX_LISTED,
      ),
    listExpiring: (realmId, { from, to }) =>
      requests.list(
        realmId,
        ({ progress, expiresAt }) => progress.state === 'pending' && isWithin({ from, to }, expiresAt),
        from,
        Number.POSITIVE_INFINITY,
      ),
    answer: (realmId, pollingCode, approval, now) =>
      requests.update<Answer>(realmId, pollingCode, now, (request) => {
        if (request === undefined || now >= request.expiresAt) return { result: 'expired' };
        if (request.progress.state !== 'pending') return { result: 'answered' };
        const progress: Progress<Approval> =
          approval === 'denied' ? { state: 'denied' } : { state: 'approved', approval };
        return { value: { ...request, progress }, result: 'taken' };
      }),
    poll: ({ realmId, pollingCode }, now) =>
      requests.update(realmId, pollingCode, now, (request) =>
        request === undefined
          ? { result: { outcome: 'expired' } }
          : evaluatePoll(request, now, rules.slowDownBySeconds),
      ),
  };
}

/** Until when a request is stored, in milliseconds on the realm's clock. */
function keptUntil({
  expiresAt,
  intervalSeconds,
}: {
  readonly expiresAt: number;
  readonly intervalSeconds: number;
}): number {
  return expiresAt + intervalSeconds * 1000 + REMEMBERED_MS;
}

/**
 * The outcome of a poll and the request to store. An early poll does not restart the interval
 * (docs/differences-to-keycloak.md, "Polls of the device grant").
 */
function evaluatePoll<Facts extends RequestFacts, Approval>(
  request: PendingApproval<Facts, Approval>,
  now: number,
  slowDownBySeconds: number,
): ValueDecision<PendingApproval<Facts, Approval>, Poll<Approval>> {
  const { progress, polledAt, polledEarly, intervalSeconds, expiresAt } = request;
  if (progress.state === 'used') return { result: { outcome: 'used' } };
  if (now >= expiresAt) return { result: { outcome: 'expired' } };
  if (polledAt !== undefined && now < polledAt + intervalSeconds * 1000) {
    const slower = {
      ...request,
      polledEarly: true,
      intervalSeconds: intervalSeconds + (polledEarly ? 0 : slowDownBySeconds),
    };
    return { value: slower, expiresAt: keptUntil(slower), result: { outcome: 'slow_down' } };
  }
  const polled = { ...request, polledAt: now, polledEarly: false };
  if (progress.state !== 'approved') return { value: polled, result: { outcome: progress.state } };
  const { approval } = progress;
  return { value: { ...polled, progress: { state: 'used' } }, result: { outcome: 'approved', approval } };
}
