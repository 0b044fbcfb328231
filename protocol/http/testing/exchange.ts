// Test support: an exchange made of plain values, for tests that need no server.
import { type Clock, monotonicMs } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { NO_THEMES } from '#protocol/themes/testing/theme-files.ts';
import type { RealmExchange } from '../exchange.ts';
import { parseParameters } from '../parameters.ts';
import { RecordedExchange } from '../recorded-exchange.ts';

/** Everything left out is that of a GET by a local browser without cookies in realm `r`. */
export interface TestExchange {
  readonly realm?: Partial<RealmRepresentation>;
  readonly query?: string;
  readonly form?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  readonly remoteAddress?: string;
  readonly clock?: Clock;
}

const NOON: Clock = { now: () => Date.UTC(2026, 0, 5, 12, 0, 0) };

export function createTestExchange(given: TestExchange = {}): RealmExchange {
  const clock = given.clock ?? NOON;
  const baseUrl = given.baseUrl ?? 'http://127.0.0.1:8080';
  const remoteAddress = given.remoteAddress ?? '127.0.0.1';
  const facts = { method: 'GET', target: '/', rawHeaders: [], remoteAddress, secure: false };
  return {
    id: 'exchange-1',
    method: 'GET',
    path: '/',
    basePath: '',
    pathParameters: {},
    query: parseParameters(given.query ?? ''),
    rawQuery: given.query ?? '',
    form: parseParameters(given.form ?? ''),
    json: undefined,
    text: '',
    headers: {},
    cookies: new Map(Object.entries(given.cookies ?? {})),
    baseUrl,
    backchannelBaseUrl: baseUrl,
    remoteAddress,
    tls: undefined,
    clock,
    themes: NO_THEMES,
    log: silentLogger,
    activity: new RecordedExchange('exchange-1', facts, clock.now(), monotonicMs()),
    realm: viewRealm(normalizeRealm({ realm: 'r', displayName: 'Realm <R>', ...given.realm }, clock).realm),
  };
}
