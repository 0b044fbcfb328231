// Brute-force detection: counts a user's failed sign-ins and locks the account temporarily or permanently.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import type { ExpiringStore, Store, StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { realmSetting } from '../view/realm-setting.ts';
import { createSignInTurns, MAX_WAIT_MS, type TurnTimes } from './sign-in-turns.ts';

/** Attribute and value that mark a permanently locked user. Compat: Keycloak's names. */
const DISABLED_REASON = 'disabledReason';
const PERMANENT_LOCKOUT = 'permanentLockout';

export interface AccountLock {
  /** When it ends, in milliseconds on the realm's clock; infinite for a permanent lock. */
  readonly endsAt: number;
  readonly failures: number;
  /** The account is not locked: the attempt waited too long behind others of the same user. */
  readonly isOverrun?: true;
}

/** A user's failures. Times are milliseconds on the realm's clock; 0: never. */
export interface BruteForceStatus {
  readonly failures: number;
  readonly temporaryLockouts: number;
  readonly lastFailureAt: number;
  readonly lastFailureAddress: string;
  /** No sign-in is possible before; infinite for a permanent lock. */
  readonly lockedUntil: number;
}

/** The user events of a lock. */
type LockEvent = 'USER_DISABLED_BY_PERMANENT_LOCKOUT' | 'USER_DISABLED_BY_TEMPORARY_LOCKOUT';

/** Where and when a sign-in failed. */
export interface FailureContext {
  readonly realm: Realm;
  readonly clock: { now(): number };
  readonly remoteAddress: string;
  /** Where a lock that the failure causes is reported. */
  readonly activity: {
    recordNote(rule: string, detail: string): void;
    userEvent(kind: LockEvent, details: Readonly<Record<string, string>>): void;
  };
}

/** A sign-in attempt. Receives the user as stored when its turn came, and the lock that refuses it. */
type Attempt<T> = (user: StoredUser | undefined, lock: AccountLock | undefined) => Promise<T>;

/** A user's failures as they are stored. Permanent locks are part of the users. */
interface LoginFailures extends BruteForceStatus {
  readonly realmId: string;
  readonly userId: string;
  /** Until when they matter, in milliseconds on the realm's clock. */
  readonly keptUntil: number;
}

export type CapturedFailures = readonly LoginFailures[];

/** A permanent lock disables the stored user, so it survives a restart. */
export interface BruteForceDetection {
  /**
   * Runs a user's attempt. If the realm has `bruteForceProtected`, attempts of one user run one after another
   * in order of arrival, so that each sees the failures before it; an attempt must check and count before it
   * resolves. That holds for all servers of a database; between servers, the order of arrival does not. Other users,
   * and unknown ones (undefined), do not wait (docs/differences-to-keycloak.md, "Parallel sign-in attempts").
   */
  inTurn<T>(
    context: Pick<FailureContext, 'realm' | 'clock'>,
    user: StoredUser | undefined,
    attempt: Attempt<T>,
  ): Promise<T>;
  /** The lock on the user's account. Checks of passwords and codes get it from `inTurn` instead. */
  findLock(
    context: Pick<FailureContext, 'realm' | 'clock'>,
    user: StoredUser | undefined,
  ): Promise<AccountLock | undefined>;
  /** Counts a failure if the realm has `bruteForceProtected`. Not for attempts on a locked account. */
  recordFailure(context: FailureContext, user: StoredUser | undefined): Promise<void>;
  /** Clears the failures of a user who has signed in, if the realm has `bruteForceProtected`. */
  recordSuccess(realm: Realm, userId: string): Promise<void>;
  /** At `now`, in milliseconds on the realm's clock. */
  status(realmId: string, user: StoredUser | undefined, now: number): Promise<BruteForceStatus>;
  /** The failures of all users of a realm, for {@link restore}. */
  capture(realmId: string): Promise<CapturedFailures>;
  /** Replaces the failures of all users of a realm. */
  restore(realmId: string, captured: CapturedFailures): Promise<void>;
  /** Clears a user's failures and permanent lock; without a user, the failures of all users of the realm. */
  clear(realmId: string, userId?: string): Promise<void>;
}

