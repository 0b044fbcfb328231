import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { systemClock } from '#protocol/clock.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { TOKEN_ROUTE } from '#protocol/events/user-events.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store } from '#protocol/store/store.ts';
import { createExchangeCounters, type ExchangeCounters } from './exchange-counters.ts';

interface Fixture {
  readonly counters: ExchangeCounters;
  readonly store: Store;
  /** Samples as `name{labels} value`. */
  read(): Promise<readonly string[]>;
}

async function create(tags: readonly string[] | undefined, realms: readonly string[]): Promise<Fixture> {
  const store = createMemoryStore();
  for (const realm of realms) await addRealm(store, realm);
  const registry = new Registry();
  const counters = createExchangeCounters({
    registry,
    realms: store.realms,
    grantTypes: ['client_credentials'],
    userEventTags: tags,
  });
  const read = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { counters, store, read };
}

async function addRealm(store: Store, name: string): Promise<void> {
  const { realm, users } = normalizeRealm({ realm: name, clients: [{ clientId: 'shop' }] }, systemClock);
  await store.realms.create(realm, users);
}

interface TokenRequest {
  readonly realm?: string;
  readonly client?: string;
  readonly grant?: string;
  readonly refused?: OAuthError;
  readonly rule?: string;
}

const recorder = createActivityRecorder({ clock: systemClock });

function count({ counters }: Pick<Fixture, 'counters'>, given: TokenRequest): void {
  const facts = { method: 'POST', target: '/', rawHeaders: [], remoteAddress: '', secure: false };
  const recorded = recorder.begin(facts);
  recorded.routePath = TOKEN_ROUTE;
  recorded.realmName = given.realm;
  recorded.title('Token request');
  recorded.keepRequestBody(`grant_type=${given.grant ?? 'client_credentials'}`);
  if (given.client !== undefined) recorded.client(given.client);
  if (given.refused !== undefined) recorded.refused(given.refused, given.rule);
  recorder.finish(recorded, { status: given.refused?.status ?? 200 });
  counters.count(recorded);
}

const REFUSED = { refused: new OAuthError('invalid_client'), rule: 'authenticate-client' };

test('event-metrics-user-tags: the labels that are asked for, and always event and error', async () => {
  for (const [tags, labels] of [
    [['realm'], 'event="client_login",error="",realm="a"'],
    [[], 'event="client_login",error=""'],
    [['clientId', 'idp'], 'event="client_login",error="",idp="",client_id="shop"'],
  ] as const) {
    const fixture = await create(tags, ['a']);
    count(fixture, { realm: 'a', client: 'shop' });
    assert.deepEqual((await fixture.read())[0], `keycloak_user_events_total{${labels}} 1`);
  }
});

test('without event-metrics-user-enabled only our own counters exist', async () => {
  const fixture = await create(undefined, ['a']);
  count(fixture, { realm: 'a', client: 'shop' });
  assert.deepEqual(await fixture.read(), [
    'understudy_token_requests_total{realm="a",grant_type="client_credentials",outcome="accepted"} 1',
  ]);
});

test('cardinality: names that callers make up are neither clients nor grants nor realms', async () => {
  const fixture = await create(['realm', 'clientId'], ['a']);
  for (let number = 0; number < 50; number++) {
    count(fixture, { realm: 'a', client: `made-up-${number}`, ...REFUSED });
    count(fixture, { realm: 'a', client: `made-up-${number}`, grant: `made-up-${number}` });
    count(fixture, { client: 'shop', grant: `made-up-${number}`, ...REFUSED });
  }
  assert.deepEqual(await fixture.read(), [
    'keycloak_user_events_total{event="client_login",error="client_not_found",realm="a",client_id="unknown"} 50',
    'understudy_token_requests_total{realm="a",grant_type="client_credentials",outcome="refused"} 50',
    'understudy_token_requests_total{realm="a",grant_type="other",outcome="accepted"} 50',
    'understudy_refusals_total{realm="a",code="invalid_client"} 50',
    'understudy_refusals_total{realm="",code="invalid_client"} 50',
  ]);
});

test('cardinality: a removed realm is forgotten at the next scrape, others keep counting', async () => {
  const fixture = await create(['realm'], ['a', 'b']);
  for (const realm of ['a', 'b']) count(fixture, { realm, client: 'shop', ...REFUSED });
  await fixture.store.realms.remove('a');
  await fixture.counters.prune();
  count(fixture, { realm: 'b', client: 'shop', ...REFUSED });
  const samples = await fixture.read();
  assert.deepEqual(
    samples.map((line) => line.split(' ')[1]),
    ['2', '2', '2'],
  );
  assert.doesNotMatch(samples.join('\n'), /realm="a"/);
});

test('cardinality: a suite that creates realm after realm and never scrapes does not fill the memory', async () => {
  const registry = new Registry();
  const { realm: stored } = normalizeRealm({ realm: 'only' }, systemClock);
  let name = '';
  // One realm exists at a time.
  const realms = { find: (sought: string) => (sought === name ? { ...stored, realm: name } : undefined) };
  const counters = createExchangeCounters({ registry, realms, grantTypes: [], userEventTags: ['realm'] });
  for (let number = 0; number < 2000; number++) {
    name = `realm-${number}`;
    count({ counters }, { realm: name });
    // Lets what was started in the background finish.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const text = await registry.metrics();
  const series = text.split('\n').filter((line) => line.includes('realm-'));
  assert.ok(series.length < 1000, `${series.length} series`);
  assert.ok(text.includes('realm="realm-1999"'), text);
});
