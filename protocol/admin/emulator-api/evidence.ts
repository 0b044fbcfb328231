// What a realm has seen and done, over HTTP: queries that wait.

import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { queryActivity } from '#protocol/test-kit/activity-query.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { badRequest } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';

export interface EvidenceDeps {
  readonly activity: ActivityRecorder;
  readonly testKit: Pick<TestKit, 'pauses'>;
}

/** `name=value`, or `name` for any value. */
function readPair(name: string, text: string): readonly [string, string | undefined] {
  const equals = text.indexOf('=');
  if (equals === 0) throw badRequest(`${name} must be name=value or name, not "${text}"`);
  return equals === -1 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

function readPairs(
  { exchange }: EmulatorRequest<'GET /realms/{realm}/activity/query'>,
  name: 'parameter' | 'claim',
): readonly (readonly [string, string | undefined])[] | undefined {
  const texts = exchange.query.all(name).filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts.map((text) => readPair(name, text));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** An instant in milliseconds, or the id of an exchange. @throws {AdminError} 400 */
function readSince(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined;
  const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  if (/^[a-z0-9]{1,64}$/.test(text)) return text;
  throw badRequest(
    'since must be the next of an earlier response, the id of an exchange, or an instant such as 2030-01-01T00:00:00Z',
  );
}

async function query(
  request: EmulatorRequest<'GET /realms/{realm}/activity/query'>,
  { activity, testKit }: EvidenceDeps,
): Promise<Reply> {
  const { count, wait: waitMs, since, parameter: _, claim: __, ...members } = request.query;
  const sought = {
    ...members,
    parameters: readPairs(request, 'parameter'),
    claims: readPairs(request, 'claim'),
    since: readSince(since),
  };
  const scope = { realm: request.realm, count, waitMs };
  return ok(await queryActivity(sought, scope, { activity, pauses: testKit.pauses }));
}

export function createEvidenceHandlers(deps: EvidenceDeps): EmulatorHandlers<'evidence'> {
  return { 'GET /realms/{realm}/activity/query': (request) => query(request, deps) };
}
