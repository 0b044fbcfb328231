// Routes of the server itself: facts, settings, certificates, this description.
import type { RouteSubject } from './route-row.ts';

export const SERVER_ROUTES = {
  heading: 'Server',
  routes: {
    'GET /server': {
      summary: 'Describes the server',
      responses: {
        200: {
          type: 'ServerInfoWire',
          meaning:
            'version, addresses, features, data directory, realms with their users for one-click sign-in',
        },
      },
    },
    'GET /openapi.json': {
      summary: 'Describes this API, as an OpenAPI 3.1 document',
      callers: 'anyone',
      responses: { 200: { content: 'application/json', meaning: 'the same file as in the npm package' } },
    },
    'POST /certificates': {
      summary: 'Describes certificates',
      callers: 'administrator',
      body: { content: 'text/plain', meaning: 'PEM or base64' },
      responses: {
        200: {
          type: 'CertificateWire[]',
          meaning: 'subject, validity, key and fingerprint of each certificate',
        },
      },
      errors: { 400: 'The body is not a certificate; the reason is given' },
    },
  },
} as const;
SERVER_ROUTES satisfies RouteSubject;
