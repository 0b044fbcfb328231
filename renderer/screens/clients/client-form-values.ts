// A client's form and its representation: one pure function per direction, which hold every rule about what is left out.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';

/** The fields of the form. */
export interface ClientFormValues {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly publicClient: boolean;
  readonly clientAuthenticatorType: string;
  readonly standardFlowEnabled: boolean;
  readonly implicitFlowEnabled: boolean;
  readonly directAccessGrantsEnabled: boolean;
  readonly serviceAccountsEnabled: boolean;
  readonly fullScopeAllowed: boolean;
  readonly rootUrl: string;
  readonly baseUrl: string;
  readonly redirectUris: readonly string[];
  readonly webOrigins: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** `S256`, `plain`, or empty when the client may choose. */
  readonly pkceMethod: string;
}

/** Attribute that holds the post-logout redirect URIs, `##` between values. */
const POST_LOGOUT = 'post.logout.redirect.uris';
/** Attribute that demands PKCE with one method. */
const PKCE = 'pkce.code.challenge.method';

function cleaned(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** What holds where a realm file leaves a member out. */
const defaults = {
  name: '',
  description: '',
  enabled: true,
  publicClient: false,
  clientAuthenticatorType: 'client-secret',
  standardFlowEnabled: true,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  fullScopeAllowed: true,
  rootUrl: '',
  baseUrl: '',
  redirectUris: [],
  webOrigins: [],
} as const;
defaults satisfies Partial<ClientFormValues>;

/** Members that the form and the representation share, with the representation's value where it has one. */
function sharedMembers(
  client: ClientRepresentation,
): Omit<ClientFormValues, 'postLogoutRedirectUris' | 'pkceMethod'> {
  const present = Object.keys(defaults).flatMap((name) => {
    const value = client[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...defaults, clientId: client.clientId, ...Object.fromEntries(present) };
}

/** The form of a client; what a realm file leaves out shows its default. */
export function toFormValues(client: ClientRepresentation): ClientFormValues {
  const attributes = client.attributes ?? {};
  return {
    ...sharedMembers(client),
    postLogoutRedirectUris: cleaned((attributes[POST_LOGOUT] ?? '').split('##')),
    pkceMethod: attributes[PKCE] ?? '',
  };
}

/** The client with the form's values; members that the form does not know stay as they were. An empty attribute tells the server to remove it. */
export function toClient(values: ClientFormValues, client: ClientRepresentation): ClientRepresentation {
  const { postLogoutRedirectUris, pkceMethod, redirectUris, webOrigins, ...members } = values;
  return {
    ...client,
    ...members,
    clientId: values.clientId.trim(),
    // A public client has no account of its own, so the switch that is hidden then must not stay on.
    serviceAccountsEnabled: values.serviceAccountsEnabled && !values.publicClient,
    redirectUris: cleaned(redirectUris),
    webOrigins: cleaned(webOrigins),
    attributes: {
      ...client.attributes,
      [POST_LOGOUT]: cleaned(postLogoutRedirectUris).join('##'),
      [PKCE]: pkceMethod,
    },
  };
}

/** What keeps the form from being saved, by field; empty when nothing does. */
export function checkClientForm(values: ClientFormValues): Partial<Record<keyof ClientFormValues, string>> {
  const problems: Partial<Record<keyof ClientFormValues, string>> = {};
  if (values.clientId.trim() === '')
    problems.clientId = 'Give the client an ID; the application sends it as client_id.';
  if (values.redirectUris.some((uri) => uri.includes('#'))) {
    problems.redirectUris = 'A redirect URI has no fragment. Remove the part from # on.';
  }
  if (
    values.webOrigins.some(
      (origin) => origin !== '+' && origin !== '*' && !/^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin),
    )
  ) {
    problems.webOrigins =
      'An origin is scheme, host and port without a path: http://localhost:3000. + takes them from the redirect URIs.';
  }
  return problems;
}