const NOTHING: BruteForceStatus = {
  failures: 0,
  temporaryLockouts: 0,
  lastFailureAt: 0,
  lastFailureAddress: 'n/a',
  lockedUntil: 0,
};

type Policy = ReturnType<typeof policyOf>;

/** The realm's settings with Keycloak's defaults filled in. Seconds unless the name says otherwise. */
function policyOf({ stored }: Realm) {
  return {
    permanent: realmSetting(stored, 'permanentLockout'),
    failureFactor: Math.max(1, realmSetting(stored, 'failureFactor')),
    waitIncrement: realmSetting(stored, 'waitIncrementSeconds'),
    maxFailureWait: realmSetting(stored, 'maxFailureWaitSeconds'),
    maxDeltaTime: realmSetting(stored, 'maxDeltaTimeSeconds'),
    quickLoginCheckMs: realmSetting(stored, 'quickLoginCheckMilliSeconds'),
    minimumQuickLoginWait: realmSetting(stored, 'minimumQuickLoginWaitSeconds'),
    maxTemporaryLockouts: realmSetting(stored, 'maxTemporaryLockouts'),
    isLinear: realmSetting(stored, 'bruteForceStrategy') === 'LINEAR',
  };
}

export function isPermanentlyLocked(user: StoredUser): boolean {
  return user.enabled === false && user.attributes?.[DISABLED_REASON]?.[0] === PERMANENT_LOCKOUT;
}

function lockPermanently(user: StoredUser): StoredUser {
  return {
    ...user,
    enabled: false,
    attributes: { ...user.attributes, [DISABLED_REASON]: [PERMANENT_LOCKOUT] },
  };
}

function unlock(user: StoredUser): StoredUser {
  if (!isPermanentlyLocked(user)) return user;
  const { [DISABLED_REASON]: _reason, ...attributes } = user.attributes ?? {};
  return { ...user, enabled: true, attributes };
}

/** How long this failure locks the account, in seconds; 0: not at all. */
function lockSeconds(policy: Policy, failures: number, sinceLastMs: number): number {
  const onlyPermanent = policy.permanent && policy.maxTemporaryLockouts === 0;
  const rounds = policy.isLinear
    ? failures - policy.failureFactor + 1
    : Math.floor(failures / policy.failureFactor);
  const wait = onlyPermanent || rounds < 1 ? 0 : policy.waitIncrement * rounds;
  const isQuick = sinceLastMs > 0 && sinceLastMs < policy.quickLoginCheckMs;
  return Math.min(policy.maxFailureWait, wait === 0 && isQuick ? policy.minimumQuickLoginWait : wait);
}

/** The status after a failure at `now`; an infinite lock is permanent. */
function countFailure(
  policy: Policy,
  before: BruteForceStatus,
  now: number,
  address: string,
): BruteForceStatus {
  const sinceLastMs = before.lastFailureAt === 0 ? 0 : Math.max(0, now - before.lastFailureAt);
  const isStale = sinceLastMs > policy.maxDeltaTime * 1000;
  const failures = isStale ? 1 : before.failures + 1;
  const counted = { ...before, failures, lastFailureAt: now, lastFailureAddress: address };
  const isEnough = failures >= policy.failureFactor;
  if (policy.permanent && isEnough && before.temporaryLockouts >= policy.maxTemporaryLockouts) {
    return { ...counted, lockedUntil: Number.POSITIVE_INFINITY };
  }
  const seconds = lockSeconds(policy, failures, sinceLastMs);
  if (seconds === 0) return counted;
  return {
    ...counted,
    temporaryLockouts: before.temporaryLockouts + (isEnough ? 1 : 0),
    lockedUntil: now + seconds * 1000,
  };
}

