// Health endpoints: whether the process is live, and whether it is ready to serve.
import type { RealmOutOfService, RealmStore } from '#protocol/store/store.ts';
import type { PlainRoute } from './exchange.ts';
import { jsonReply } from './replies.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** A check in MicroProfile Health format, as Keycloak returns it. */
function realmCheck({ realm, file, problem }: RealmOutOfService): object {
  const name = realm === undefined ? 'Realm of unknown name' : `Realm ${realm}`;
  return { name, status: 'DOWN', data: { file, problem } };
}

/**
 * `GET /health/live` is always UP; `GET /health/ready` and `GET /health` are 503 DOWN until `isReady`. A
 * realm out of service is a check that is DOWN, but the server stays UP because it serves the other realms.
 * Not recorded in Activity.
 */
export function createHealthRoutes(
  isReady: () => boolean,
  realms: Pick<RealmStore, 'listOutOfService'>,
): readonly PlainRoute[] {
  const up = jsonReply(200, { status: 'UP' }, HEADERS);
  const down = jsonReply(503, { status: 'DOWN' }, HEADERS);
  const ready = (): typeof up => {
    if (!isReady()) return down;
    const damaged = realms.listOutOfService();
    return damaged.length === 0
      ? up
      : jsonReply(200, { status: 'UP', checks: damaged.map(realmCheck) }, HEADERS);
  };
  return [
    { method: 'GET', path: '/health/live', handle: () => up },
    { method: 'GET', path: '/health/ready', handle: ready },
    { method: 'GET', path: '/health', handle: ready },
  ];
}
