// CIBA authentication requests: what stands behind an `auth_req_id`, from the request to the tokens.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ClaimsRequest, ExpiringStore, Store } from '#protocol/store/store.ts';

/** What a consumption device asked for. */
interface RequestFacts {
  readonly realmId: string;
  /** The realm's issuer as the client saw it: issuer and audience of the entity's token. */
  readonly issuer: string;
  readonly clientUuid: string;
  readonly userId: string;
  /** Every scope that applies, as sessions remember them. */
  readonly scope: string;
  readonly acrValues: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  /** Activity's flow. */
  readonly flow: string;
}

/** That the authentication entity let the user in. */
export interface EntityApproval {
  /** Milliseconds on the realm's clock. */
  readonly answeredAt: number;
  /** Further texts of the answer, for mappers. */
  readonly notes: Readonly<Record<string, string>>;
}

type Progress =
  | { readonly state: 'pending' | 'denied' | 'used' }
  | { readonly state: 'approved'; readonly approval: EntityApproval };

/** One authentication request; never changed in place. */
export interface AuthenticationRequest extends RequestFacts {
  /** What the client polls with (CIBA §7.3). */
  readonly authReqId: string;
  /** What the authentication entity answers with: the `jti` of its token. */
  readonly resultId: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  readonly intervalSeconds: number;
  /** The last poll that came in time, in milliseconds on the realm's clock. */
  readonly polledAt: number | undefined;
  readonly progress: Progress;
}

/** What a poll found. */
type Poll =
  | { readonly outcome: 'used' | 'expired' | 'slow_down' | 'pending' | 'denied' }
  | { readonly outcome: 'approved'; readonly approval: EntityApproval };

/** How an answer of the authentication entity was taken. `repeated`: it was the second, and the request is gone with it. */
type Taken = 'taken' | 'unknown' | 'repeated';

/** Authentication requests of all realms. They live in memory and end with the process. */
export interface AuthenticationRequests {
  begin(
    facts: RequestFacts,
    lifespans: { readonly expiresInSeconds: number; readonly intervalSeconds: number },
    now: number,
  ): AuthenticationRequest;
  /** Forgets a request of which nobody was told. */
  abandon(request: AuthenticationRequest): void;
  findByAuthReqId(realmId: string, authReqId: string, now: number): AuthenticationRequest | undefined;
  findByResultId(realmId: string, resultId: string, now: number): AuthenticationRequest | undefined;
  /** The authentication entity's answer, which counts once. */
  answer(
    realmId: string,
    resultId: string,
    answer: Omit<EntityApproval, 'answeredAt'> | 'denied',
    now: number,
  ): Taken;
  /** A poll of the client, which is counted; an approval is given once. CIBA §10.1, §11. */
  poll(request: AuthenticationRequest, now: number): Poll;
}

/** How long an expired one is remembered beyond the interval, so that the client hears why. Milliseconds. */
const REMEMBERED_MS = 10_000;
const AUTH_REQ_ID_BYTES = 32;

/** Whether a text can be an `auth_req_id` of ours at all. */
export function isAuthReqId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compat: an early poll leaves the interval as it is, and does not start it anew. */
function judgePoll(
  request: AuthenticationRequest,
  now: number,
): { readonly poll: Poll; readonly kept?: AuthenticationRequest } {
  const { progress, polledAt, intervalSeconds, expiresAt } = request;
  if (progress.state === 'used') return { poll: { outcome: 'used' } };
  if (now >= expiresAt) return { poll: { outcome: 'expired' } };
  if (polledAt !== undefined && now < polledAt + intervalSeconds * 1000)
    return { poll: { outcome: 'slow_down' } };
  const kept = { ...request, polledAt: now };
  if (progress.state !== 'approved') return { poll: { outcome: progress.state }, kept };
  const { approval } = progress;
  return { poll: { outcome: 'approved', approval }, kept: { ...kept, progress: { state: 'used' } } };
}

/** Makes the memory. */
export function createAuthenticationRequests(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationRequests {
  const requests: ExpiringStore<AuthenticationRequest> = store.createExpiringStore<AuthenticationRequest>();
  const byResultId: ExpiringStore<string> = store.createExpiringStore<string>();
  const rememberedUntil = ({ expiresAt, intervalSeconds }: AuthenticationRequest): number =>
    expiresAt + intervalSeconds * 1000 + REMEMBERED_MS;
  const keep = (request: AuthenticationRequest, now: number): void =>
    requests.put(request.authReqId, request, rememberedUntil(request), now);
  const findByAuthReqId = (realmId: string, authReqId: string, now: number) => {
    const request = requests.find(authReqId, now);
    return request?.realmId === realmId ? request : undefined;
  };
  const findByResultId = (realmId: string, resultId: string, now: number) =>
    findByAuthReqId(realmId, byResultId.find(resultId, now) ?? '', now);
  const abandon = ({ authReqId, resultId }: AuthenticationRequest): void => {
    requests.remove(authReqId);
    byResultId.remove(resultId);
  };
  return {
    begin(facts, { expiresInSeconds, intervalSeconds }, now) {
      const request: AuthenticationRequest = {
        ...facts,
        authReqId: createRandomText(AUTH_REQ_ID_BYTES),
        resultId: createRandomText(AUTH_REQ_ID_BYTES),
        expiresAt: now + expiresInSeconds * 1000,
        intervalSeconds,
        polledAt: undefined,
        progress: { state: 'pending' },
      };
      keep(request, now);
      byResultId.put(request.resultId, request.authReqId, rememberedUntil(request), now);
      return request;
    },
    abandon,
    findByAuthReqId,
    findByResultId,
    answer(realmId, resultId, answer, now) {
      const request = findByResultId(realmId, resultId, now);
      if (request === undefined || now >= request.expiresAt) return 'unknown';
      if (request.progress.state !== 'pending') {
        abandon(request);
        return 'repeated';
      }
      const progress: Progress =
        answer === 'denied'
          ? { state: 'denied' }
          : { state: 'approved', approval: { answeredAt: now, ...answer } };
      keep({ ...request, progress }, now);
      return 'taken';
    },
    poll(request, now) {
      const { kept, poll } = judgePoll(request, now);
      if (kept !== undefined) keep(kept, now);
      return poll;
    },
  };
}
