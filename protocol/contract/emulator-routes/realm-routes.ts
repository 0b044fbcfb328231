// Routes that make a realm as a whole: from a file, from another realm, or as it began.
import type { RouteSubject } from './route-row.ts';

export const REALM_ROUTES = {
  heading: 'Import, duplicate and origin of realms',
  routes: {
    'POST /imports': {
      summary: 'Imports a realm file in the background',
      query: {
        existing: {
          kind: 'text',
          choices: ['refuse', 'replace', 'skip'],
          default: 'refuse',
          meaning:
            'what to do if a realm of the file exists: `replace` takes its place with everything in it, and needs role `admin` of `master`',
        },
        start: {
          kind: 'flag',
          default: true,
          meaning: 'false: the file is only read, and the import waits for `start`',
        },
      },
      body: {
        content: 'application/json',
        meaning:
          'a realm as Keycloak exports it, or an array of realms. Placeholders with a default are replaced by it, and never by the environment of the server',
        maxBytes: 268_435_456,
      },
      responses: {
        202: {
          type: 'ImportWire',
          meaning:
            'the import, at once; `Location` is its URL. Realms are served when all of them are stored; if one cannot be, none is. It is forgotten ten minutes after it was last read',
        },
      },
      errors: {
        403: 'The caller may not create realms',
        409: 'Two imports are in progress, or wait for `start`',
        413: 'The file is larger than 256 MiB',
      },
      callers: 'administrator',
    },
    'GET /imports/{id}': {
      summary: 'Shows how far an import is',
      path: { id: 'ID of an import' },
      responses: { 200: { type: 'ImportWire', meaning: 'when it failed, with the problem and its remedy' } },
      errors: { 404: 'The import does not exist, belongs to another administrator, or was forgotten' },
      callers: 'administrator',
    },
    'POST /imports/{id}/start': {
      summary: 'Starts an import that waits',
      path: { id: 'ID of an import' },
      query: {
        existing: {
          kind: 'text',
          choices: ['refuse', 'replace', 'skip'],
          default: 'refuse',
          meaning:
            'what to do if a realm of the file exists: `replace` takes its place with everything in it, and needs role `admin` of `master`',
        },
      },
      body: 'ignored',
      responses: { 202: { type: 'ImportWire' } },
      errors: {
        404: 'The import does not exist, belongs to another administrator, or was forgotten',
        409: 'The import is not waiting',
      },
      callers: 'administrator',
    },
    'DELETE /imports/{id}': {
      summary: 'Cancels an import',
      path: { id: 'ID of an import' },
      responses: {
        200: {
          type: 'ImportWire',
          meaning:
            'how it ended: `cancelled`, with nothing left of it, and a realm that it was to replace as it was; or `done`, if the cancellation came too late. The import is forgotten',
        },
      },
      errors: { 404: 'The import does not exist, belongs to another administrator, or was forgotten' },
      callers: 'administrator',
    },
    'POST /realms/{realm}/duplicates': {
      summary: 'Duplicates a realm under another name',
      title: 'Duplicate realm',
      body: { type: 'DuplicateRequestWire', example: { realm: 'shop-copy' } },
      responses: {
        201: {
          type: 'DuplicateWire',
          meaning:
            'a new realm on disk with the settings, clients, users, credentials and client secrets that the realm has now, but with IDs and generated keys of its own, and without sessions. URLs of built-in clients have the new name',
        },
      },
      errors: {
        400: 'The name is not valid',
        409: 'The name is taken, or the realm is `master`',
        503: 'The realm is out of service',
      },
    },
    'GET /realms/{realm}/origin': {
      summary: 'Shows what a reset of the realm goes back to',
      responses: { 200: { type: 'RealmOriginWire' } },
      errors: { 409: 'The realm is `master`, which is not reset' },
    },
  },
} as const;
REALM_ROUTES satisfies RouteSubject;
