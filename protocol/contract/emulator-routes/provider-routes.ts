// Routes of identity providers: who answers for each, and realms as providers of others.
import type { RouteSubject } from './route-row.ts';

export const PROVIDER_ROUTES = {
  heading: 'Identity providers',
  routes: {
    'GET /realms/{realm}/identity-providers': {
      summary:
        'Lists the identity providers of a realm and who answers for each: the provider itself or a stand-in',
      responses: {
        200: { type: 'IdentityProviderStateWire[]', meaning: 'in the order of the sign-in page' },
      },
    },
    'POST /realms/{realm}/provider-realms': {
      summary: 'Makes another realm of this server an identity provider of the realm',
      title: 'Use realm as identity provider',
      body: { type: 'ProviderRealmRequestWire', example: { realm: 'staff' } },
      responses: {
        201: {
          type: 'ProviderRealmWire',
          meaning:
            'a new identity provider of type `keycloak-oidc` in the realm and a new confidential client in the other one, both with every address, PKCE, checked signatures, and sign-out in both directions',
        },
      },
      errors: {
        400: 'The other realm does not exist, is the realm itself, or a name is not valid',
        409: 'The realm has an identity provider with the alias, or the other realm a client with the `clientId`',
      },
    },
  },
} as const;
PROVIDER_ROUTES satisfies RouteSubject;
