// Counters of sign-ins, token requests, refusals and user events, kept for existing realms only.
import { Counter, type Registry } from 'prom-client';
import { grantTypeOf, TOKEN_ROUTE, type UserEvent, userEventsOf } from '#protocol/events/user-events.ts';
import { outcomeOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { RealmStore, StoredRealm } from '#protocol/store/store.ts';
import { COUNTED, type MetricRow } from './metric-table.ts';

export interface ExchangeCountersSetup {
  readonly registry: Registry;
  readonly realms: Pick<RealmStore, 'find'>;
  /** The grant types that the token endpoint knows. */
  readonly grantTypes: readonly string[];
  /** Labels of user events besides `event` and `error`: `realm`, `idp`, `clientId`; undefined: not counted. */
  readonly userEventTags: readonly string[] | undefined;
}

export interface ExchangeCounters {
  count(recorded: RecordedExchange): void;
  /** Forgets the series of realms that do not exist. */
  prune(): Promise<void>;
}

/** How many realms may be counted until those that no longer exist are forgotten. */
const MAX_COUNTED_REALMS = 200;

function createCounter({ name, help, labels }: MetricRow, registry: Registry): Counter {
  return new Counter({ name, help, labelNames: [...labels], registers: [registry] });
}

/** Compat: an unknown client is `unknown`; one that the caller did not name is empty. */
function clientLabel({ error }: UserEvent, client: Client | undefined): string {
  return error === 'client_not_found' ? 'unknown' : (client?.clientId ?? '');
}

export function createExchangeCounters(setup: ExchangeCountersSetup): ExchangeCounters {
  const { registry, realms, userEventTags } = setup;
  const grantTypes = new Set(setup.grantTypes);
  const userEvents = userEventTags && createCounter(COUNTED.userEvents, registry);
  const signIns = createCounter(COUNTED.signIns, registry);
  const tokenRequests = createCounter(COUNTED.tokenRequests, registry);
  const refusals = createCounter(COUNTED.refusals, registry);
  const byRealm = [signIns, tokenRequests, refusals, ...(userEvents === undefined ? [] : [userEvents])];
  let counted = new Set<string>();

  async function prune(): Promise<void> {
    counted = new Set([...counted].filter((realm) => realms.find(realm) !== undefined));
    for (const counter of byRealm) {
      for (const { labels } of (await counter.get()).values) {
        const realm = String(labels['realm'] ?? '');
        if (realm !== '' && realms.find(realm) === undefined) counter.remove(labels);
      }
    }
  }

  /** Test suites create realms by the thousand and may never scrape. */
  function remember(realm: string): void {
    counted.add(realm);
    if (counted.size > MAX_COUNTED_REALMS && counted.size % MAX_COUNTED_REALMS === 1) void prune();
  }

  function countEvent(event: UserEvent, realm: string, client: Client | undefined): void {
    const { kind, error } = event;
    if (kind === 'LOGIN') signIns.inc({ realm, outcome: error === '' ? 'accepted' : 'refused' });
    if (userEvents === undefined || userEventTags === undefined) return;
    const all = { realm, idp: '', clientId: clientLabel(event, client) };
    const { clientId, ...tags } = Object.fromEntries(
      Object.entries(all).filter(([tag]) => userEventTags.includes(tag)),
    );
    const name = kind.toLowerCase();
    userEvents.inc({
      event: name,
      error,
      ...tags,
      ...(clientId === undefined ? {} : { client_id: clientId }),
    });
  }

  function countInRealm(recorded: RecordedExchange, stored: StoredRealm): void {
    const { clientId } = recorded;
    const { realm } = stored;
    remember(realm);
    if (recorded.routePath === TOKEN_ROUTE) {
      const grant_type = grantTypeOf(recorded, grantTypes);
      tokenRequests.inc({ realm, grant_type, outcome: outcomeOf(recorded) });
    }
    const client = clientId === undefined ? undefined : viewRealm(stored).clients.get(clientId);
    for (const event of userEventsOf(recorded, client)) countEvent(event, realm, client);
  }

  return {
    count(recorded) {
      const { realmName, refusal } = recorded;
      if (refusal !== undefined) refusals.inc({ realm: realmName ?? '', code: refusal.code });
      const stored = realmName === undefined ? undefined : realms.find(realmName);
      if (stored !== undefined) countInRealm(recorded, stored);
    },
    prune,
  };
}
