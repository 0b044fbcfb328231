// The holds of all realms: armed, holding an exchange each, and over.
import { type Clock, monotonicMs, toIsoText } from '#protocol/clock.ts';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type {
  AnswerEditWire,
  AssertionWire,
  HoldRequestWire,
  HoldState,
  HoldWire,
} from '#protocol/contract/holds.ts';
import { createTurns } from '#protocol/realm/users/turns.ts';
import type { MatchedFacts } from './armed-matches.ts';
import { listEdited } from './edit-answer.ts';
import { matchesRequest } from './faults.ts';
import { KitError } from './kit-error.ts';
import type { Pauses } from './pauses.ts';

/** Most holds of a realm that are armed or holding, and most that are over and still listed. */
export const MAX_HOLDS = 100;
const DEFAULT_LIMIT_MS = 30_000;

/** The request and the prepared answer of an exchange. */
export interface HeldDescription {
  readonly exchange: ActivityRecord;
  readonly assertion?: AssertionWire;
}

/** An exchange whose answer is prepared. */
export interface HeldExchange {
  /** ID in Activity. */
  readonly id: string;
  describe(): HeldDescription;
  /** @throws {KitError} 409 if the answer does not have what is to be changed. */
  edit(edit: AnswerEditWire): Promise<void>;
}

/** A hold that was chosen for an exchange. */
export interface TakenHold {
  readonly id: string;
  readonly limitMs: number;
  /**
   * Waits until the exchange may go on. Resolves to what happened, as sentences.
   * @throws {AbortedRequestError} when the caller goes away.
   */
  keep(held: HeldExchange, callerGone: AbortSignal): Promise<string>;
  /** The exchange goes on before the hold lets it. */
  end(): void;
  /** The exchange goes on because another hold has it, and this hold is armed again. */
  giveBack(): void;
}

export interface Holds {
  /** Undefined when the realm has {@link MAX_HOLDS} holds that are not over, together with those armed on other servers. */
  arm(realmId: string, request: HoldRequestWire, armedElsewhere?: number): HoldWire | undefined;
  /** In the order they were armed; of those that are over, the latest. */
  list(realmId: string): readonly HoldWire[];
  /** Once the hold has an exchange or is over, or after `waitMs` milliseconds. @throws {KitError} 404 */
  find(realmId: string, id: string, waitMs: number): Promise<HoldWire>;
  /** Changes the prepared answer. @throws {KitError} 404; 409 if no exchange is held, or for {@link HeldExchange.edit}. */
  edit(realmId: string, id: string, edit: AnswerEditWire): Promise<HoldWire>;
  /** @throws {KitError} 404; 409 if no exchange is held. */
  release(realmId: string, id: string): Promise<HoldWire>;
  /** A held exchange goes on. @throws {KitError} 404 */
  remove(realmId: string, id: string): void;
  /** All held exchanges of the realm go on. */
  clear(realmId: string): void;
  isArmed(realmId: string): boolean;
  /** Those with holds, by id. */
  realms(): readonly string[];
  /** Counts the answer for every hold it matches, and takes the first hold that is due. */
  take(realmId: string, endpoint: EndpointName, facts: MatchedFacts): TakenHold | undefined;
}

interface Hold {
  readonly id: string;
  readonly request: HoldRequestWire;
  readonly limitMs: number;
  readonly armedAt: number;
  state: HoldState;
  matched: number;
  edited: string[];
  exchangeId: string | undefined;
  held: HeldExchange | undefined;
  goesOnAt: number | undefined;
  /** Why the exchange goes on, as the end of a sentence. */
  reason: string | undefined;
  isGivenBack: boolean;
  finish: (() => void) | undefined;
  /** Called when the state changes. */
  readonly watchers: Set<() => void>;
}

const isOver = ({ state }: Hold): boolean => state !== 'armed' && state !== 'held';

function changeState(hold: Hold, state: HoldState): void {
  hold.state = state;
  for (const watcher of [...hold.watchers]) watcher();
}

