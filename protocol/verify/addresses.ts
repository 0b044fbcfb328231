// The addresses of a realm at the two servers: translates a request's, and makes those of answers comparable.

/** Replaces the realm's address in texts that are compared and shown. */
export const REALM_MARK = '{realm}';

export interface RealmAddress {
  /** The path of the realm below the server: `/realms/shop`, `/auth/realms/shop`. */
  readonly path: string;
  /** Base URL of the realm, without a trailing slash. */
  readonly url: string;
  /** Replaces every address of the realm in a text, also form-encoded ones. Marking twice changes nothing. */
  mark(text: string): string;
  /** The part of a URL or a path after the realm, with its query; undefined: it is elsewhere. */
  below(target: string): string | undefined;
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Matches a text in either case. */
function inAnyCase(text: string): string {
  return [...text]
    .map((each) =>
      /[a-z]/i.test(each) ? `[${each.toLowerCase()}${each.toUpperCase()}]` : escapeForPattern(each),
    )
    .join('');
}

/** RFC 3986 §2.1: a character, or its percent-encoding in either case, `levels` times encoded. */
function pathCharacter(character: string, levels: 1 | 2): string {
  if (/[\w.~-]/.test(character)) return escapeForPattern(character);
  const percent = levels === 1 ? '%' : '%25';
  const hex = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const encoded = hex.map((digits) => `${percent}${inAnyCase(digits)}`).join('');
  // In a form-encoded text a character that a path may contain is encoded once only.
  const once = hex.map((digits) => `%${inAnyCase(digits)}`).join('');
  return levels === 1 ? `(?:${escapeForPattern(character)}|${encoded})` : `(?:${once}|${encoded})`;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A path need not be well encoded.
    return segment;
  }
}

function pathPattern(path: string, levels: 1 | 2): string {
  const slash = levels === 1 ? '\\/' : '%2[fF]';
  return path
    .split('/')
    .map((segment) => [...decodeSegment(segment)].map((each) => pathCharacter(each, levels)).join(''))
    .join(slash);
}

/** The name goes on: a dot at the end of a sentence is no part of it. A mark belongs to what it was part of. */
const IN_NAME: string = `\\.?(?:\\w|${escapeForPattern(REALM_MARK)})|[~-]`;

interface Origins {
  readonly plain: string;
  /** Form-encoded. */
  readonly encoded: string;
}

function createAddress(url: string, paths: readonly string[], origins: Origins): RealmAddress {
  const anyPath = (levels: 1 | 2): string =>
    `(?:${[...new Set(paths)].map((path) => pathPattern(path, levels)).join('|')})`;
  const plain = new RegExp(`${origins.plain}${anyPath(1)}(?!${IN_NAME}|%)`, 'g');
  // Delimiters (RFC 3986 §2.2) end the name when they are encoded; the rest belongs to it.
  const encoded = new RegExp(
    `${origins.encoded}${anyPath(2)}(?!${IN_NAME}|%(?!2[0-46-9A-Fa-f]|3[A-Fa-f]|7[DdBb]))`,
    'g',
  );
  const below = new RegExp(`^(?:${origins.plain})?${anyPath(1)}(?=[/?#]|$)(.*)$`, 's');
  return {
    path: new URL(url).pathname,
    url,
    mark: (text) => text.replace(plain, REALM_MARK).replace(encoded, REALM_MARK),
    below: (target) => below.exec(target)?.[1],
  };
}

/** A realm of the recording: Understudy answers under each name by which it was called. */
export function recordedRealm(url: string): RealmAddress {
  const scheme = inAnyCase('http');
  return createAddress(url, [new URL(url).pathname], {
    plain: `${scheme}[sS]?:\\/\\/[^/?#\\s"'<>{}]+`,
    encoded: `${scheme}[sS]?%3[aA]%2[fF]%2[fF](?:[\\w.~-]|%3[aA]|%5[bBdD])+`,
  });
}

/** The origin with its default port, which may be left out (RFC 9110 §4.2.3). */
function originPattern({ protocol, host, port }: URL, encode: (text: string) => string): string {
  const defaultPort = protocol === 'https:' ? '443' : '80';
  const origin = inAnyCase(encode(`${protocol}//${host}`));
  return port === '' ? `${origin}(?:${inAnyCase(encode(`:${defaultPort}`))})?` : origin;
}

/** A realm of the other server, and the issuer that it names itself; either may be behind a proxy. */
export function otherRealm(url: string, issuer: string): RealmAddress {
  const addresses = [new URL(url), new URL(issuer.replace(/\/+$/, ''))];
  const either = (encode: (text: string) => string): string =>
    `(?:${[...new Set(addresses.map((each) => originPattern(each, encode)))].join('|')})`;
  return createAddress(
    url,
    // An issuer without a path names the whole server, which is more than the realm.
    addresses.map(({ pathname }) => pathname).filter((path) => path !== '/'),
    { plain: either((text) => text), encoded: either(encodeURIComponent) },
  );
}
