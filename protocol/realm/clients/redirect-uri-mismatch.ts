// Explains why a redirect URI matches no registered one: it is malformed, or differs in a detail.
import { matchRedirectUri, RESPONSE_PARAMETERS, type RedirectBase, resolveUri } from './redirect-uri.ts';

/** A redirect URI that did not match, and what it was compared with. */
export interface MismatchedUri {
  readonly sent: string;
  readonly registered: readonly string[];
  readonly base: RedirectBase;
  /** Parameters that the response adds; default: those of OAuth. */
  readonly reserved?: ReadonlySet<string>;
}

export interface Mismatch {
  /** A sentence. */
  readonly problem: string;
  /** A sentence; without its full stop unless the URI is malformed, because registering it is the alternative. */
  readonly fix: string;
  /** Whether the application must send something else: registering the URI would not help. */
  readonly isMalformed: boolean;
}

/** Registered values that are compared in detail; more are rare. */
const MAX_COMPARED = 100;

/** Undefined if the URI is sound and similar to none that is registered. */
export function explainMismatch(uri: MismatchedUri): Mismatch | undefined {
  const malformed = findMalformation(uri);
  if (malformed !== undefined) return { ...malformed, isMalformed: true };
  const near = uri.registered.slice(0, MAX_COMPARED).flatMap((value) => compare(value, uri) ?? []);
  const [closest] = near.sort((a, b) => a.differences.length - b.differences.length);
  if (closest === undefined) return undefined;
  return {
    problem: `The client has ${closest.registered} registered; the request has ${closest.differences.join(' and ')}.`,
    fix: `Send "${closest.corrected}"`,
    isMalformed: false,
  };
}

type Malformation = Omit<Mismatch, 'isMalformed'>;

