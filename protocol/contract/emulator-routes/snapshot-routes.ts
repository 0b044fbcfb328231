// Routes that bring a realm back to an earlier state.
import type { RouteSubject } from './route-row.ts';

export const SNAPSHOT_ROUTES = {
  heading: 'Reset and snapshots',
  routes: {
    'POST /realms/{realm}/reset': {
      summary: 'Brings a realm back to how it began',
      body: 'ignored',
      responses: {
        204: {
          meaning:
            'settings, users and clock are those of the template when the realm was cloned; sessions, codes, prompts, failed sign-ins and Activity of the realm are gone. Keys and snapshots stay. A realm that is not a clone is as it was when it was imported or created; `GET /realms/{realm}/origin` shows when that was',
        },
      },
      errors: { 409: 'The realm is `master`, or the files of its origin are damaged' },
    },
    'GET /realms/{realm}/snapshots': {
      summary: 'Lists the snapshots of a realm',
      responses: { 200: { type: 'SnapshotWire[]', meaning: 'oldest first' } },
    },
    'POST /realms/{realm}/snapshots': {
      summary: 'Takes a snapshot of a realm',
      body: 'ignored',
      responses: {
        201: {
          type: 'SnapshotWire',
          meaning:
            'the realm as it is: settings, keys, users, sessions, revoked tokens, clock, failed sign-ins. Codes and pending requests are not part of it. A snapshot ends with its realm. It is in memory only; with PostgreSQL it is in the database',
        },
      },
      errors: { 409: 'The realm has 20 snapshots, or is `master`' },
    },
    'POST /realms/{realm}/snapshots/{id}/restore': {
      summary: 'Brings a realm back to a snapshot',
      path: { id: 'ID of a snapshot' },
      body: 'ignored',
      responses: {
        204: {
          meaning:
            'the realm is as it was, and sessions of that time are alive again; codes, prompts and Activity of the realm are gone. The snapshot stays',
        },
      },
      errors: { 404: 'There is no such snapshot of the realm', 409: 'The realm is `master`' },
    },
    'DELETE /realms/{realm}/snapshots/{id}': {
      summary: 'Removes a snapshot',
      path: { id: 'ID of a snapshot' },
      responses: { 204: { meaning: 'removes the snapshot; the realm stays as it is' } },
      errors: { 404: 'There is no such snapshot of the realm' },
    },
  },
} as const;
SNAPSHOT_ROUTES satisfies RouteSubject;
