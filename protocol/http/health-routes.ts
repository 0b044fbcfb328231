// Health endpoints of the main port: whether the process is live, has started, and is ready to serve.
import type { RealmStore, Store } from '#protocol/store/store.ts';
import type { PlainRoute } from './exchange.ts';
import { checkRealms, checkStore } from './health-document.ts';
import { jsonReply } from './replies.ts';

/**
 * Compat: shell checks read the whole response and search it for the status as Keycloak writes it, with a
 * blank after the colon. The body is `{"status":"UP"}`, so a header carries the other spelling.
 */
function headers(status: 'UP' | 'DOWN'): Record<string, string> {
  return { 'cache-control': 'no-store', 'x-health': `"status": "${status}"` };
}

interface HealthyStore extends Pick<Store, 'findFailure'> {
  readonly realms: Pick<RealmStore, 'listOutOfService'>;
}

/**
 * `GET /health/live` and `/health/started` are always UP; `/health/ready` and `/health` are 503 DOWN unless
 * `isReady`, and while the database cannot be used. A realm out of service is a check that is DOWN, but the server stays UP because it serves the
 * other realms. Not recorded in Activity.
 */
export function createHealthRoutes(
  isReady: () => boolean,
  { realms, findFailure }: HealthyStore,
): readonly PlainRoute[] {
  const up = jsonReply(200, { status: 'UP' }, headers('UP'));
  const down = jsonReply(503, { status: 'DOWN' }, headers('DOWN'));
  const ready = async (): Promise<typeof up> => {
    if (!isReady()) return down;
    const failure = await findFailure();
    if (failure !== undefined)
      return jsonReply(503, { status: 'DOWN', checks: [checkStore(failure)] }, headers('DOWN'));
    const damaged = realms.listOutOfService();
    return damaged.length === 0
      ? up
      : jsonReply(200, { status: 'UP', checks: checkRealms(damaged) }, headers('UP'));
  };
  return [
    { method: 'GET', path: '/health/live', handle: () => up },
    { method: 'GET', path: '/health/started', handle: () => up },
    { method: 'GET', path: '/health/ready', handle: ready },
    { method: 'GET', path: '/health', handle: ready },
  ];
}
