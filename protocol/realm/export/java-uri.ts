// Whether a text is a URI or URL for Java, by whose rules Keycloak checks the addresses of clients. RFC 2396.

const ESCAPED = '%[0-9A-Fa-f]{2}';
/** Beyond ASCII, everything but spaces and control characters. */
const OTHER = '[^\\x00-\\x7f\\p{Cc}\\p{Z}]';
const UNRESERVED = "A-Za-z0-9_\\-!.~'()*";

const only = (characters: string): RegExp =>
  new RegExp(`^(?:[${UNRESERVED}${characters}]|${ESCAPED}|${OTHER})*$`, 'u');

const AUTHORITY = only('$,;:@&=+');
const PATH = only(':@&=+$,;/');
const REST = only(';/?:@&=+$,\\[\\]');
const IP_LITERAL = /^(?:[^@[\]]*@)?\[[0-9A-Fa-f:.%\w]+\](?::\d*)?$/;

/** Schemes that `java.net.URL` knows. */
const URL_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'file', 'ftp', 'jar', 'mailto']);

/** Scheme, authority, path, query and fragment; each undefined if it is absent. */
const PARTS = /^(?:([^:/?#]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** Whether `java.net.URI` parses the text. */
export function isJavaUri(text: string): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false;
  if (!REST.test(query) || !REST.test(fragment)) return false;
  if (authority === undefined) return isPath(text, scheme, path);
  // Nothing at all after the slashes is no authority.
  if (authority === '' && path === '' && query === '' && fragment === '') return false;
  return (AUTHORITY.test(authority) || IP_LITERAL.test(authority)) && PATH.test(path);
}

/** What follows a scheme without a slash may be anything but nothing: `mailto:a@b`. */
function isPath(text: string, scheme: string | undefined, path: string): boolean {
  if (scheme === undefined || path.startsWith('/')) return PATH.test(path);
  const rest = text.slice(scheme.length + 1).split('#', 1)[0] ?? '';
  return rest !== '' && REST.test(rest);
}

/** Whether Java makes a URL of the text, which then has a scheme that it knows. */
export function isJavaUrl(text: string): boolean {
  const scheme = /^([^:/?#]+):/.exec(text)?.[1]?.toLowerCase();
  return isJavaUri(text) && scheme !== undefined && URL_SCHEMES.has(scheme);
}
