// Holds over HTTP: arming, waiting for an exchange, editing its answer, letting it go on.
import { parseInstant } from '#protocol/clock.ts';
import { findHeaderProblem, findMatchProblem } from '#protocol/contract/fault-effects.ts';
import { FAULT_MATCH } from '#protocol/contract/fault-rows.ts';
import type { AnswerEditWire, AssertionWire, HoldRequestWire } from '#protocol/contract/holds.ts';
import {
  anything,
  changesOf,
  mapOf,
  numberBetween,
  objectOf,
  text,
  texts,
  type ValueType,
} from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { MAX_HOLDS } from '#protocol/test-kit/holds.ts';
import { TOKEN_NAMES } from '#protocol/test-kit/rewrite-tokens.ts';
import type { SharedHolds } from '#protocol/test-kit/shared-holds.ts';
import { badRequest, conflict } from '../admin-error.ts';
import { created, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

const HOLD_ROWS = { match: { type: FAULT_MATCH }, limitMs: { type: numberBetween(1, 120_000) } };

const INSTANTS = [
  'confirmationNotOnOrAfter',
  'notBefore',
  'notOnOrAfter',
  'authnInstant',
  'sessionNotOnOrAfter',
] as const satisfies readonly (keyof AssertionWire)[];

const ASSERTION_ROWS: Readonly<Record<keyof AssertionWire, { readonly type: ValueType }>> = {
  nameId: { type: text },
  nameIdFormat: { type: text },
  issuer: { type: text },
  recipient: { type: text },
  inResponseTo: { type: text },
  confirmationNotOnOrAfter: { type: text },
  notBefore: { type: text },
  notOnOrAfter: { type: text },
  audiences: { type: texts },
  authnInstant: { type: text },
  sessionIndex: { type: text },
  sessionNotOnOrAfter: { type: text },
  authnContextClass: { type: text },
  attributes: { type: changesOf(texts) },
};

const EDIT_ROWS = {
  status: { type: numberBetween(200, 599) },
  headers: { type: changesOf(text) },
  json: { type: mapOf(anything) },
  parameters: { type: changesOf(text) },
  claims: { type: objectOf(() => CLAIM_ROWS) },
  assertion: { type: objectOf(() => ASSERTION_ROWS) },
};

const CLAIM_ROWS = Object.fromEntries(TOKEN_NAMES.map((name) => [name, { type: mapOf(anything) }]));

/** @throws {AdminError} 400 naming the member. */
function readHold(json: unknown): HoldRequestWire {
  const request = readExactObject<HoldRequestWire>(json, HOLD_ROWS, ['match']);
  const problem = findMatchProblem(request.match);
  if (problem !== undefined) throw badRequest(problem);
  return request;
}

function checkAssertion(assertion: AssertionWire): void {
  for (const name of INSTANTS) {
    const value = assertion[name];
    if (value !== undefined && parseInstant(value) === undefined)
      throw badRequest(`assertion.${name} must be an instant with a time zone, such as 2030-01-31T12:00:00Z`);
  }
}

/** @throws {AdminError} 400 naming the member. */
function readEdit(json: unknown): AnswerEditWire {
  const edit = readExactObject<AnswerEditWire>(json, EDIT_ROWS);
  if (Object.keys(edit).length === 0)
    throw badRequest(`the body changes nothing; set one of ${Object.keys(EDIT_ROWS).join(', ')}`);
  const problem = findHeaderProblem('headers', edit.headers ?? {});
  if (problem !== undefined) throw badRequest(problem);
  checkAssertion(edit.assertion ?? {});
  return edit;
}

async function arm(
  { realm, exchange }: EmulatorRequest<'POST /realms/{realm}/holds'>,
  holds: SharedHolds,
): Promise<Reply> {
  const armed = await holds.arm(realm.id, readHold(exchange.json));
  if (armed === undefined)
    throw conflict(`Realm ${realm.realm} has ${MAX_HOLDS} holds that are not over; delete some`);
  return created(exchange, armed.id, armed);
}

export function createHoldHandlers(holds: SharedHolds): EmulatorHandlers<'holds'> {
  return {
    'POST /realms/{realm}/holds': (request) => arm(request, holds),
    'GET /realms/{realm}/holds': async ({ realm }) => ok(await holds.list(realm.id)),
    'GET /realms/{realm}/holds/{hold}': async ({ realm, path, query }) =>
      ok(await holds.find(realm.id, path.hold, query.wait)),
    'PATCH /realms/{realm}/holds/{hold}': async ({ realm, path, exchange }) =>
      ok(await holds.edit(realm.id, path.hold, readEdit(exchange.json))),
    'POST /realms/{realm}/holds/{hold}/release': async ({ realm, path }) =>
      ok(await holds.release(realm.id, path.hold)),
    'DELETE /realms/{realm}/holds/{hold}': async ({ realm, path }) => {
      await holds.remove(realm.id, path.hold);
      return DONE;
    },
  };
}