/** Host name or address with an optional port, followed by a path or nothing: a URI without its scheme. */
const WITHOUT_SCHEME = /^(?:localhost|\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/i;

/** Each row: how to recognize the fault, what it is, how to mend it. The first that fits is reported. */
const MALFORMATIONS: readonly {
  readonly pattern: RegExp;
  readonly problem: string;
  readonly fix: (sent: string) => string;
}[] = [
  {
    pattern: /^(?:undefined|null|NaN|\[object Object\])|\[object Object\]|\/(?:undefined|null)$/,
    problem: 'was built from a value that is not set',
    fix: () => 'Find where the application builds the address, and set the value that is missing there.',
  },
  {
    pattern: /^[a-z][a-z0-9+.-]*(?:%3a|%253a)/i,
    problem: 'is percent-encoded more than once',
    fix: (sent) => `Send "${decodeOften(sent)}", encoded once; libraries encode it themselves.`,
  },
  {
    pattern: /^\s|\s$/,
    problem: 'begins or ends with a space',
    fix: (sent) => `Send "${sent.trim()}".`,
  },
  {
    pattern: WITHOUT_SCHEME,
    problem: 'has no scheme',
    fix: (sent) => `Send the whole address, such as "http://${sent}".`,
  },
  {
    pattern: /^https?:(?!\/\/)/i,
    problem: 'has no // after the scheme',
    fix: (sent) => `Send "${sent.replace(/^(https?):\/*/i, '$1://')}".`,
  },
  {
    pattern: /[\s"<>\p{Cc}]/u,
    problem: 'contains a space, quotation mark, angle bracket or control character',
    fix: () => 'Percent-encode that character (RFC 3986 §2).',
  },
];

function decodeOften(text: string): string {
  let decoded = text;
  for (let round = 0; round < 3 && decoded.includes('%'); round += 1)
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return decoded;
}

function findMalformation({
  sent,
  base,
  reserved = RESPONSE_PARAMETERS,
}: MismatchedUri): Malformation | undefined {
  const row = MALFORMATIONS.find(({ pattern }) => pattern.test(sent));
  if (row !== undefined) return { problem: `It ${row.problem}.`, fix: row.fix(sent) };
  const uri = resolveUri(sent, base);
  if (!URL.canParse(uri))
    return {
      problem: 'It is not an absolute URI.',
      fix: 'Send the whole address, such as "http://localhost:3000/callback".',
    };
  const parameter = [...new URL(uri).searchParams.keys()].find((name) => reserved.has(name));
  if (parameter === undefined) return undefined;
  return {
    problem: `Its query contains ${parameter}, which the response adds itself.`,
    fix: `Remove ${parameter} from the query.`,
  };
}

interface Parts {
  readonly scheme: string;
  readonly host: string;
  /** With its colon; empty without a port. */
  readonly port: string;
  readonly path: string;
  /** With its question mark; empty without a query. */
  readonly query: string;
}

function split(uri: string): Parts | undefined {
  const found = /^([a-z][a-z0-9+.-]*):\/\/(\[[^\]]*\]|[^/?#:*]*)(:[^/?#*]*)?([^?#]*)(\?.*)?$/i.exec(uri);
  if (found === null) return undefined;
  const [, scheme = '', host = '', port = '', path = '', query = ''] = found;
  return { scheme, host, port, path, query };
}

const join = ({ scheme, host, port, path, query }: Parts): string =>
  `${scheme}://${host}${port}${path}${query}`;

/** A possible correction, and what the request has instead. */
interface Correction {
  readonly part: Partial<Parts>;
  readonly difference: string;
}

interface NearMiss {
  readonly registered: string;
  readonly corrected: string;
  readonly differences: readonly string[];
}

/** The smallest set of corrections with which the URI would match the registered value. */
function compare(value: string, { sent, base, reserved }: MismatchedUri): NearMiss | undefined {
  const registered = resolveUri(value, base);
  const wanted = split(registered);
  const given = split(resolveUri(sent, base));
  if (wanted === undefined || given === undefined) return undefined;
  const host = correctHost(wanted, given);
  if (host === undefined && wanted.host !== given.host) return undefined;
  const corrections = [
    host,
    correctScheme(wanted, given),
    correctPort(wanted, given),
    ...correctPath(wanted, given),
  ];
  const sets = listSets(corrections.flatMap((each) => each ?? []));
  for (const set of sets) {
    const corrected = join(Object.assign({ ...given }, ...set.map(({ part }) => part)));
    if (matchRedirectUri([registered], corrected, base, reserved) !== undefined)
      return { registered, corrected, differences: set.map(({ difference }) => difference) };
  }
  return undefined;
}

/** Every set of corrections but the empty one, small ones first. */
function listSets(corrections: readonly Correction[]): readonly (readonly Correction[])[] {
  const sets: (readonly Correction[])[] = [[]];
  for (const correction of corrections) for (const set of sets.slice()) sets.push([...set, correction]);
  return sets.filter((set) => set.length > 0).sort((a, b) => a.length - b.length);
}

function correctScheme({ scheme }: Parts, given: Parts): Correction | undefined {
  if (scheme === given.scheme || !/^https?$/i.test(scheme) || !/^https?$/i.test(given.scheme))
    return undefined;
  return { part: { scheme }, difference: `${given.scheme} instead of ${scheme}` };
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function correctHost({ host }: Parts, given: Parts): Correction | undefined {
  if (host === given.host) return undefined;
  const [wanted, found] = [host.toLowerCase(), given.host.toLowerCase()];
  if (wanted === found)
    return { part: { host }, difference: `${given.host} instead of ${host} (upper and lower case differ)` };
  if (!LOOPBACK.includes(wanted) || !LOOPBACK.includes(found)) return undefined;
  return { part: { host }, difference: `${given.host} instead of ${host}` };
}

const describePort = (port: string): string => (port === '' ? 'no port' : `port ${port.slice(1)}`);

function correctPort({ port }: Parts, given: Parts): Correction | undefined {
  if (port === given.port) return undefined;
  return { part: { port }, difference: `${describePort(given.port)} instead of ${describePort(port)}` };
}

/** At most one of these is needed at a time, except for the query. */
function correctPath(wanted: Parts, given: Parts): readonly Correction[] {
  const prefix = wanted.path.replace(/\*$/, '');
  const isOtherCase =
    given.path.toLowerCase().startsWith(prefix.toLowerCase()) && !given.path.startsWith(prefix);
  const hasSlash = given.path.endsWith('/');
  return [
    {
      part: { path: hasSlash ? given.path.slice(0, -1) : `${given.path}/` },
      difference: hasSlash ? 'a trailing slash' : 'no trailing slash',
    },
    ...(isOtherCase
      ? [
          {
            part: { path: prefix + given.path.slice(prefix.length) },
            difference: `${given.path} instead of ${prefix + given.path.slice(prefix.length)} (upper and lower case differ)`,
          },
        ]
      : []),
    ...(given.query === '' || given.query === wanted.query
      ? []
      : [{ part: { query: wanted.query }, difference: `the query ${given.query}` }]),
  ];
}