/** Compat: Keycloak's events and details. */
function reportLock(
  { activity }: Pick<FailureContext, 'activity'>,
  { username }: StoredUser,
  { failures, lockedUntil }: BruteForceStatus,
): void {
  const details = { reason: 'brute_force_attack detected', num_failures: String(failures) };
  const after = `after ${failures} failed sign-in${failures === 1 ? '' : 's'}`;
  if (lockedUntil === Number.POSITIVE_INFINITY) {
    activity.recordNote('brute-force-detection', `User ${username} is locked permanently, ${after}.`);
    activity.userEvent('USER_DISABLED_BY_PERMANENT_LOCKOUT', details);
    return;
  }
  const until = new Date(lockedUntil).toISOString();
  activity.recordNote('brute-force-detection', `User ${username} is locked until ${until}, ${after}.`);
  activity.userEvent('USER_DISABLED_BY_TEMPORARY_LOCKOUT', { ...details, not_before: toLocalText(until) });
}

/** Compat: date and time without a zone (here UTC), as Java writes them: a full minute has no seconds. */
function toLocalText(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replace(/:00$/, '');
}

/** Failures of a realm whose lockouts become permanent are kept: the lockouts are counted for as long as it takes. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Until when failures matter: as long as a lock lasts, and while a further failure adds to them. */
function keptUntil(
  policy: Policy,
  { lastFailureAt, lockedUntil, temporaryLockouts }: BruteForceStatus,
): number {
  if (policy.permanent && temporaryLockouts > 0) return NEVER;
  return Math.max(lastFailureAt + policy.maxDeltaTime * 1000 + 1, lockedUntil);
}

/** The status is counted by `update`, so that failures at several servers add up. */
function count(
  failures: ExpiringStore<LoginFailures>,
  { realm, clock, remoteAddress }: FailureContext,
  userId: string,
): Promise<BruteForceStatus> {
  const now = clock.now();
  const policy = policyOf(realm);
  return failures.update(
    realm.id,
    userId,
    now,
    (known = { ...NOTHING, realmId: realm.id, userId, keptUntil: 0 }) => {
      const after = countFailure(policy, known, now, remoteAddress);
      // A permanent lock is part of the user.
      const kept = after.lockedUntil === Number.POSITIVE_INFINITY ? { ...after, lockedUntil: 0 } : after;
      const until = keptUntil(policy, kept);
      return { value: { ...known, ...kept, keptUntil: until }, expiresAt: until, result: after };
    },
  );
}

function statusOf(user: StoredUser, known: BruteForceStatus = NOTHING): BruteForceStatus {
  return isPermanentlyLocked(user) ? { ...known, lockedUntil: Number.POSITIVE_INFINITY } : known;
}

function lockOf({ lockedUntil, failures }: BruteForceStatus, now: number): AccountLock | undefined {
  return lockedUntil > now ? { endsAt: lockedUntil, failures } : undefined;
}

