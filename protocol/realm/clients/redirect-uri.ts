// Matches the redirect URI of a request against the registered ones, by Keycloak's rules.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import type { Client } from '../view/realm.ts';

/** Prefix for relative URIs. `rootUrl` is the client's, `baseUrl` the server's without trailing slash. */
export interface RedirectBase {
  readonly rootUrl: string | undefined;
  readonly baseUrl: string;
}

/** Hosts on which native apps may listen on any port. RFC 8252 §7.3. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const SEPARATOR_OF_URIS = '##';
/** The client attribute with the post-logout redirect URIs. */
export const POST_LOGOUT = 'post.logout.redirect.uris';
/** Added by the authorization response itself: a client could not distinguish them from registered parameters. */
export const RESPONSE_PARAMETERS: ReadonlySet<string> = new Set([
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

/** The client's root URL with Keycloak's two placeholders for the server's base URL filled in. */
export function resolveRootUrl({ rootUrl, baseUrl }: RedirectBase): string {
  if (rootUrl === undefined || rootUrl === '') return baseUrl;
  return rootUrl.replace('${authBaseUrl}', baseUrl).replace('${authAdminUrl}', baseUrl).replace(/\/+$/, '');
}

/** A registered or requested URI made absolute. */
export function resolveUri(uri: string, base: RedirectBase): string {
  return uri.startsWith('/') ? resolveRootUrl(base) + uri : uri;
}

/** Whether a redirect URI has a fragment, which the response itself may need. RFC 6749 §3.1.2. */
export function hasFragment(uri: string): boolean {
  return uri.includes('#');
}

/**
 * The absolute URI to use when `sent` matches one of the registered values, otherwise undefined. `reserved`:
 * parameters that the response itself adds, by default those of OAuth. A fragment never matches, not even
 * after a wildcard. Compat: rules of Keycloak 26, except for docs/differences-to-keycloak.md, "Clients and
 * redirects". RFC 6749 §3.1.2, §3.1.2.3.
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

/** The values of {@link POST_LOGOUT}. */
export function splitUris(attribute: string | undefined): readonly string[] {
  return (attribute ?? '').split(SEPARATOR_OF_URIS).filter((value) => value !== '');
}

/** The client's post-logout redirect URIs. In the attribute, `+` means the redirect URIs, `-` none. */
export function postLogoutRedirectUris(client: Client): readonly string[] {
  const values = splitUris(client.attributes[POST_LOGOUT]);
  if (values.includes('-')) return [];
  return values.flatMap((value) => (value === '+' ? client.redirectUris : [value]));
}

interface SentUri {
  readonly text: string;
  readonly scheme: string;
  /** Text between `//` and the next `/`, `?` or `#`, if there is a `//`. */
  readonly authority: string | undefined;
  readonly rest: string;
  /** Whether it may match a registered wildcard. */
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

/**
 * Free of spaces, control characters, quotes and angle brackets (RFC 3986 §2). Backslashes and the like may
 * match an exact value; {@link allowsWildcards} excludes them from wildcards.
 */
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

/** Host and optional port in plain characters, which every parser splits in the same place. */
function isPlainAuthority(authority: string | undefined): boolean {
  return authority !== undefined && /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(authority);
}

/** A `..` segment, raw or percent-encoded up to three times, between any separators that servers accept. */
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
  // Compat: `*` alone matches every http and https URL, including those that no other wildcard matches.
  if (registered === '*') return uri.scheme === 'http' || uri.scheme === 'https';
  const prefix = wildcardPrefix(registered);
  // A value with a wildcard is never compared literally: `https://host*`, sent as is, names another host.
  if (prefix === undefined) return registered === uri.text;
  if (!uri.wildcards || !prefix.toLowerCase().startsWith(`${uri.scheme}:`)) return false;
  const target = uri.text.split(/[?#]/, 1)[0] ?? '';
  return target.startsWith(prefix) || (prefix.endsWith('/') && `${target}/` === prefix);
}

/**
 * The required text before a wildcard, or undefined without one. A wildcard right after a host means all
 * paths of that host, never a longer host name.
 */
function wildcardPrefix(registered: string): string | undefined {
  if (!registered.endsWith('*') || /[?#]/.test(registered)) return undefined;
  const prefix = registered.slice(0, -1);
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]*[^/:]$/.test(prefix) ? `${prefix}/` : prefix;
}

/** The same loopback URI without its port, for native apps that listen on any port (RFC 8252 §7.3). */
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
