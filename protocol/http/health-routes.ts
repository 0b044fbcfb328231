// The health paths: whether the process lives, and whether it is ready to answer.
import type { PlainRoute } from './exchange.ts';
import { jsonReply } from './replies.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** `GET /health/live` is always UP, `GET /health/ready` and `GET /health` are 503 DOWN until `isReady` says otherwise. Not recorded in Activity. */
export function createHealthRoutes(isReady: () => boolean): readonly PlainRoute[] {
  const up = jsonReply(200, { status: 'UP' }, HEADERS);
  const down = jsonReply(503, { status: 'DOWN' }, HEADERS);
  const ready = (): typeof up => (isReady() ? up : down);
  return [
    { method: 'GET', path: '/health/live', handle: () => up },
    { method: 'GET', path: '/health/ready', handle: ready },
    { method: 'GET', path: '/health', handle: ready },
  ];
}
