// Routes with which tests ask what a realm has seen and done, and wait for it.
import type { RouteSubject } from './route-row.ts';

export const EVIDENCE_ROUTES = {
  heading: 'Queries, calls and traces',
  routes: {
    'GET /realms/{realm}/activity/query': {
      summary: 'Finds exchanges, and waits for those that have not happened yet',
      query: {
        endpoint: {
          kind: 'text',
          choices: [
            'authorization',
            'token',
            'userinfo',
            'introspection',
            'revocation',
            'keys',
            'discovery',
            'logout',
            'device',
            'ciba',
            'par',
            'saml',
            'registry',
          ],
          meaning: 'the endpoint that was called',
        },
        client: { kind: 'text', meaning: 'a client ID, or the entity ID of a SAML service provider' },
        user: { kind: 'text', meaning: 'a username' },
        grant: { kind: 'text', meaning: '`grant_type` of the token request' },
        outcome: {
          kind: 'text',
          choices: ['accepted', 'refused', 'asked', 'failed'],
          meaning: 'how the exchange ended',
        },
        rule: {
          kind: 'text',
          meaning: 'a rule with a decision in the exchange; with `outcome=refused`, the rule that refused',
        },
        pkce: {
          kind: 'text',
          choices: ['S256', 'plain', 'none'],
          meaning: 'PKCE of an authorization request, and of the token request that redeems it',
        },
        test: { kind: 'text', meaning: 'the name in the header `X-Understudy-Test`' },
        fault: { kind: 'text', meaning: 'ID of the fault that made the answer, or `any`' },
        parameter: {
          kind: 'text',
          meaning: 'a parameter of the request, as `name=value` or `name`; may be given several times',
        },
        claim: {
          kind: 'text',
          meaning:
            'a claim of a token in the response, or of userinfo or introspection, as `name=value` or `name`; may be given several times',
        },
        since: {
          kind: 'text',
          meaning:
            '`next` of an earlier response, the ID of an exchange, or an ISO 8601 instant; only what came later counts',
        },
        count: {
          kind: 'number',
          least: 1,
          most: 1000,
          default: 1,
          meaning: 'how many matching exchanges are enough',
        },
        wait: {
          kind: 'number',
          least: 0,
          most: 30_000,
          default: 0,
          meaning: 'how long to wait for them, in milliseconds',
        },
      },
      responses: {
        200: {
          type: 'ActivityQueryWire',
          meaning: 'responds as soon as there are enough. If not in time, `timedOut` is true',
        },
      },
    },
    'GET /realms/{realm}/calls': {
      summary: 'Finds calls of the server to others, and waits for those that have not happened yet',
      query: {
        kind: {
          kind: 'text',
          choices: [
            'backchannel-logout',
            'admin-logout',
            'admin-not-before',
            'saml-logout',
            'saml-artifact',
            'ciba-delegation',
            'ciba-result',
            'request-object',
            'jwks',
            'saml-metadata',
            'broker-metadata',
            'broker-token',
            'broker-profile',
            'broker-logout',
          ],
          meaning: 'why the server called',
        },
        client: { kind: 'text', meaning: 'a client ID, or the entity ID of a SAML service provider' },
        user: { kind: 'text', meaning: 'a username' },
        outcome: {
          kind: 'text',
          choices: ['accepted', 'refused', 'failed'],
          meaning: 'how the call ended',
        },
        test: { kind: 'text', meaning: 'the name in the header `X-Understudy-Test`' },
        since: {
          kind: 'text',
          meaning:
            '`next` of an earlier response, the ID of an exchange, or an ISO 8601 instant; only what came later counts',
        },
        count: {
          kind: 'number',
          least: 1,
          most: 1000,
          default: 1,
          meaning: 'how many matching calls are enough',
        },
        wait: {
          kind: 'number',
          least: 0,
          most: 30_000,
          default: 0,
          meaning: 'how long to wait for them, in milliseconds',
        },
      },
      responses: {
        200: {
          type: 'OutgoingCallsWire',
          meaning:
            'what was sent, decoded, and what came back. If there are too few in time, `timedOut` is true',
        },
      },
    },
    'GET /realms/{realm}/trace.html': {
      summary: 'Shows the realm’s flows as one page',
      query: {
        test: { kind: 'text', meaning: 'the name in the header `X-Understudy-Test`' },
        flow: { kind: 'text', meaning: 'ID of a flow' },
        since: {
          kind: 'text',
          meaning:
            '`next` of a query, the ID of an exchange, or an ISO 8601 instant; only what came later is shown',
        },
      },
      responses: {
        200: {
          content: 'text/html',
          meaning:
            'a page that works as a file: every exchange decoded, refusals first and with their remedy, secrets masked',
        },
      },
    },
    'GET /realms/{realm}/trace.har': {
      summary: 'Exports the realm’s flows as an HTTP Archive',
      query: {
        test: { kind: 'text', meaning: 'the name in the header `X-Understudy-Test`' },
        flow: { kind: 'text', meaning: 'ID of a flow' },
        since: {
          kind: 'text',
          meaning:
            '`next` of a query, the ID of an exchange, or an ISO 8601 instant; only what came later is shown',
        },
      },
      responses: { 200: { content: 'application/json', meaning: 'HAR 1.2; secrets are masked' } },
    },
  },
} as const;
EVIDENCE_ROUTES satisfies RouteSubject;
