// Faults over HTTP: arming, listing with hit counts, disarming.

import { findFaultProblem } from '#protocol/contract/fault-effects.ts';
import { FAULT_ROWS } from '#protocol/contract/fault-rows.ts';
import type { FaultRequestWire } from '#protocol/contract/faults.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { MAX_FAULTS } from '#protocol/test-kit/faults.ts';
import type { SharedFaults } from '#protocol/test-kit/shared-faults.ts';
import { type AdminError, badRequest, conflict, notFound } from '../admin-error.ts';
import { created, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

/** Largest body of a status, in characters of JSON. */
const MAX_BODY_LENGTH = 64 * 1024;

/** A flag that is false is the same as one that is absent. */
function withoutFalse(request: FaultRequestWire): FaultRequestWire {
  const effects = Object.entries(request.do).filter(([, value]) => value !== false);
  return { ...request, do: Object.fromEntries(effects) };
}

/** @throws {AdminError} 400 naming the member. */
function readFault(json: unknown): FaultRequestWire {
  const request = withoutFalse(readExactObject<FaultRequestWire>(json, FAULT_ROWS, ['match', 'do']));
  const problem = findFaultProblem(request);
  if (problem !== undefined) throw badRequest(problem);
  if (JSON.stringify(request.do.body ?? '').length > MAX_BODY_LENGTH)
    throw badRequest(`do.body must be at most ${MAX_BODY_LENGTH} characters of JSON`);
  return request;
}

async function arm(
  { realm, exchange }: EmulatorRequest<'POST /realms/{realm}/faults'>,
  faults: SharedFaults,
): Promise<Reply> {
  const armed = await faults.arm(realm.id, readFault(exchange.json));
  if (armed === undefined)
    throw conflict(
      `Realm ${realm.realm} has ${MAX_FAULTS} armed faults; disarm some, or all with DELETE …/faults`,
    );
  return created(exchange, armed.id, armed);
}

const faultNotFound = (): AdminError =>
  notFound('Fault not found: it was disarmed, or dropped as one of the oldest that are spent');

export function createFaultHandlers(faults: SharedFaults): EmulatorHandlers<'faults'> {
  return {
    'POST /realms/{realm}/faults': (request) => arm(request, faults),
    'GET /realms/{realm}/faults': async ({ realm }) => ok(await faults.list(realm.id)),
    'DELETE /realms/{realm}/faults': async ({ realm }) => {
      await faults.clear(realm.id);
      return DONE;
    },
    'GET /realms/{realm}/faults/{fault}': async ({ realm, path }) => {
      const found = await faults.find(realm.id, path.fault);
      if (found === undefined) throw faultNotFound();
      return ok(found);
    },
    'DELETE /realms/{realm}/faults/{fault}': async ({ realm, path }) => {
      if (!(await faults.remove(realm.id, path.fault))) throw faultNotFound();
      return DONE;
    },
  };
}
