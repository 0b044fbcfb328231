// The short view of a recorded exchange, used by the list and the live stream.
import { toIsoText } from '#protocol/clock.ts';
import type { ActivityParty, ActivitySummary } from '#protocol/contract/activity.ts';
import { endpointOf } from '#protocol/http/endpoints.ts';
import { outcomeOf, pathOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { readRequestFacts } from './request-facts.ts';

/** First value of a request header; `name` in lowercase. */
export function requestHeader(recorded: RecordedExchange, name: string): string | undefined {
  const { rawHeaders } = recorded.facts;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** The probable caller when none was recorded: a browser opening pages, the console, or an application. */
function guessCaller(recorded: RecordedExchange): ActivityParty {
  const mode = requestHeader(recorded, 'sec-fetch-mode');
  if (mode === 'navigate' || mode === 'nested-navigate') return 'browser';
  if (mode === undefined && requestHeader(recorded, 'accept')?.includes('text/html') === true)
    return 'browser';
  return pathOf(recorded.facts.target).startsWith('/emulator/') ? 'console' : 'application';
}

/** What only some exchanges have. */
function summarizeTest({ faultId, testName, pkceMethod, callKind, mailIds }: RecordedExchange) {
  return {
    ...(testName === undefined ? {} : { test: testName }),
    ...(pkceMethod === undefined ? {} : { pkce: pkceMethod }),
    ...(callKind === undefined ? {} : { call: callKind }),
    ...(faultId === undefined ? {} : { fault: faultId }),
    ...(mailIds === undefined ? {} : { mail: mailIds }),
  };
}

/** The console marks its requests; its calls of the admin API are otherwise like those of any application. */
function findCaller(recorded: RecordedExchange): ActivityParty {
  const isOwn = recorded.isBackground && requestHeader(recorded, 'x-understudy-console') !== undefined;
  return isOwn ? 'console' : (recorded.from ?? guessCaller(recorded));
}

export function summarize(recorded: RecordedExchange): ActivitySummary {
  const { realmName, clientId, username, refusal, server } = recorded;
  const endpoint = endpointOf(recorded.routePath);
  const path = pathOf(recorded.facts.target);
  return {
    id: recorded.id,
    flow: recorded.flow,
    startedAt: toIsoText(recorded.startedAt),
    durationMs: Math.round(recorded.durationMs * 1000) / 1000,
    from: findCaller(recorded),
    to: recorded.to ?? 'understudy',
    method: recorded.facts.method,
    path,
    status: recorded.reply?.status ?? 0,
    outcome: outcomeOf(recorded),
    title: recorded.heading ?? `${recorded.facts.method} ${path}`,
    ...(realmName === undefined ? {} : { realm: realmName }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(username === undefined ? {} : { username }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(server === undefined ? {} : { server }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...summarizeTest(recorded),
    ...readRequestFacts(recorded),
    ...(recorded.isBackground ? { background: true } : {}),
  };
}
