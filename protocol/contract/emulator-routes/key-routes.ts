// Routes of a realm's keys and their certificates.
import type { RouteSubject } from './route-row.ts';

export const KEY_ROUTES = {
  heading: 'Keys and certificates',
  routes: {
    'POST /realms/{realm}/keys/rotation': {
      summary:
        'Creates a new active key. Earlier keys of the algorithm become passive: they still verify but no longer sign',
      title: 'Rotate keys',
      query: {
        algorithm: { kind: 'text', meaning: "signature algorithm of the key; by default the realm's" },
      },
      responses: {
        200: {
          type: 'RealmKeyRepresentation',
          meaning: 'the new active key',
        },
      },
      errors: { 400: 'Keys cannot be generated for `algorithm`' },
    },
    'DELETE /realms/{realm}/keys/{kid}': {
      summary: 'Disables a key, which then no longer verifies',
      title: 'Disable key',
      path: { kid: 'key ID' },
      responses: { 204: {} },
      errors: { 404: 'The key does not exist or is already disabled' },
    },
    'GET /realms/{realm}/certificates': {
      summary: "Reads the certificates of the realm's keys",
      query: { algorithm: { kind: 'text', default: 'RS256', meaning: 'signature algorithm of the keys' } },
      responses: {
        200: {
          content: 'application/x-pem-file',
          meaning:
            "the certificates of all enabled keys of the realm as one PEM file, the active key's first: the bundle for a container registry",
        },
      },
      errors: { 400: 'No enabled key of `algorithm` has a certificate' },
    },
  },
} as const;
KEY_ROUTES satisfies RouteSubject;
