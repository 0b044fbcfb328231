// Chooses the redirect URI of an application on this machine among those of its client.
import type { Callback } from './guide.ts';

/** A redirect URI for a guide. */
export interface ChosenCallback {
  readonly redirectUri: string;
  /** Whether the client accepts it. */
  readonly isRegistered: boolean;
}

/** The port of an application whose client leaves it open. */
const DEFAULT_PORT = 3000;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

interface Registered {
  readonly url: URL;
  readonly isWildcard: boolean;
}

/** A loopback URL that a program on this machine can listen on; others fit no guide. */
function parseRegistered(uri: string): Registered | undefined {
  const isWildcard = uri.endsWith('*');
  const text = isWildcard ? uri.slice(0, -1) : uri;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const fits =
    url.protocol === 'http:' && LOOPBACK.includes(url.hostname) && url.search === '' && url.hash === '';
  return fits ? { url, isWildcard } : undefined;
}

/** Without a port, every port of a loopback address is accepted. RFC 8252 §7.3. */
function originOf({ url }: Registered): string {
  return `http://${url.hostname}:${url.port === '' ? DEFAULT_PORT : url.port}`;
}

function fitUri(registered: Registered, { path, isFixed = false }: Callback): string | undefined {
  const { pathname } = registered.url;
  const origin = originOf(registered);
  if (!registered.isWildcard) {
    if (pathname === path) return origin + path;
    // The application's own page is at /, unless the guide receives the response there.
    return isFixed || pathname === '/' ? undefined : origin + pathname;
  }
  if (path.startsWith(pathname)) return origin + path;
  return isFixed ? undefined : `${origin}${pathname.replace(/\/$/, '')}${path}`;
}

/** Exact URIs first, then those of localhost, whose cookies also work with HTTPS-only features of browsers. */
function rank({ url, isWildcard }: Registered): number {
  return (isWildcard ? 2 : 0) + (url.hostname === 'localhost' ? 0 : 1);
}

/** `registered` are the client's absolute redirect URIs. */
export function chooseCallback(registered: readonly string[], callback: Callback): ChosenCallback {
  const candidates = registered
    .map(parseRegistered)
    .filter((candidate) => candidate !== undefined)
    .toSorted((left, right) => rank(left) - rank(right));
  for (const candidate of candidates) {
    const redirectUri = fitUri(candidate, callback);
    if (redirectUri !== undefined) return { redirectUri, isRegistered: true };
  }
  const [first] = candidates;
  const origin = first === undefined ? `http://localhost:${DEFAULT_PORT}` : originOf(first);
  const acceptsAll = registered.includes('*');
  return { redirectUri: origin + callback.path, isRegistered: acceptsAll };
}
