// Routes of a realm's clock.
import type { RouteSubject } from './route-row.ts';

export const CLOCK_ROUTES = {
  heading: 'Clock',
  routes: {
    'GET /realms/{realm}/clock': {
      summary: "Reads the realm's clock",
      responses: {
        200: {
          type: 'ClockWire',
          meaning: "the realm's time, how far it is ahead, and whether it stands still",
        },
      },
    },
    'PUT /realms/{realm}/clock': {
      summary: "Moves, freezes or releases the realm's clock",
      title: 'Move clock',
      body: { type: 'ClockChangeWire', example: { advanceMs: 360_000 } },
      responses: {
        200: {
          type: 'ClockMoveWire',
          meaning:
            "the realm's time after the move, and what became due by it. The setting is kept with the realm: it survives a restart, and is gone when the realm is removed or replaced",
        },
      },
      errors: {
        400: 'The body has none or several of `offsetMs`, `now`, `frozen` and `advanceMs`, or a time more than a hundred years away from real time',
      },
    },
  },
} as const;
CLOCK_ROUTES satisfies RouteSubject;
