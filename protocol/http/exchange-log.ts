// Logs requests, decisions and refusals of each exchange. Secrets are masked at every level.
import { monotonicMs } from '#protocol/clock.ts';
import type { Mdc } from '#protocol/contract/log-record.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Reply } from './exchange.ts';
import { maskUrl } from './masking.ts';
import { outcomeOf, pathOf, type RecordedExchange } from './recorded-exchange.ts';

export interface ExchangeLog {
  /** A logger whose records carry the exchange's context. */
  of(recorded: RecordedExchange): Logger;
  finished(recorded: RecordedExchange, reply: Reply): void;
}

/** Log categories by path prefix; the first match is used. */
const AREAS: readonly (readonly [area: string, path: RegExp])[] = [
  ['ciba', /^\/realms\/[^/]+\/protocol\/openid-connect\/ext\/ciba/],
  ['oauth', /^\/realms\/[^/]+\/(protocol\/openid-connect|device|\.well-known)/],
  ['saml', /^\/realms\/[^/]+\/protocol\/saml/],
  ['registry', /^\/realms\/[^/]+\/protocol\/docker-v2/],
  ['login', /^\/realms\/[^/]+\/login-actions/],
  ['admin', /^\/(admin|emulator)\//],
  ['http', /^/],
];

/** Refusals in normal operation: a silent check whether the user is signed in. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'no_passive',
]);

/** The diagnostic context of an exchange, as far as it is known. */
export function mdcOf({ realmName, clientId, username, flow, id }: RecordedExchange): Mdc {
  return {
    ...(realmName === undefined ? undefined : { realm: realmName }),
    ...(clientId === undefined ? undefined : { client: clientId }),
    ...(username === undefined ? undefined : { user: username }),
    flow,
    exchange: id,
  };
}

function areaOf(path: string): string {
  return AREAS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'http';
}

/** Requests and refusals are logged below `http`, decisions below their protocol's category in `root`. */
export function createExchangeLog(http: Logger, root: Logger): ExchangeLog {
  const requests = http.child('request');
  const refusals = http.child('refusal');
  const areas = new Map(AREAS.map(([area]) => [area, area === 'http' ? http : root.child(area)]));
  const rules = new Map([...areas].map(([area, log]) => [area, log.child('rule')]));

  function logRequest(recorded: RecordedExchange, reply: Reply): void {
    const { method, target } = recorded.facts;
    const log = requests.with(() => mdcOf(recorded));
    const text = `${method} ${pathOf(target)} answered ${reply.status}`;
    // The console's own calls are not kept in Activity either and would drown the rest.
    if (recorded.heading === undefined) log.trace(text);
    else log.debug(text, { ms: Math.round(monotonicMs() - recorded.startedTick) });
    if (log.isEnabled('TRACE') && target.includes('?')) log.trace('Query', { target: maskUrl(target) });
  }

  function logRefusal(recorded: RecordedExchange, reply: Reply): void {
    const { refusal, heading } = recorded;
    if (refusal === undefined || !refusals.isEnabled('WARN')) return;
    const { code, reason, remedy } = refusal;
    const parameters = { status: reply.status, code, remedy, title: heading };
    const log = refusals.with(() => mdcOf(recorded));
    if (EXPECTED_REFUSALS.has(code) || heading === undefined) log.debug(reason, parameters);
    else log.warn(reason, parameters);
  }

  function logDecisions(recorded: RecordedExchange, area: string): void {
    const log = rules.get(area);
    if (log?.isEnabled('TRACE') !== true) return;
    const own = log.with(() => mdcOf(recorded));
    for (const { rule, outcome, detail, section } of recorded.decisions) {
      own.trace(detail, { rule, outcome, section });
    }
  }

  /** Avoids matching the path when no detailed level is enabled. */
  function isAnyDetailEnabled(): boolean {
    for (const log of areas.values()) if (log.isEnabled('DEBUG')) return true;
    for (const log of rules.values()) if (log.isEnabled('TRACE')) return true;
    return false;
  }

  return {
    of: (recorded) => http.with(() => mdcOf(recorded)),
    finished(recorded, reply) {
      if (requests.isEnabled('DEBUG')) logRequest(recorded, reply);
      logRefusal(recorded, reply);
      if (recorded.heading === undefined || !isAnyDetailEnabled()) return;
      const area = areaOf(pathOf(recorded.facts.target));
      const log = areas.get(area);
      if (log?.isEnabled('DEBUG') === true) {
        log.with(() => mdcOf(recorded)).debug(recorded.heading, { outcome: outcomeOf(recorded) });
      }
      logDecisions(recorded, area);
    },
  };
}
