// Moves, freezes and releases a realm's clock, and reports what became due.
import { type Period, parseInstant } from '#protocol/clock.ts';
import type { ClockChangeWire, DueItemsWire, DueWire } from '#protocol/contract/clock.ts';
import type { RealmClock } from '#protocol/realm/realm-clocks.ts';
import { isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { collect } from '#protocol/store/collect.ts';
import type { ClockSetting, SessionStore, UserSession, UserStore } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';

/** What protocols keep for a realm and forget when it expires. */
export interface ExpiringRequests {
  /** User IDs of CIBA requests that expire unanswered. */
  listPrompts(realm: Realm, period: Period): Promise<readonly string[]>;
  /** User codes of the device grant that expire before a user approves them. */
  listDeviceCodes(realm: Realm, period: Period): Promise<readonly string[]>;
  /** The clientIds of authorization codes that expire unused. */
  listCodes(realm: Realm, period: Period): Promise<readonly string[]>;
}

export interface MoveClockDeps {
  readonly sessions: Pick<SessionStore, 'list'>;
  readonly users: Pick<UserStore, 'find'>;
  readonly expiring: ExpiringRequests;
}

/** How far a realm's time can be from real time, in milliseconds: a hundred years. */
const MAX_OFFSET_MS = 100 * 365 * 24 * 60 * 60 * 1000;
const MAX_NAMES = 20;

const MEMBERS = ['offsetMs', 'now', 'frozen', 'advanceMs'] as const;
const ONE_MEMBER = `Send exactly one of ${MEMBERS.join(', ')}.`;

/**
 * Changes the clock, which is stored with its realm, and returns what became due. Two moves at once are made one after
 * the other, so that two advances add up.
 * @throws {KitError} 400 for a body with several members or none, or a time out of range.
 */
export async function moveClock(
  deps: MoveClockDeps,
  realm: Realm,
  clock: RealmClock,
  change: ClockChangeWire,
): Promise<DueWire> {
  checkMembers(change);
  const sessions = await collect(deps.sessions.list(realm.id));
  let due = listDue(deps, realm, sessions, { from: 0, to: 0 });
  await clock.set(() => {
    const from = clock.now();
    const setting = settingAfter(change, clock);
    const to = setting.frozenAt ?? from - clock.offsetMs + setting.offsetMs;
    // Begun now, because a request at the new time may drop what has expired.
    due = listDue(deps, realm, sessions, { from, to });
    return setting;
  });
  return writeDue(await due, realm, deps);
}

function checkMembers(change: ClockChangeWire): void {
  const given = MEMBERS.filter((member) => change[member] !== undefined);
  if (given.length === 1) return;
  const problem =
    given.length === 0
      ? `The body has none of ${MEMBERS.join(', ')}.`
      : `The body has ${given.join(' and ')} at once, and their order would matter.`;
  throw new KitError(400, problem, ONE_MEMBER);
}

function settingAfter(change: ClockChangeWire, clock: RealmClock): ClockSetting {
  const { offsetMs, isFrozen } = clock;
  const now = clock.now();
  const realNow = now - offsetMs;
  if (change.frozen !== undefined) return change.frozen ? { frozenAt: now } : { offsetMs };
  const offset = offsetAfter(change, { offsetMs, realNow });
  if (Math.abs(offset) > MAX_OFFSET_MS) throw outOfRange(change);
  return isFrozen ? { frozenAt: realNow + offset } : { offsetMs: offset };
}

function offsetAfter(
  { offsetMs, now, advanceMs = 0 }: ClockChangeWire,
  before: { readonly offsetMs: number; readonly realNow: number },
): number {
  if (offsetMs !== undefined) return offsetMs;
  if (now === undefined) {
    if (advanceMs >= 0) return before.offsetMs + advanceMs;
    throw new KitError(
      400,
      'advanceMs must not be negative.',
      'Send now or offsetMs to move the clock back, for example {"offsetMs":0}.',
    );
  }
  const instant = parseInstant(now);
  if (instant !== undefined) return instant - before.realNow;
  throw new KitError(
    400,
    `now is not an instant in ISO 8601 with a time zone: "${now.slice(0, 40)}".`,
    'Send it as 2030-01-31T12:00:00Z or 2030-01-31T13:00:00+01:00.',
  );
}

function outOfRange(change: ClockChangeWire): KitError {
  const [member] = MEMBERS.filter((name) => change[name] !== undefined);
  return new KitError(
    400,
    `${member} would move the clock more than a hundred years away from real time.`,
    `The realm's time must stay within ${MAX_OFFSET_MS} ms of real time.`,
  );
}

/** Names by kind; of prompts the user IDs. */
type Due = Readonly<Record<keyof DueWire, readonly string[]>>;

async function listDue(
  { expiring }: MoveClockDeps,
  realm: Realm,
  sessions: readonly UserSession[],
  period: Period,
): Promise<Due> {
  if (period.to <= period.from)
    return { sessions: [], offlineSessions: [], prompts: [], deviceCodes: [], codes: [] };
  const ended = sessions.filter(
    (session) => isSessionActive(realm, session, period.from) && !isSessionActive(realm, session, period.to),
  );
  const usernames = (offline: boolean): readonly string[] =>
    ended.filter((session) => session.offline === offline).map(({ username }) => username);
  const [prompts, deviceCodes, codes] = await Promise.all([
    expiring.listPrompts(realm, period),
    expiring.listDeviceCodes(realm, period),
    expiring.listCodes(realm, period),
  ]);
  return { sessions: usernames(false), offlineSessions: usernames(true), prompts, deviceCodes, codes };
}

async function writeDue(due: Due, realm: Realm, { users }: MoveClockDeps): Promise<DueWire> {
  const prompts = countItems(due.prompts);
  const names = await Promise.all(
    prompts.names.map(async (userId) => (await users.find(realm.id, userId))?.username ?? userId),
  );
  return {
    sessions: countItems(due.sessions),
    offlineSessions: countItems(due.offlineSessions),
    prompts: { ...prompts, names },
    deviceCodes: countItems(due.deviceCodes),
    codes: countItems(due.codes),
  };
}

function countItems(names: readonly string[]): DueItemsWire {
  return { count: names.length, names: [...new Set(names)].slice(0, MAX_NAMES) };
}
