// Faults over HTTP: arming, listing with hit counts, disarming.
import { ENDPOINT_NAMES } from '#protocol/contract/endpoints.ts';
import type { FaultRequestWire } from '#protocol/contract/faults.ts';
import {
  anything,
  flag,
  numberBetween,
  type ObjectType,
  objectOf,
  oneOf,
  text,
  textMap,
  type ValueType,
} from '#protocol/contract/settings/value-type.ts';
import { OAUTH_ERRORS } from '#protocol/errors/oauth-error.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { findFaultProblem } from '#protocol/test-kit/fault-effects.ts';
import { type Faults, MAX_FAULTS } from '#protocol/test-kit/faults.ts';
import { type AdminError, badRequest, conflict, notFound } from '../admin-error.ts';
import { created, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

/** Largest body of a status, in characters of JSON. */
const MAX_BODY_LENGTH = 64 * 1024;

/** Members that choose exchanges, for faults and holds. */
const MATCH_ROWS: Readonly<Record<'endpoint' | 'grant' | 'client' | 'user', { readonly type: ValueType }>> = {
  endpoint: { type: oneOf(ENDPOINT_NAMES) },
  grant: { type: text },
  client: { type: text },
  user: { type: text },
};

export const FAULT_MATCH: ObjectType = objectOf(
  () => ({ ...MATCH_ROWS, nth: { type: numberBetween(1, 1000) } }),
  'endpoint',
);

const OAUTH_ERROR_ROWS = {
  error: { type: oneOf(Object.keys(OAUTH_ERRORS)) },
  description: { type: text },
  status: { type: numberBetween(400, 599) },
};

const EFFECT_ROWS = {
  status: { type: numberBetween(200, 599) },
  body: { type: anything },
  headers: { type: textMap },
  oauthError: { type: objectOf(() => OAUTH_ERROR_ROWS, 'error') },
  delayMs: { type: numberBetween(1, 60_000) },
  drop: { type: flag },
  cut: { type: flag },
  wrongKey: { type: flag },
  kidMissing: { type: flag },
  staleKeys: { type: flag },
};

const FAULT_ROWS = {
  match: { type: FAULT_MATCH },
  do: { type: objectOf(() => EFFECT_ROWS) },
  times: { type: numberBetween(1, 1000) },
};

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

function arm({ realm, exchange }: EmulatorRequest<'POST /realms/{realm}/faults'>, faults: Faults): Reply {
  const armed = faults.arm(realm.id, readFault(exchange.json));
  if (armed === undefined)
    throw conflict(
      `Realm ${realm.realm} has ${MAX_FAULTS} armed faults; disarm some, or all with DELETE …/faults`,
    );
  return created(exchange, armed.id, armed);
}

const faultNotFound = (): AdminError =>
  notFound('Fault not found: it was disarmed, or dropped as one of the oldest that are spent');

export function createFaultHandlers(faults: Faults): EmulatorHandlers<'faults'> {
  return {
    'POST /realms/{realm}/faults': (request) => arm(request, faults),
    'GET /realms/{realm}/faults': ({ realm }) => ok(faults.list(realm.id)),
    'DELETE /realms/{realm}/faults': ({ realm }) => {
      faults.clear(realm.id);
      return DONE;
    },
    'GET /realms/{realm}/faults/{fault}': ({ realm, path }) => {
      const found = faults.find(realm.id, path.fault);
      if (found === undefined) throw faultNotFound();
      return ok(found);
    },
    'DELETE /realms/{realm}/faults/{fault}': ({ realm, path }) => {
      if (!faults.remove(realm.id, path.fault)) throw faultNotFound();
      return DONE;
    },
  };
}
