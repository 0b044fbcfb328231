// The health paths: whether the process lives, and whether it is ready to answer.
import type { RealmOutOfService, RealmStore } from '#protocol/store/store.ts';
import type { PlainRoute } from './exchange.ts';
import { jsonReply } from './replies.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** A check of the answer, in the form of MicroProfile Health, as Keycloak shows its own. */
function realmCheck({ realm, file, problem }: RealmOutOfService): object {
  const name = realm === undefined ? 'Realm of unknown name' : `Realm ${realm}`;
  return { name, status: 'DOWN', data: { file, problem } };
}

/**
 * `GET /health/live` is always UP, `GET /health/ready` and `GET /health` are 503 DOWN until `isReady` says otherwise. A realm that is out of
 * service is a check that is DOWN; the server stays UP, because it serves the others. Not recorded in Activity.
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
