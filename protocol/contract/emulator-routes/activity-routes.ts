// Routes of Activity: the recorded exchanges.
import type { RouteSubject } from './route-row.ts';

export const ACTIVITY_ROUTES = {
  heading: 'Activity',
  routes: {
    'GET /activity': {
      summary: 'Lists exchanges',
      query: {
        realm: { kind: 'text', meaning: 'name of a realm' },
        flow: { kind: 'text', meaning: 'ID of a flow' },
        outcome: {
          kind: 'text',
          choices: ['accepted', 'refused', 'asked', 'failed'],
          meaning: 'how the exchange ended',
        },
        text: {
          kind: 'text',
          meaning: 'part of the title, path, clientId, username, realm, server or refusal',
        },
        before: { kind: 'text', meaning: 'ID of the last record of the previous page' },
        since: { kind: 'text', meaning: 'ID of a record; only newer ones are listed' },
        background: {
          kind: 'text',
          choices: ['exclude', 'include', 'only'],
          default: 'exclude',
          meaning:
            'whether to list background requests: successful reads of discovery, keys, metadata and the admin API, and requests of the console. They are kept apart, so that they push no flow out',
        },
        limit: { kind: 'number', least: 1, most: 3000, default: 200, meaning: 'most records' },
      },
      responses: { 200: { type: 'ActivityPage', meaning: 'newest first' } },
    },
    'GET /activity/{id}': {
      summary: 'Reads one exchange',
      path: { id: 'ID of an exchange' },
      query: { reveal: { kind: 'flag', default: false, meaning: 'whether secrets are shown' } },
      responses: {
        200: {
          type: 'ActivityRecord',
          meaning: 'its `documents` contain SAML messages as XML. Secrets are masked unless revealed',
        },
      },
      errors: { 404: 'The exchange was cleared or replaced by newer ones' },
    },
    'DELETE /activity': {
      summary: 'Forgets all exchanges',
      responses: { 204: {} },
    },
    'POST /activity/seen': {
      summary: 'Resets the count of refusals to zero',
      responses: { 204: {} },
    },
    'GET /activity/stream': {
      summary: 'Sends exchanges as they happen',
      query: {
        realm: { kind: 'text', meaning: 'name of a realm' },
        since: { kind: 'text', meaning: 'ID of the last record that the listener has' },
        background: {
          kind: 'text',
          choices: ['exclude', 'include', 'only'],
          default: 'exclude',
          meaning: 'whether to send background requests, as for the list',
        },
      },
      headers: { 'Last-Event-ID': 'The same as `since`, over which it takes precedence' },
      responses: {
        200: {
          content: 'text/event-stream',
          meaning:
            'events `activity` with `ActivitySummary` as data and its ID as event ID; a comment every 15 s. `Last-Event-ID` (or `since`) resumes the stream',
        },
      },
    },
  },
} as const;
ACTIVITY_ROUTES satisfies RouteSubject;
