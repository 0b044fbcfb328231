// Routes of authentication flows: what each did in the last sign-in.
import type { RouteSubject } from './route-row.ts';

export const FLOW_ROUTES = {
  heading: 'Authentication flows',
  routes: {
    'GET /realms/{realm}/flow-runs/{flow}': {
      summary: 'Reads the last run of a flow: what each step did, and why',
      path: { flow: 'the alias of the flow that realm or client is bound to' },
      responses: {
        200: { type: 'FlowRunWire', meaning: 'kept until the realm is reset or the server stops' },
      },
      errors: { 404: 'The flow has not run' },
    },
  },
} as const;
FLOW_ROUTES satisfies RouteSubject;
