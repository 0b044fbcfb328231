// The management interface as the server uses it: prepared before the main ports, opened after them, closed last.
import type { Clock } from '#protocol/clock.ts';
import type { PlainRoute, Route } from '#protocol/http/exchange.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { checkRealms, checkStore } from '#protocol/http/health-document.ts';
import { createHostPolicy, isLoopbackHost } from '#protocol/http/host-policy.ts';
import type { ServerCredentials } from '#protocol/http/server-credentials.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Store } from '#protocol/store/store.ts';
import { type Listener, openListener } from './listener.ts';
import { METRICS_TYPES, negotiateMetrics } from './negotiate-metrics.ts';
import { createPages, type PagesSetup } from './pages.ts';
import type { ListenerPlan, ManagementPlan } from './plan.ts';

/** What the main ports serve, as far as metrics take part in it. */
interface MainParts {
  readonly routes: readonly Route[];
  readonly activity: ExchangeRecorder;
}

export interface ManagementSetup<Parts extends MainParts> {
  readonly plan: ManagementPlan;
  readonly listening: Parts;
  readonly store: Pick<Store, 'realms' | 'sessions' | 'findFailure'>;
  readonly clocks: (realmName: string) => Clock;
  readonly grants: readonly { readonly type: string }[];
  readonly lifecycle: { readonly isStopping: boolean };
  /** Logger of category `management`. */
  readonly log: Logger;
}

export interface ManagementInterface<Parts extends MainParts> {
  /** The given parts; with metrics they are counted, and with the legacy interface have a further route. */
  readonly listening: Parts;
  /**
   * Opens the port, if the plan has one. `mainTls`: the certificate that is configured for the main server.
   * @throws {OptionError} when the port or the address cannot be used.
   */
  open(mainTls: ServerCredentials | undefined): Promise<void>;
  /** Undefined unless the port is open: `http://127.0.0.1:9000`. */
  readonly url: string | undefined;
  close(graceMs: number): Promise<void>;
}

type WriteMetrics = NonNullable<PagesSetup['metrics']>;

/** Loads the metrics, if the plan has them; nothing of them is loaded otherwise. */
export async function prepareManagement<Parts extends MainParts>(
  setup: ManagementSetup<Parts>,
): Promise<ManagementInterface<Parts>> {
  const { plan, log } = setup;
  const { listening, write } = await countMain(setup);
  let listener: Listener | undefined;
  return {
    listening,
    get url() {
      return listener?.url;
    },
    async open(mainTls) {
      if (plan.listener === undefined) return;
      const { host, port, inheritsTls, credentials } = plan.listener;
      const tls = credentials ?? (inheritsTls ? mainTls : undefined);
      const answer = createPages(describePages(setup, plan.listener, write));
      listener = await openListener({ host, port, tls, answer, log });
    },
    async close(graceMs) {
      await listener?.close(graceMs);
    },
  };
}

async function countMain<Parts extends MainParts>({
  plan: { metrics: plan },
  listening,
  store,
  clocks,
  grants,
}: ManagementSetup<Parts>): Promise<{ readonly listening: Parts; readonly write?: WriteMetrics }> {
  if (plan === undefined) return { listening };
  const { createMetrics } = await import('./metrics/metrics.ts');
  const metrics = createMetrics({
    ...plan,
    recorder: listening.activity,
    store,
    clocks,
    grantTypes: grants.map(({ type }) => type),
  });
  const write: WriteMetrics = (format) => metrics.write(format);
  const routes = plan.onMainPort ? [...listening.routes, createMetricsRoute(write)] : listening.routes;
  return { listening: { ...listening, routes, activity: metrics.recorder }, write };
}

function describePages(
  { store, lifecycle }: Pick<ManagementSetup<MainParts>, 'store' | 'lifecycle'>,
  { host, path, health }: ListenerPlan,
  metrics: WriteMetrics | undefined,
): PagesSetup {
  return {
    path,
    metrics,
    // On a loopback address another name means DNS rebinding, except names that no website can have.
    hosts: isLoopbackHost(host) ? createHostPolicy({ httpHost: host, backchannelDynamic: true }) : undefined,
    health: health
      ? {
          isStopping: () => lifecycle.isStopping,
          async listFaults() {
            const failure = await store.findFailure();
            return failure === undefined ? [] : [checkStore(failure)];
          },
          listNotices: () => checkRealms(store.realms.listOutOfService()),
        }
      : undefined,
  };
}

/** `/metrics` on the main port. Compat: the interface of Keycloak before 25. */
function createMetricsRoute(write: WriteMetrics): PlainRoute {
  return {
    method: 'GET',
    path: '/metrics',
    async handle({ headers }) {
      const { format } = negotiateMetrics(headers.accept);
      if (format === undefined) return { status: 406 };
      return { status: 200, headers: { 'content-type': METRICS_TYPES[format] }, body: await write(format) };
    },
  };
}
