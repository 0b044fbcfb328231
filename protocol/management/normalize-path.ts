// Brings the target of a request into the one form that pages are looked up by.

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

function decodeUnreserved(path: string): string {
  return path.replace(/%([0-9A-Fa-f]{2})/g, (encoded: string, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}

/**
 * The path without query, dot segments, repeated slashes and a final slash; `%2e` is a dot, `%2F` is no slash.
 * `/` for the root, and for a target that has no path (`*`). RFC 3986 §6.2.2. Compat: Keycloak answers all
 * these forms.
 */
export function normalizePath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '');
  const segments: string[] = [];
  for (const segment of decodeUnreserved(path).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.' && segment !== '*') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}