function toWire(hold: Hold): HoldWire {
  const { id, request, limitMs, armedAt, state, edited, exchangeId, goesOnAt, held } = hold;
  return {
    id,
    match: request.match,
    limitMs,
    armedAt: toIsoText(armedAt),
    state,
    ...(goesOnAt === undefined ? {} : { goesOnAt: toIsoText(goesOnAt) }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
    edited: [...edited],
    ...held?.describe(),
  };
}

/** Drops the oldest that are over, beyond the limit. */
function withoutOldest(holds: readonly Hold[]): Hold[] {
  const over = holds.filter(isOver);
  const dropped = new Set(over.slice(0, Math.max(0, over.length - MAX_HOLDS)));
  return holds.filter((hold) => !dropped.has(hold));
}

function describeEnd({ id, edited, reason }: Hold, waitedMs: number): string {
  const changes = edited.length === 0 ? 'The answer was not edited.' : `Edited: ${edited.join(', ')}.`;
  return `Hold ${id} held the answer for ${Math.round(waitedMs)} ms; then ${reason}. ${changes}`;
}

/** The wait has ended: by a call, which has set the reason, by time, or because the realm or server ends. */
function end(hold: Hold, waitedMs: number, callerGone: AbortSignal): void {
  if (hold.isGivenBack) {
    const none = { held: undefined, goesOnAt: undefined, finish: undefined, exchangeId: undefined };
    Object.assign(hold, { ...none, isGivenBack: false });
    changeState(hold, 'armed');
    return;
  }
  // Timers may be a fraction of a millisecond early.
  const isTimedOut = hold.reason === undefined && waitedMs > hold.limitMs - 1;
  hold.reason ??= isTimedOut
    ? `its time was over (limitMs ${hold.limitMs})`
    : 'the realm was reset or removed, or the server stopped';
  Object.assign(hold, { held: undefined, goesOnAt: undefined, finish: undefined });
  changeState(hold, callerGone.aborted ? 'abandoned' : isTimedOut ? 'timed-out' : 'released');
}

/** Holds the exchange until it is let go, its time is over or its caller goes away. */
async function keep(
  hold: Hold,
  realmId: string,
  held: HeldExchange,
  callerGone: AbortSignal,
  { clock, pauses }: HoldsDeps,
): Promise<string> {
  const startedAt = monotonicMs();
  await pauses.wait(realmId, hold.limitMs, {
    callerGone,
    begin(finish) {
      Object.assign(hold, { held, finish, exchangeId: held.id, goesOnAt: clock.now() + hold.limitMs });
      changeState(hold, 'held');
      return () => end(hold, monotonicMs() - startedAt, callerGone);
    },
  });
  return describeEnd(hold, monotonicMs() - startedAt);
}

interface HoldsDeps {
  /** The machine's clock. */
  readonly clock: Clock;
  readonly pauses: Pauses;
  /** Ends the ids of this server's holds. */
  readonly tag: string;
}

const NOT_HELD = 'Wait until it is: GET /emulator/v1/realms/{realm}/holds/{hold}?wait=5000.';
const OVER = 'Arm another hold, with a larger limitMs if its time was over.';

function requireHeld(hold: Hold): HeldExchange {
  const { held, state, id } = hold;
  if (held !== undefined) return held;
  if (state === 'armed') throw new KitError(409, `Hold ${id} has no exchange yet.`, NOT_HELD);
  throw new KitError(409, `The exchange of hold ${id} has gone on already: ${state}.`, OVER);
}

function letGo(hold: Hold, reason: string): void {
  hold.reason = reason;
  hold.finish?.();
}

/** The armed and held of one server, by realm. */
function createShelf() {
  const byRealm = new Map<string, readonly Hold[]>();
  const list = (realmId: string): readonly Hold[] => byRealm.get(realmId) ?? [];
  return {
    list,
    keep(realmId: string, holds: readonly Hold[]): void {
      if (holds.length === 0) byRealm.delete(realmId);
      else byRealm.set(realmId, withoutOldest(holds));
    },
    isArmed: (realmId: string): boolean =>
      byRealm.size > 0 && list(realmId).some(({ state }) => state === 'armed'),
    realms: (): readonly string[] => [...byRealm.keys()],
    require(realmId: string, id: string): Hold {
      const found = list(realmId).find((hold) => hold.id === id);
      if (found !== undefined) return found;
      throw new KitError(
        404,
        `There is no hold "${id.slice(0, 40)}" in this realm.`,
        'It was deleted, or ended with a reset; GET /emulator/v1/realms/{realm}/holds lists those that are left.',
      );
    },
  };
}

function createHold(id: string, request: HoldRequestWire, clock: Clock): Hold {
  return {
    id,
    request,
    limitMs: request.limitMs ?? DEFAULT_LIMIT_MS,
    armedAt: clock.now(),
    state: 'armed',
    matched: 0,
    edited: [],
    exchangeId: undefined,
    held: undefined,
    goesOnAt: undefined,
    reason: undefined,
    isGivenBack: false,
    finish: undefined,
    watchers: new Set(),
  };
}

function takeHold(hold: Hold, realmId: string, deps: HoldsDeps): TakenHold {
  return {
    id: hold.id,
    limitMs: hold.limitMs,
    keep: (held, callerGone) => keep(hold, realmId, held, callerGone, deps),
    end: () => hold.finish?.(),
    giveBack() {
      hold.isGivenBack = true;
      hold.finish?.();
    },
  };
}

export function createHolds(deps: HoldsDeps): Holds {
  const { clock, pauses, tag } = deps;
  const shelf = createShelf();
  // Edits of a hold run one after another, and a release comes after them.
  const takeTurn = createTurns();
  let count = 0;

  function take(realmId: string, endpoint: EndpointName, facts: MatchedFacts): TakenHold | undefined {
    const matching = shelf
      .list(realmId)
      .filter(({ state, request }) => state === 'armed' && matchesRequest(request.match, endpoint, facts));
    for (const hold of matching) hold.matched += 1;
    const due = matching.find(({ matched, request }) => matched >= (request.match.nth ?? 1));
    return due && takeHold(due, realmId, deps);
  }

  return {
    arm(realmId, request, armedElsewhere = 0) {
      const holds = shelf.list(realmId);
      if (holds.filter((hold) => !isOver(hold)).length + armedElsewhere >= MAX_HOLDS) return undefined;
      count += 1;
      const hold = createHold(`hold-${count}${tag}`, request, clock);
      shelf.keep(realmId, [...holds, hold]);
      return toWire(hold);
    },
    list: (realmId) => shelf.list(realmId).map(toWire),
    async find(realmId, id, waitMs) {
      const hold = shelf.require(realmId, id);
      if (hold.state === 'armed' && waitMs > 0) {
        await pauses.wait(realmId, waitMs, {
          begin(finish) {
            hold.watchers.add(finish);
            return () => hold.watchers.delete(finish);
          },
        });
      }
      return toWire(shelf.require(realmId, id));
    },
    edit: (realmId, id, edit) =>
      takeTurn(id, async () => {
        const hold = shelf.require(realmId, id);
        await requireHeld(hold).edit(edit);
        requireHeld(shelf.require(realmId, id));
        hold.edited.push(...listEdited(edit));
        return toWire(hold);
      }),
    release: (realmId, id) =>
      takeTurn(id, async () => {
        const hold = shelf.require(realmId, id);
        requireHeld(hold);
        letGo(hold, 'it was released');
        return toWire(hold);
      }),
    remove(realmId, id) {
      const hold = shelf.require(realmId, id);
      letGo(hold, 'the hold was deleted');
      shelf.keep(
        realmId,
        shelf.list(realmId).filter((other) => other !== hold),
      );
    },
    clear(realmId) {
      for (const hold of shelf.list(realmId)) letGo(hold, 'the realm was reset or removed');
      shelf.keep(realmId, []);
    },
    isArmed: shelf.isArmed,
    realms: shelf.realms,
    take,
  };
}
