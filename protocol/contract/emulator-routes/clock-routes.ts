// Routes of a realm's clock.
import type { RouteSubject } from './route-row.ts';

export const CLOCK_ROUTES = {
  heading: 'Clock',
  routes: {
    'GET /realms/{realm}/clock': {
      summary: 'Reads the realm’s clock',
      responses: { 200: { type: 'ClockWire', meaning: 'the realm’s time, and how far it is ahead' } },
    },
    'PUT /realms/{realm}/clock': {
      summary: 'Moves the realm’s clock',
      body: { type: 'ClockChangeWire', example: { offsetMs: 3_600_000 } },
      responses: {
        200: {
          type: 'ClockWire',
          meaning: 'moves the realm’s clock ahead by that much until the process ends',
        },
      },
      errors: { 400: '`offsetMs` is missing or is more than a hundred years' },
    },
  },
} as const;
CLOCK_ROUTES satisfies RouteSubject;
