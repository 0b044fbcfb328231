// The route by which the authentication device receives CIBA requests.
import type { RouteSubject } from './route-row.ts';

export const DELEGATION_ROUTES = {
  heading: 'The authentication entity protocol',
  routes: {
    'POST /realms/{realm}/device/delegations': {
      summary: 'Delegates a CIBA request to the device',
      callers: 'delegation token',
      body: {
        type: 'DelegationWire',
        example: { login_hint: 'alice', scope: 'openid', is_consent_required: false },
      },
      responses: { 201: { meaning: 'the prompt is pending' } },
      errors: {
        400: 'A member is missing or invalid',
        401: 'The token is not one that the realm signed for the device, or it has expired',
        409: 'The delegation has arrived before',
      },
    },
  },
} as const;
DELEGATION_ROUTES satisfies RouteSubject;
