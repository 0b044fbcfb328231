// Routes of holds: exchanges that wait while a test looks at the answer and changes it.
import type { RouteSubject } from './route-row.ts';

export const HOLD_ROUTES = {
  heading: 'Holds',
  routes: {
    'POST /realms/{realm}/holds': {
      summary: 'Arms a hold, which holds the first matching answer',
      body: {
        type: 'HoldRequestWire',
        example: { match: { endpoint: 'token', client: 'demo-web' }, limitMs: 10_000 },
      },
      responses: { 201: { type: 'HoldWire', meaning: 'the armed hold' } },
      errors: {
        400: 'Names the member that is missing, unknown or invalid',
        409: 'The realm has 100 holds that are not over',
      },
    },
    'GET /realms/{realm}/holds': {
      summary: 'Lists holds: what is held now, and what was',
      responses: {
        200: {
          type: 'HoldWire[]',
          meaning: 'in the order they were armed, with the latest 100 of those that are over',
        },
      },
    },
    'GET /realms/{realm}/holds/{hold}': {
      summary: 'Reads one hold, and waits until it has an exchange',
      path: { hold: 'ID of the hold' },
      query: {
        wait: {
          kind: 'number',
          least: 0,
          most: 30_000,
          default: 0,
          meaning: 'how long to wait while it is armed, in milliseconds',
        },
      },
      responses: {
        200: {
          type: 'HoldWire',
          meaning:
            'with the request and the prepared answer, if `state` is `held`; `armed` if nothing came in time',
        },
      },
      errors: { 404: 'The hold was deleted, or dropped as one of the oldest that are over' },
    },
    'PATCH /realms/{realm}/holds/{hold}': {
      summary: 'Edits the prepared answer; tokens and assertions are signed again',
      path: { hold: 'ID of the hold' },
      body: {
        type: 'AnswerEditWire',
        example: { claims: { id_token: { nonce: 'another', email: null } } },
      },
      responses: { 200: { type: 'HoldWire', meaning: 'with the answer as it is now' } },
      errors: {
        400: 'Names the member that is unknown or invalid',
        404: 'The hold was deleted, or dropped as one of the oldest that are over',
        409: 'Nothing is held, or the answer does not have what is to be edited',
      },
    },
    'POST /realms/{realm}/holds/{hold}/release': {
      summary: 'Lets the exchange go on with the answer as it is now',
      path: { hold: 'ID of the hold' },
      responses: { 200: { type: 'HoldWire', meaning: 'which is over' } },
      errors: {
        404: 'The hold was deleted, or dropped as one of the oldest that are over',
        409: 'Nothing is held',
      },
    },
    'DELETE /realms/{realm}/holds/{hold}': {
      summary: 'Deletes a hold; a held exchange goes on with the answer as it is now',
      path: { hold: 'ID of the hold' },
      responses: { 204: { meaning: 'the hold is gone' } },
      errors: { 404: 'The hold was deleted, or dropped as one of the oldest that are over' },
    },
  },
} as const;
HOLD_ROUTES satisfies RouteSubject;
