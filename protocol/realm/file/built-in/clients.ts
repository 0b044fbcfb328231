// The clients that every realm has.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys and URL placeholders have this form
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { mapper } from './client-scopes.ts';

/** The clients that are added when a realm file does not contain them. Normalizing adds their identifiers. */
export function builtInClients(realmName: string): ClientRepresentation[] {
  const path = encodeURIComponent(realmName);
  const account = {
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    fullScopeAllowed: false,
    rootUrl: '${authBaseUrl}',
    baseUrl: `/realms/${path}/account/`,
    redirectUris: [`/realms/${path}/account/*`],
  };
  const clients: ClientRepresentation[] = [
    {
      clientId: 'account',
      name: '${client_account}',
      ...account,
      attributes: { realm_client: 'false', 'post.logout.redirect.uris': '+' },
    },
    {
      clientId: 'account-console',
      name: '${client_account-console}',
      ...account,
      attributes: {
        realm_client: 'false',
        'post.logout.redirect.uris': '+',
        'pkce.code.challenge.method': 'S256',
      },
      protocolMappers: [mapper('audience resolve', 'oidc-audience-resolve-mapper', {})],
    },
    {
      clientId: 'admin-cli',
      name: '${client_admin-cli}',
      publicClient: true,
      standardFlowEnabled: false,
      directAccessGrantsEnabled: true,
      fullScopeAllowed: true,
      redirectUris: [],
      attributes: { realm_client: 'false', 'client.use.lightweight.access.token.enabled': 'true' },
    },
    bearerOnlyClient('broker', '${client_broker}'),
    adminConsole(path),
  ];
  return realmName === 'master'
    ? clients
    : [...clients, bearerOnlyClient('realm-management', '${client_realm-management}')];
}

const WITH_PAGES: readonly string[] = ['account', 'account-console', 'security-admin-console'];

/** A built-in client with pages below the realm's URL, after the realm is renamed; others stay as they are. */
export function withRealmInUrls(
  client: ClientRepresentation,
  from: string,
  to: string,
): ClientRepresentation {
  if (!WITH_PAGES.includes(client.clientId)) return client;
  const follow = (url: string): string =>
    ['realms', 'admin'].reduce(
      (text, path) =>
        text.replace(`/${path}/${encodeURIComponent(from)}/`, () => `/${path}/${encodeURIComponent(to)}/`),
      url,
    );
  return {
    ...client,
    ...(client.baseUrl === undefined ? {} : { baseUrl: follow(client.baseUrl) }),
    ...(client.redirectUris === undefined ? {} : { redirectUris: client.redirectUris.map(follow) }),
  };
}

/** A client that exists only to own roles. */
export function bearerOnlyClient(clientId: string, name: string): ClientRepresentation {
  return {
    clientId,
    name,
    bearerOnly: true,
    publicClient: false,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    fullScopeAllowed: false,
    attributes: { realm_client: 'true' },
  };
}

function adminConsole(path: string): ClientRepresentation {
  return {
    clientId: 'security-admin-console',
    name: '${client_security-admin-console}',
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    fullScopeAllowed: true,
    rootUrl: '${authAdminUrl}',
    baseUrl: `/admin/${path}/console/`,
    // Compat: Keycloak's path, then our own.
    redirectUris: [`/admin/${path}/console/*`, '/console/*'],
    webOrigins: ['+'],
    attributes: {
      realm_client: 'false',
      'post.logout.redirect.uris': '+',
      'pkce.code.challenge.method': 'S256',
      'client.use.lightweight.access.token.enabled': 'true',
    },
    protocolMappers: [
      mapper('locale', 'oidc-usermodel-attribute-mapper', {
        'user.attribute': 'locale',
        'claim.name': 'locale',
        'jsonType.label': 'String',
        'id.token.claim': 'true',
        'access.token.claim': 'true',
        'userinfo.token.claim': 'true',
        'introspection.token.claim': 'true',
      }),
    ],
  };
}
