// Routes of faults: answers that are wrong on purpose.
import type { RouteSubject } from './route-row.ts';

export const FAULT_ROUTES = {
  heading: 'Faults',
  routes: {
    'POST /realms/{realm}/faults': {
      summary: 'Arms a fault',
      body: {
        type: 'FaultRequestWire',
        example: { match: { endpoint: 'token', grant: 'refresh_token' }, do: { status: 503 }, times: 2 },
      },
      responses: { 201: { type: 'FaultWire', meaning: 'the armed fault' } },
      errors: {
        400: 'Names the member that is missing, unknown or invalid, or the effect that the endpoint cannot have',
        409: 'The realm has 100 armed faults',
      },
    },
    'GET /realms/{realm}/faults': {
      summary: 'Lists faults with their hit counts',
      responses: {
        200: {
          type: 'FaultWire[]',
          meaning: 'in the order they were armed, with the latest 100 of those that are spent',
        },
      },
    },
    'DELETE /realms/{realm}/faults': {
      summary: 'Disarms all faults of the realm',
      responses: { 204: { meaning: 'the realm answers as usual' } },
    },
    'GET /realms/{realm}/faults/{fault}': {
      summary: 'Reads one fault',
      path: { fault: 'ID of the fault' },
      responses: { 200: { type: 'FaultWire', meaning: 'the fault with its hit count' } },
      errors: { 404: 'The fault was disarmed, or dropped as one of the oldest that are spent' },
    },
    'DELETE /realms/{realm}/faults/{fault}': {
      summary: 'Disarms a fault',
      path: { fault: 'ID of the fault' },
      responses: { 204: { meaning: 'the fault is gone' } },
      errors: { 404: 'The fault was disarmed, or dropped as one of the oldest that are spent' },
    },
  },
} as const;
FAULT_ROUTES satisfies RouteSubject;
