// Routes that create and preview tokens and read one-time codes for tests.
import type { RouteSubject } from './route-row.ts';

export const TOKEN_ROUTES = {
  heading: 'Tokens and one-time codes',
  routes: {
    'POST /realms/{realm}/tokens': {
      summary: 'Creates tokens without a flow, good or broken',
      title: 'Create tokens',
      body: { type: 'NewTokensWire', example: { user: 'alice', client: 'web', scope: 'openid' } },
      responses: {
        200: {
          type: 'TokenResponseWire',
          meaning:
            'as from the token endpoint: access token, with scope `openid` an ID token, for a user a refresh token. With `broken`, exactly one thing is wrong with access and ID token',
        },
      },
      errors: {
        400: 'The user, the client, a scope or the session is unknown, `claims` has one that only the server sets, or another member is invalid',
        409: 'The user is disabled or has a pending required action, or the client is disabled, bearer-only or, without a user, has no service account',
      },
    },
    'POST /realms/{realm}/token-preview': {
      summary: 'Previews the tokens or the assertion of a sign-in, with the cause of each claim',
      callers: 'client and user viewer',
      body: {
        type: 'NewTokenPreviewWire',
        example: {
          client: 'web',
          user: 'alice',
          scope: 'openid email',
          change: {
            mappers: [
              {
                name: 'team',
                protocolMapper: 'oidc-hardcoded-claim-mapper',
                config: { 'claim.name': 'team', 'claim.value': 'blue', 'access.token.claim': 'true' },
              },
            ],
          },
        },
      },
      responses: {
        200: {
          type: 'TokenPreviewWire',
          meaning:
            'access token, ID token and userinfo, or the assertion of a SAML client, made by the code that issues them. With `change` also as they would be after it, and the difference. Nothing is stored, and no session begins',
        },
      },
      errors: {
        400: 'The user, the client, a scope or an audience is unknown, or a member of the change is invalid',
        409: 'The user or the client is disabled, or the client has no flow for users or, without a user, no service account',
      },
    },
    'GET /realms/{realm}/users/{username}/otp': {
      summary: 'Reads the one-time codes on a user’s devices',
      path: { username: 'username' },
      responses: {
        200: {
          type: 'ShownCodesWire',
          meaning:
            'the code that each device of the user shows now on the realm’s clock. Reading does not use it',
        },
      },
      errors: { 404: 'The user does not exist or has no device' },
    },
  },
} as const;
TOKEN_ROUTES satisfies RouteSubject;
