// A realm's clock: reads, moves, freezes and releases it.
import { toIsoText } from '#protocol/clock.ts';
import type { ClockChangeWire, ClockMoveWire, ClockWire } from '#protocol/contract/clock.ts';
import { flag, integer, text } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { RealmClock } from '#protocol/realm/realm-clocks.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { type ExpiringRequests, moveClock } from '#protocol/test-kit/move-clock.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

const CHANGE = {
  offsetMs: { type: integer },
  now: { type: text },
  frozen: { type: flag },
  advanceMs: { type: integer },
};

function clockWire(clock: RealmClock): ClockWire {
  return { offsetMs: clock.offsetMs, now: toIsoText(clock.now()), frozen: clock.isFrozen };
}

async function move(
  request: EmulatorRequest<'PUT /realms/{realm}/clock'>,
  expiring: ExpiringRequests,
): Promise<Reply> {
  const realm = viewRealm(request.realm);
  const change = readExactObject<ClockChangeWire>(request.exchange.json, CHANGE);
  const clock = request.clocks(realm.name);
  const due = await moveClock({ ...request.store, expiring }, realm, clock, change);
  const moved: ClockMoveWire = { ...clockWire(clock), due };
  return ok(moved);
}

export function createClockHandlers(expiring: ExpiringRequests): EmulatorHandlers<'clock'> {
  return {
    'GET /realms/{realm}/clock': ({ clocks, realm }) => ok(clockWire(clocks(realm.realm))),
    'PUT /realms/{realm}/clock': (request) => move(request, expiring),
  };
}
