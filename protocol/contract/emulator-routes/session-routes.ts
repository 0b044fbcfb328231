// Routes of a realm's sessions and consents.
import type { RouteSubject } from './route-row.ts';

export const SESSION_ROUTES = {
  heading: 'Sessions and consents',
  routes: {
    'GET /realms/{realm}/sessions': {
      summary: 'Lists live sessions',
      query: {
        kind: { kind: 'text', choices: ['browser', 'offline'], meaning: 'kind of session' },
        user: { kind: 'text', meaning: "the user's ID" },
        client: { kind: 'text', meaning: 'a clientId' },
        text: { kind: 'text', meaning: 'part of the username or the IP address' },
        first: {
          kind: 'number',
          least: 0,
          most: 999_999_999,
          default: 0,
          meaning: 'how many to skip',
        },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most sessions on the page' },
      },
      responses: { 200: { type: 'RealmSessionsWire', meaning: 'last used first' } },
      errors: { 400: '`client` is no client of the realm' },
    },
    'POST /realms/{realm}/sessions': {
      summary: 'Creates a session without the sign-in form',
      title: 'Create session',
      body: { type: 'NewSessionWire', example: { user: 'alice', clients: ['web'] } },
      responses: {
        201: {
          type: 'CreatedSessionWire',
          meaning:
            'a session as if the user had signed in with the form, and its cookies: the next authorization request of a browser that has them gets a code without a page. No password is needed',
        },
      },
      errors: {
        400: 'The user, a client or the `acr` is unknown, the user is a service account, `authTime` is in the realm’s future, or another member is invalid',
        409: 'The user is disabled or has a pending required action, a client is disabled, or the realm is disabled or does not remember users',
      },
    },
    'DELETE /realms/{realm}/sessions': {
      summary: 'Ends every matching session and notifies the applications',
      title: 'End sessions',
      query: {
        kind: { kind: 'text', choices: ['browser', 'offline'], meaning: 'kind of session' },
        user: { kind: 'text', meaning: "the user's ID" },
        client: { kind: 'text', meaning: 'a clientId' },
        text: { kind: 'text', meaning: 'part of the username or the IP address' },
      },
      responses: { 200: { type: 'EndedSessionsWire', meaning: 'how many' } },
      errors: { 400: '`client` is no client of the realm' },
    },
    'POST /realms/{realm}/sign-in-links': {
      summary: 'Creates a link that signs a browser in as a user, without a password',
      title: 'Create sign-in link',
      callers: 'impersonator',
      body: { type: 'NewSignInLinkWire', example: { user: 'alice', client: 'web' } },
      responses: {
        201: {
          type: 'SignInLinkWire',
          meaning:
            'works once, for 60 seconds: the browser that opens it is signed in to the realm, another user who was signed in there is signed out, and the application opens. If another site leads to the link, a page asks first',
        },
      },
      errors: {
        400: 'The user or the client is unknown, the user is a service account, or no redirect URI of the client matches `startUrl`',
        409: 'User, client or realm is disabled, the client does not sign users in with a browser, its settings do not say where the application starts, or its sample application is not running',
      },
    },
    'GET /realms/{realm}/sign-in-links/start': {
      summary: 'Finds out where the application of a client starts after a sign-in link',
      callers: 'impersonator',
      query: { client: { kind: 'text', required: true, meaning: 'a clientId' } },
      responses: {
        200: {
          type: 'ClientStartWire',
          meaning:
            'the page of the running sample application that begins a sign-in, the URL of IdP-initiated sign-on, or else the client’s home URL, root URL or what its first redirect URI with a host begins with',
        },
      },
      errors: {
        400: 'The client is unknown',
        409: 'The client is disabled, or does not sign users in with a browser',
      },
    },
    'GET /realms/{realm}/consents': {
      summary: 'Lists the consents of all users',
      query: {
        text: { kind: 'text', default: '', meaning: 'part of the username or the clientId' },
        first: {
          kind: 'number',
          least: 0,
          most: 999_999_999,
          default: 0,
          meaning: 'how many to skip',
        },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most consents on the page' },
      },
      responses: { 200: { type: 'RealmConsentsWire', meaning: 'ordered by username' } },
    },
  },
} as const;
SESSION_ROUTES satisfies RouteSubject;
