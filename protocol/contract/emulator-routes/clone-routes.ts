// Routes of clones: realms for single tests.
import type { RouteSubject } from './route-row.ts';

export const CLONE_ROUTES = {
  heading: 'Clones',
  routes: {
    'POST /realms/{realm}/clones': {
      summary: 'Clones a realm for a test',
      body: { type: 'CloneRequestWire', example: { ttlSeconds: 120 } },
      responses: {
        201: {
          type: 'CloneWire',
          meaning:
            'a new realm with its own name and issuer, and the settings, users, credentials and keys that the realm has now. It ends when it is not used for `ttlSeconds`. It is in memory only; with PostgreSQL it is in the database, and every server serves it',
        },
      },
      errors: {
        400: 'The name is not valid, or `ttlSeconds` is out of range',
        409: 'The name is taken, the realm is `master`, or there are 2,000 clones',
        503: 'The realm is out of service',
      },
    },
    'DELETE /realms/{realm}': {
      summary: 'Removes a clone',
      responses: {
        204: { meaning: 'removes the clone with everything in it; applications are not notified' },
      },
      errors: { 409: 'The realm is not a clone; to remove it, send `DELETE /admin/realms/{realm}`' },
    },
  },
} as const;
CLONE_ROUTES satisfies RouteSubject;
