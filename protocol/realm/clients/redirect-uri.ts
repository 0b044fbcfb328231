// Whether a redirect URI that was sent is one that the client registered (Keycloak-compatible matching).
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's address placeholders have this form
import type { StoredRealm } from '#protocol/store/store.ts';
import type { Client } from '../view/realm.ts';

/** Where relative URIs start. `rootUrl` is the client's; `baseUrl` the server's, without trailing slash. */
export interface RedirectBase {
  readonly rootUrl: string | undefined;
  readonly baseUrl: string;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const SEPARATOR_OF_URIS = '##';
/** The client attribute with the targets after sign-out. */
export const POST_LOGOUT = 'post.logout.redirect.uris';
// Names that the authorization response itself adds: a client could not tell ours from what was registered.
const RESPONSE_PARAMETERS: ReadonlySet<string> = new Set([
  'code',
  'state',
  'error',
  'error_description',
  'iss',
  'session_state',
  'id_token',
  'access_token',
  'token_type',
  'expires_in',
  'response',
]);

/** The client's root URL with Keycloak's two placeholders for the server's own address filled in. */
export function resolveRootUrl({ rootUrl, baseUrl }: RedirectBase): string {
  if (rootUrl === undefined || rootUrl === '') return baseUrl;
  return rootUrl.replace('${authBaseUrl}', baseUrl).replace('${authAdminUrl}', baseUrl).replace(/\/+$/, '');
}

/** A registered or sent URI made absolute. */
export function resolveUri(uri: string, base: RedirectBase): string {
  return uri.startsWith('/') ? resolveRootUrl(base) + uri : uri;
}

/** Whether a redirect URI contains a fragment, which it must not: the answer itself may be sent in one. RFC 6749 §3.1.2. */
export function hasFragment(uri: string): boolean {
  return uri.includes('#');
}

/** The redirect URIs of a realm's clients that never match, one sentence each. */
export function listRedirectUriFaults({ clients = [] }: Pick<StoredRealm, 'clients'>): readonly string[] {
  return clients.flatMap(({ clientId, redirectUris = [], attributes }) => {
    const afterLogout = splitUris(attributes?.[POST_LOGOUT]);
    const sentence = (member: string, uri: string): string =>
      `client ${clientId}: ${member} ${uri} never matches, because it contains a fragment; remove the part from # on`;
    return [
      ...redirectUris.filter(hasFragment).map((uri) => sentence('redirectUris', uri)),
      ...afterLogout.filter(hasFragment).map((uri) => sentence(`attributes.${POST_LOGOUT}`, uri)),
    ];
  });
}

/**
 * The absolute URI to use when `sent` matches one of the registered values, otherwise undefined. `reserved`: parameters that the answer itself
 * adds, default those of OAuth. Compat: rules of Keycloak 26, except for docs/differences-to-keycloak.md, "Clients and redirects". A fragment never
 * matches, not even behind a wildcard. RFC 6749 §3.1.2, §3.1.2.3.
 */
export function matchRedirectUri(
  registered: readonly string[],
  sent: string,
  base: RedirectBase,
  reserved: ReadonlySet<string> = RESPONSE_PARAMETERS,
): string | undefined {
  if (registered.length === 0 || sent === '' || hasFragment(sent)) return undefined;
  const uri = parseSentUri(resolveUri(sent, base));
  if (uri === undefined || hasParameter(uri.text, reserved)) return undefined;
  const values = registered.map((value) => resolveUri(value, base)).sort((a, b) => b.length - a.length);
  if (values.some((value) => matches(value, uri))) return uri.text;
  const loopback = withLoopbackPort(uri);
  return loopback !== undefined && values.some((value) => matchesLoopback(value, loopback))
    ? uri.text
    : undefined;
}

/** The values of the attribute `post.logout.redirect.uris`. */
export function splitUris(attribute: string | undefined): readonly string[] {
  return (attribute ?? '').split(SEPARATOR_OF_URIS).filter((value) => value !== '');
}

/** Registered targets after sign-out: the client attribute `post.logout.redirect.uris`; `+` stands for the redirect URIs, `-` for none. */
export function postLogoutRedirectUris(client: Client): readonly string[] {
  const values = splitUris(client.attributes[POST_LOGOUT]);
  if (values.includes('-')) return [];
  return values.flatMap((value) => (value === '+' ? client.redirectUris : [value]));
}

interface SentUri {
  readonly text: string;
  readonly scheme: string;
  /** Text between `//` and the next `/`, `?` or `#`; undefined where there is none. */
  readonly authority: string | undefined;
  readonly rest: string;
  /** Whether a registered wildcard may stand for a part of it. */
  readonly wildcards: boolean;
}

function parseSentUri(text: string): SentUri | undefined {
  const found = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/s.exec(text);
  if (found === null || !isSoundUri(text)) return undefined;
  const [, scheme = '', authority, rest = ''] = found;
  return {
    text,
    scheme: scheme.toLowerCase(),
    authority,
    rest,
    wildcards: allowsWildcards(scheme, authority, rest),
  };
}

/** Free of blanks, controls, quotes and angle brackets (RFC 3986 §2). Backslashes and the like may stand in an exact value; wildcards are refused for them elsewhere. */
function isSoundUri(text: string): boolean {
  return (
    /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e\u00a1-\uffff]+$/u.test(
      text.replace(/[{}|\\^`]/g, 'x'),
    ) && URL.canParse(text)
  );
}

function allowsWildcards(scheme: string, authority: string | undefined, rest: string): boolean {
  if (/^https?$/i.test(scheme) && !isPlainAuthority(authority)) return false;
  if (authority !== undefined && /[@\\]/.test(authority)) return false;
  return !hasTraversal(rest.split(/[?#]/, 1)[0] ?? '');
}

/** Host and optional port in plain characters: nothing that another parser could split in another place. */
function isPlainAuthority(authority: string | undefined): boolean {
  return authority !== undefined && /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(authority);
}

/** A `..` segment, raw or percent-encoded up to three times, between any separators that some server accepts. */
function hasTraversal(path: string): boolean {
  const decoded = decodeForInspection(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character can end a segment for a lenient parser
  return decoded.includes('\\') || /(?:^|[/\\])\.\.(?:$|[/\\;?#\x00-\x20])/.test(decoded);
}

function decodeForInspection(path: string): string {
  let text = path;
  for (let round = 0; round < 3; round += 1) {
    text = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}

function hasParameter(text: string, names: ReadonlySet<string>): boolean {
  const query = /^[^?#]*\?([^#]*)/.exec(text)?.[1];
  if (query === undefined) return false;
  return [...new URLSearchParams(query).keys()].some((name) => names.has(name));
}

function matches(registered: string, uri: SentUri): boolean {
  // Compat: `*` alone stands for every http and https address, those that other wildcards do not match included.
  if (registered === '*') return uri.scheme === 'http' || uri.scheme === 'https';
  const prefix = wildcardPrefix(registered);
  // A value with a wildcard is never compared as it stands: `https://host*`, sent literally, names another host.
  if (prefix === undefined) return registered === uri.text;
  if (!uri.wildcards || !prefix.toLowerCase().startsWith(`${uri.scheme}:`)) return false;
  const target = uri.text.split(/[?#]/, 1)[0] ?? '';
  return target.startsWith(prefix) || (prefix.endsWith('/') && `${target}/` === prefix);
}

/** What must stand before a wildcard, or undefined without one. Right after a host it is meant as all paths of that host, never as the beginning of a longer host name. */
function wildcardPrefix(registered: string): string | undefined {
  if (!registered.endsWith('*') || /[?#]/.test(registered)) return undefined;
  const prefix = registered.slice(0, -1);
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]*[^/:]$/.test(prefix) ? `${prefix}/` : prefix;
}

/** The same URI at port 80, for native applications that listen on any port (RFC 8252 §7.3). */
function withLoopbackPort(uri: SentUri): SentUri | undefined {
  if (uri.scheme !== 'http' || uri.authority === undefined) return undefined;
  const host = uri.authority.replace(/:\d{1,5}$/, '');
  if (!LOOPBACK_HOSTS.has(host.toLowerCase())) return undefined;
  return { ...uri, text: `http://${host}${uri.rest}`, authority: host };
}

function matchesLoopback(registered: string, uri: SentUri): boolean {
  return matches(
    registered.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):80(?=[/?#*]|$)/i, '$1'),
    uri,
  );
}
