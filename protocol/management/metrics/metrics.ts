// Holds all metrics: counts what the meter reports, reads sessions at each scrape, and writes the text.
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '#protocol/clock.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { sessionLimits } from '#protocol/realm/sessions/sessions.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { MetricsFormat } from '../negotiate-metrics.ts';
import { createExchangeCounters, type ExchangeCountersSetup } from './exchange-counters.ts';
import { createExchangeMeter } from './exchange-meter.ts';
import { COUNTED } from './metric-table.ts';
import { processRegistry } from './process-metrics.ts';
import { type MetricFamily, type Sample, writeMetrics } from './write-metrics.ts';

export interface MetricsSetup extends Pick<ExchangeCountersSetup, 'grantTypes' | 'userEventTags'> {
  readonly recorder: ExchangeRecorder;
  readonly store: Pick<Store, 'realms' | 'sessions'>;
  readonly clocks: (realmName: string) => Clock;
  /** Bounds of the buckets of durations, in seconds, ascending; none: only count and sum. */
  readonly bounds: readonly number[];
}

export interface Metrics {
  /** Takes the place of the given recorder. */
  readonly recorder: ExchangeRecorder;
  write(format: MetricsFormat): Promise<string>;
}

/** Counts from the moment it is created. */
export function createMetrics(setup: MetricsSetup): Metrics {
  const registry = new Registry();
  const ofProcess = processRegistry();
  const requests = new Histogram({
    name: COUNTED.requests.name,
    help: COUNTED.requests.help,
    labelNames: [...COUNTED.requests.labels],
    buckets: [...setup.bounds],
    registers: [registry],
  });
  const counters = createExchangeCounters({ ...setup, registry, realms: setup.store.realms });
  const meter = createExchangeMeter({
    recorder: setup.recorder,
    onRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    onExchange: (recorded) => counters.count(recorded),
  });
  createGauges(setup, registry, () => meter.active);
  return {
    recorder: meter,
    async write(format) {
      await counters.prune();
      const summaries = setup.bounds.length === 0 ? [COUNTED.requests.name] : [];
      const families = [...(await readFamilies(registry, summaries)), ...(await readFamilies(ofProcess, []))];
      return writeMetrics(families, format);
    },
  };
}

function createGauges(setup: MetricsSetup, registry: Registry, countActive: () => number): void {
  const { activeRequests, sessions } = COUNTED;
  new Gauge({
    name: activeRequests.name,
    help: activeRequests.help,
    registers: [registry],
    collect() {
      this.set(countActive());
    },
  });
  new Gauge({
    name: sessions.name,
    help: sessions.help,
    labelNames: [...sessions.labels],
    registers: [registry],
    async collect() {
      const counts = await countSessions(setup);
      this.reset();
      for (const { realm, online, offline } of counts) {
        this.set({ realm, type: 'online' }, online);
        this.set({ realm, type: 'offline' }, offline);
      }
    },
  });
}

/** Active sessions of each realm by the realm's clock. None while they cannot be read: a scrape gets everything else. */
async function countSessions(setup: MetricsSetup) {
  try {
    return await readCounts(setup);
  } catch (error) {
    if (error instanceof StorageError) return [];
    throw error;
  }
}

async function readCounts({ store, clocks }: MetricsSetup) {
  const realms = store.realms.list().map(viewRealm);
  const active = realms.map((realm) => [realm.id, sessionLimits(realm, clocks(realm.name).now())] as const);
  const counts = await store.sessions.countByRealm(new Map(active));
  return realms.map(({ id, name }) => ({ online: 0, offline: 0, ...counts.get(id), realm: name }));
}

/** What the histogram of the event loop's delay reports while it is empty, or more, in seconds. */
const NO_DELAY = 1e9;

function saysSomething({ name, value }: Sample): boolean {
  return !name.startsWith('nodejs_eventloop_lag_') || value < NO_DELAY;
}

/** `summaries`: histograms without bounds, of which only `_count` and `_sum` say something. */
async function readFamilies(registry: Registry, summaries: readonly string[]): Promise<MetricFamily[]> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map(({ name, help, type, values }) => {
    const samples = values.map((value) => ({
      name: 'metricName' in value ? String(value.metricName ?? name) : name,
      labels: value.labels as Readonly<Record<string, string | number>>,
      value: value.value,
    }));
    if (!summaries.includes(name))
      return { name, help, type: String(type), samples: samples.filter(saysSomething) };
    const own = samples.filter((sample) => sample.name !== `${name}_bucket`);
    return { name, help, type: 'summary', samples: own };
  });
}
