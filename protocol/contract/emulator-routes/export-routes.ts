// Routes of a realm's import report and exports.
import type { RouteSubject } from './route-row.ts';

export const EXPORT_ROUTES = {
  heading: 'Realm files',
  routes: {
    'GET /realms/{realm}/import-report': {
      summary: 'Lists the settings of the realm as it is now that are not a default and have no effect here',
      responses: { 200: { type: 'ImportReportWire' } },
    },
    'GET /realms/{realm}/export': {
      summary: 'Exports the complete realm file: users, hashed credentials, keys. Treat it like a password',
      query: {
        for: {
          kind: 'text',
          choices: ['understudy', 'keycloak'],
          default: 'understudy',
          meaning: 'who will import the file: `understudy` with unknown members, `keycloak` for Keycloak 26',
        },
      },
      responses: { 200: { type: 'RealmRepresentation' } },
    },
    'GET /realms/{realm}/export-report': {
      summary: 'Lists what the export for Keycloak leaves out, and what Keycloak reads differently',
      responses: {
        200: {
          type: 'ExportFindingWire[]',
          meaning: 'each with its path',
        },
      },
    },
  },
} as const;
EXPORT_ROUTES satisfies RouteSubject;
