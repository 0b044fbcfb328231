// What a realm has seen and done, over HTTP: queries that wait.

import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { toIsoText } from '#protocol/clock.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { htmlReply } from '#protocol/http/replies.ts';
import { queryActivity, queryCalls } from '#protocol/test-kit/activity-query.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { listTraced } from '#protocol/test-kit/trace/trace-flows.ts';
import { renderHar } from '#protocol/test-kit/trace/trace-har.ts';
import { renderTrace } from '#protocol/test-kit/trace/trace-page.ts';
import { TRACE_STYLE_SOURCE } from '#protocol/test-kit/trace/trace-style.ts';
import { badRequest } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import type { ServerFacts } from './emulator.ts';

export interface EvidenceDeps {
  readonly activity: ActivityRecorder;
  readonly serverInfo: () => Pick<ServerFacts, 'version'>;
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

async function calls(
  { realm, query }: EmulatorRequest<'GET /realms/{realm}/calls'>,
  { activity, testKit }: EvidenceDeps,
): Promise<Reply> {
  const { count, wait: waitMs, since, ...members } = query;
  const scope = { realm, count, waitMs };
  const deps = { activity, pauses: testKit.pauses };
  return ok(await queryCalls({ ...members, since: readSince(since) }, scope, deps));
}

type TraceRequest = EmulatorRequest<'GET /realms/{realm}/trace.html' | 'GET /realms/{realm}/trace.har'>;

function listTrace({ realm, query }: TraceRequest, { activity }: EvidenceDeps) {
  return listTraced(activity, realm.realm, { ...query, since: readSince(query.since) });
}

function tracePage(request: TraceRequest, deps: EvidenceDeps): Reply {
  const { realm, query, exchange } = request;
  const facts = { realmName: realm.realm, createdAt: toIsoText(exchange.clock.now()), test: query.test };
  return htmlReply(200, renderTrace(listTrace(request, deps), facts), { styleSources: [TRACE_STYLE_SOURCE] });
}

export function createEvidenceHandlers(deps: EvidenceDeps): EmulatorHandlers<'evidence'> {
  return {
    'GET /realms/{realm}/activity/query': (request) => query(request, deps),
    'GET /realms/{realm}/calls': (request) => calls(request, deps),
    'GET /realms/{realm}/trace.html': (request) => tracePage(request, deps),
    'GET /realms/{realm}/trace.har': (request) =>
      ok(renderHar(listTrace(request, deps), deps.serverInfo().version)),
  };
}
