// Routes of personas: users for tests.
import type { RouteSubject } from './route-row.ts';

export const PERSONA_ROUTES = {
  heading: 'Personas',
  routes: {
    'PUT /realms/{realm}/personas/{username}': {
      summary: 'Creates or changes a user for a test',
      path: { username: 'Username, stored in lower case' },
      body: {
        type: 'PersonaRequestWire',
        example: { password: 'secret', roles: ['buyer'], claims: { tier: 'gold' } },
      },
      responses: {
        200: {
          type: 'PersonaWire',
          meaning:
            'the user with everything that the body says; missing roles and groups have been created. Calling it again changes nothing',
        },
      },
      errors: {
        400: 'A member is not valid, a client is unknown, or a claim is one that only the server sets',
        409: 'The e-mail address or the id belongs to another user, or the username to the service account of a client',
      },
    },
  },
} as const;
PERSONA_ROUTES satisfies RouteSubject;
