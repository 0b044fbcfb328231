// Routes of the authentication device: prompts, answers, rules.
import type { RouteSubject } from './route-row.ts';

export const DEVICE_ROUTES = {
  heading: 'The authentication device',
  routes: {
    'GET /realms/{realm}/device': {
      summary: 'Reads the device',
      responses: {
        200: {
          type: 'DeviceWire',
          meaning:
            'pending prompts (oldest first), the last 100 answered or expired prompts, pending device-grant codes, rules, answer URL',
        },
      },
    },
    'POST /realms/{realm}/device/prompts/{prompt}': {
      summary: 'Answers a prompt',
      title: 'Prompt answered',
      path: { prompt: 'ID of the prompt' },
      body: { type: 'PromptAnswerWire', example: { answer: 'approve' } },
      responses: { 200: { type: 'PromptWire' } },
      errors: {
        404: 'The prompt is unknown',
        409: 'The prompt is answered or expired',
        502: 'The server rejected the callback; the prompt is then `failed`, and `problem` says why',
      },
    },
    'POST /realms/{realm}/device/wait': {
      summary: 'Waits for a prompt or a device-grant code, and answers it',
      body: { type: 'DeviceWaitWire', example: { user: 'ann', answer: 'approve', wait: 5000 } },
      responses: {
        200: {
          type: 'DeviceWaitedWire',
          meaning:
            'the newest that matched. If none was pending in time, `timedOut` is true and nothing was answered',
        },
      },
      errors: {
        400: 'Names the member that is unknown or invalid, or the user or client that does not exist',
        409: 'The user who should approve a code cannot sign in; says why',
        502: 'The server rejected the callback; the prompt is then `failed`, and `problem` says why',
      },
    },
    'DELETE /realms/{realm}/device/answered': {
      summary: 'Forgets answered and expired prompts',
      responses: { 204: {} },
    },
    'PUT /realms/{realm}/device/rules': {
      summary: 'Replaces the rules',
      title: 'Auto-answer rules',
      body: { type: 'AutoAnswerRuleWire[]', example: [{ answer: 'approve', afterSeconds: 3 }] },
      responses: { 200: { type: 'AutoAnswerRuleWire[]', meaning: 'as stored' } },
      errors: { 400: 'Names the invalid rule and member; nothing is changed' },
    },
    'GET /realms/{realm}/device/answer': {
      summary: 'Answers a prompt, found by its request',
      title: 'Prompt answered',
      callers: 'answer key',
      query: {
        auth_req_id: { kind: 'text', required: true, meaning: "the request's `auth_req_id`" },
        action: { kind: 'text', choices: ['allow', 'deny'], required: true, meaning: 'the answer' },
        key: { kind: 'text', meaning: "the realm's key, instead of a token" },
      },
      body: 'ignored',
      responses: { 200: { type: 'PromptWire' } },
      errors: {
        404: 'There is no prompt for the request',
        409: 'The prompt is answered or expired',
        502: 'The server rejected the callback; the prompt is then `failed`, and `problem` says why',
      },
    },
    'POST /realms/{realm}/device/answer': {
      summary: 'Answers a prompt, found by its request',
      title: 'Prompt answered',
      callers: 'answer key',
      query: {
        auth_req_id: { kind: 'text', required: true, meaning: "the request's `auth_req_id`" },
        action: { kind: 'text', choices: ['allow', 'deny'], required: true, meaning: 'the answer' },
        key: { kind: 'text', meaning: "the realm's key, instead of a token" },
      },
      body: 'ignored',
      responses: { 200: { type: 'PromptWire' } },
      errors: {
        404: 'There is no prompt for the request',
        409: 'The prompt is answered or expired',
        502: 'The server rejected the callback; the prompt is then `failed`, and `problem` says why',
      },
    },
    'GET /device/stream': {
      summary: 'Sends prompts as they arrive and change',
      responses: {
        200: {
          content: 'text/event-stream',
          meaning:
            'events `prompt` with `PromptWire` as data, for all realms: on arrival and on every change. Expiry sends no event; see `expiresAt`',
        },
      },
    },
  },
} as const;
DEVICE_ROUTES satisfies RouteSubject;