/** `times` are independent of the realm's clock. */
export function createBruteForceDetection(
  store: Pick<Store, 'users' | 'createExpiringStore'>,
  times?: TurnTimes,
): BruteForceDetection {
  const { users } = store;
  const failures: ExpiringStore<LoginFailures> = store.createExpiringStore<LoginFailures>('login-failures');
  const takeTurn = createSignInTurns(store, times);
  const status: BruteForceDetection['status'] = async (realmId, user, now) =>
    user === undefined ? NOTHING : statusOf(user, await failures.find(realmId, user.id, now));
  return {
    async findLock({ realm, clock }, user) {
      if (user === undefined || realm.stored.bruteForceProtected !== true) return undefined;
      const now = clock.now();
      return lockOf(await status(realm.id, user, now), now);
    },
    async inTurn({ realm, clock }, user, attempt) {
      if (user === undefined || realm.stored.bruteForceProtected !== true) return attempt(user, undefined);
      return takeTurn({ realmId: realm.id, userId: user.id }, async ({ hasWaited, isOverrun }) => {
        const now = clock.now();
        const known = await failures.find(realm.id, user.id, now);
        // Earlier attempts, here or at another server, may have locked the account or used up a code.
        const isStale = hasWaited || known !== undefined;
        const current = isStale ? await users.find(realm.id, user.id) : user;
        const lock = current && lockOf(statusOf(current, known), now);
        const overrun: AccountLock = { endsAt: now, failures: 0, isOverrun: true };
        return attempt(current, lock ?? (isOverrun ? overrun : undefined));
      });
    },
    async recordFailure(context, user) {
      const { realm, clock } = context;
      if (user === undefined || realm.stored.bruteForceProtected !== true) return;
      const after = await count(failures, context, user.id);
      if (after.lockedUntil === Number.POSITIVE_INFINITY)
        await users.update(realm.id, user.id, lockPermanently);
      if (after.lockedUntil > clock.now()) reportLock(context, user, after);
    },
    async recordSuccess(realm, userId) {
      if (realm.stored.bruteForceProtected === true) await failures.remove(realm.id, userId);
    },
    status,
    // Also what has expired: the clock that is restored with it may be behind.
    capture: (realmId) => failures.list(realmId, () => true, 0, Number.POSITIVE_INFINITY),
    async restore(realmId, captured) {
      await failures.clear(realmId);
      // The last failure is the latest that is known of the realm's time.
      for (const each of captured)
        await failures.put(each.userId, { ...each, realmId }, each.keptUntil, each.lastFailureAt);
    },
    async clear(realmId, userId) {
      if (userId === undefined) return failures.clear(realmId);
      await failures.remove(realmId, userId);
      await users.update(realmId, userId, unlock);
    },
  };
}

/** Why a locked account may not sign in, for the operator and metrics. */
interface LockDescription {
  readonly reason: string;
  readonly remedy: string;
  readonly userEventError: UserEventError;
}

/** Why an account is locked and how to unlock it. */
export function describeLock(
  { realm, clock }: Pick<FailureContext, 'realm' | 'clock'>,
  user: StoredUser,
  lock: AccountLock,
): LockDescription {
  if (lock.isOverrun === true) return describeOverrun(realm, user);
  const seconds = Math.ceil((lock.endsAt - clock.now()) / 1000);
  const isPermanent = lock.endsAt === Number.POSITIVE_INFINITY;
  const until = isPermanent
    ? 'permanently'
    : `for ${seconds} seconds more, until ${new Date(lock.endsAt).toISOString()}`;
  const after = lock.failures === 0 ? '' : `, after ${lock.failures} failed sign-ins`;
  const wait = isPermanent ? '' : 'Wait, or ';
  const unlock = `remove the lock (DELETE /admin/realms/${realm.name}/attack-detection/brute-force/users/${user.id})`;
  return {
    reason: `Brute-force detection has locked user ${user.username} ${until}${after}. The password was not checked.`,
    remedy: `${wait}${unlock}. failureFactor of realm ${realm.name} says how many failures are too many; bruteForceProtected turns the detection off.`,
    userEventError: isPermanent ? 'user_disabled' : 'user_temporarily_disabled',
  };
}

function describeOverrun(realm: Realm, { username }: StoredUser): LockDescription {
  return {
    reason: `User ${username} had so many sign-ins at once that this one waited more than ${MAX_WAIT_MS / 1000} seconds. Neither password nor code was checked.`,
    remedy: `Send fewer sign-ins of one user at the same time. Realm ${realm.name} checks them one after another because its bruteForceProtected is true.`,
    userEventError: 'user_temporarily_disabled',
  };
}

/** The error for a locked account. Its `description` for the user hides the lock; its reason does not. */
export function explainLock(
  context: Pick<FailureContext, 'realm' | 'clock'>,
  user: StoredUser,
  lock: AccountLock,
  refusal: { readonly code: 'access_denied' | 'invalid_grant'; readonly description: string },
): OAuthError {
  const { code, description } = refusal;
  return new OAuthError(code, { description, ...describeLock(context, user, lock) });
}
