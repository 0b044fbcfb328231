// Compares JSON values, tokens and parameters member by member, by what each member means.
import { decodeJws } from '#protocol/crypto/jws.ts';
import { isSecretParameter, MASK, maskJson } from '#protocol/http/masking.ts';
import type { RealmAddress } from './addresses.ts';
import type { Artifacts } from './artifacts.ts';
import type { Difference } from './difference.ts';

export interface MemberComparison {
  readonly here: RealmAddress;
  readonly there: RealmAddress;
  readonly artifacts: Artifacts;
  /** Tolerance of remaining lifetimes, in seconds, besides a small one. */
  readonly elapsedSeconds: number;
  readonly report: (difference: Difference) => void;
  /** Where the values are; default: at the top. */
  readonly path?: string;
  /** Kind of the differences; default `member`, and `error` for the members of an error. */
  readonly kind?: Difference['kind'] | undefined;
  /** Whether the values are within a member. */
  readonly isNested?: boolean;
}

/** How the values of a member are compared. */
type Meaning = 'generated' | 'instant' | 'remaining' | 'identifier' | 'token' | 'list' | 'keys' | 'exact';

/** By member, parameter, claim or fact. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['at_hash', 'generated'],
  ['auth_req_id', 'generated'],
  ['c_hash', 'generated'],
  ['client_data', 'generated'],
  ['code', 'generated'],
  ['device_code', 'generated'],
  ['execution', 'generated'],
  ['jti', 'generated'],
  ['kid', 'generated'],
  ['refresh_token', 'generated'],
  ['request_uri', 'generated'],
  ['s_hash', 'generated'],
  ['SAMLart', 'generated'],
  ['session_code', 'generated'],
  ['session_state', 'generated'],
  ['sid', 'generated'],
  ['tab_id', 'generated'],
  ['user_code', 'generated'],
  ['verification_uri_complete', 'generated'],
  ['auth_time', 'instant'],
  ['exp', 'instant'],
  ['iat', 'instant'],
  ['issued_at', 'instant'],
  ['nbf', 'instant'],
  ['assertion lifetime in seconds', 'remaining'],
  ['expires_in', 'remaining'],
  ['refresh_expires_in', 'remaining'],
  ['session lifetime in seconds', 'remaining'],
  ['subject confirmation lifetime in seconds', 'remaining'],
  ['generated name identifier', 'identifier'],
  ['sub', 'identifier'],
  ['access_token', 'token'],
  ['id_token', 'token'],
  ['response', 'token'],
  ['token', 'token'],
  ['scope', 'list'],
  ['keys', 'keys'],
]);

/** Within other members these names are the application's own; only a subject is one everywhere (RFC 8693 §4.1). */
function meaningOf(name: string, { isNested = false }: MemberComparison): Meaning {
  const meaning = MEANINGS.get(name) ?? 'exact';
  return isNested && meaning !== 'identifier' ? 'exact' : meaning;
}

/** Between the names of a place. */
const SEPARATOR = ' › ';
const ERRORS: ReadonlySet<string> = new Set(['error', 'error_description']);
/** Two answers are seconds apart, and a session's remaining life with them. */
const TOLERANCE_SECONDS = 5;
/** Lengths in characters. */
const MOST_SHOWN = 200;
const SHOWN_BEFORE = 40;
/** What servers issue can be used until it expires. */
const SECRET_MEANINGS: ReadonlySet<Meaning> = new Set<Meaning>(['generated', 'token']);

/** A value as text; undefined: there is none. `isSecret`: the value of a member with a secret's name. */
function show(value: unknown, isSecret = false): string | undefined {
  if (value === undefined) return undefined;
  if (isSecret) return MASK;
  return typeof value === 'string' ? value : JSON.stringify(hideSecrets(maskJson(value)));
}

function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    const isHidden = typeof member === 'string' && isSecretMember(name);
    return [name, isHidden ? MASK : hideSecrets(member)];
  });
  return Object.fromEntries(entries);
}

function lengthOfCommonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** The part of a long text from shortly before a place on. */
function excerpt(text: string, place: number): string {
  const start = text.length <= MOST_SHOWN ? 0 : Math.max(0, place - SHOWN_BEFORE);
  const end = start + MOST_SHOWN;
  return `${start === 0 ? '' : '…'}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** Two different values, so that the report shows where they differ. */
function showBoth(pair: Pair, isSecret: boolean): readonly [string | undefined, string | undefined] {
  const [here, there] = pair.map((value) => show(value, isSecret));
  if (here === undefined || there === undefined)
    return [here && excerpt(here, 0), there && excerpt(there, 0)];
  // "1" and 1 are the same text, but not the same JSON.
  if (here === there && !isSecret) return [typed(pair[0], here), typed(pair[1], there)];
  const place = lengthOfCommonStart(here, there);
  return [excerpt(here, place), excerpt(there, place)];
}

function typed(value: unknown, text: string): string {
  return `${excerpt(text, 0)} (${describeType(value)})`;
}

function isSecretMember(name: string): boolean {
  return isSecretParameter(name) || SECRET_MEANINGS.has(MEANINGS.get(name) ?? 'exact');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON may have members with the names of what every object inherits. */
function ownMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The same value for any order of an object's members. */
function toSortedText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Public keys differ; what they are for does not. RFC 7517 §4. */
function describeKeys(keys: unknown): unknown {
  if (!Array.isArray(keys)) return keys;
  return keys.map((key: unknown) =>
    isObject(key)
      ? ['kty', 'alg', 'use', 'crv'].map((name) => show(ownMember(key, name)) ?? '-').join(' ')
      : key,
  );
}

/** Compares two values and all within. Addresses of the realm are equal to those of the other realm. */
export function compareMembers(here: unknown, there: unknown, comparison: MemberComparison): void {
  const { path = '' } = comparison;
  if (isObject(here) && isObject(there)) {
    compareLifetimes(here, there, comparison);
    for (const name of new Set([...Object.keys(here), ...Object.keys(there)]))
      compareMember(name, [ownMember(here, name), ownMember(there, name)], comparison);
  } else compareExactly(path, [here, there], comparison);
}

type Pair = readonly [here: unknown, there: unknown];

type Comparer = (place: string, pair: Pair, comparison: MemberComparison) => void;

const COMPARERS: Readonly<Record<Meaning, Comparer>> = {
  generated: compareTypes,
  instant: compareTypes,
  remaining: compareRemaining,
  identifier: compareIdentifiers,
  token: compareTokens,
  list: (place, pair, comparison) => {
    const isText = pair.every((value) => typeof value === 'string');
    compareExactly(place, isText ? [splitList(pair[0]), splitList(pair[1])] : pair, comparison);
  },
  keys: (place, [here, there], comparison) =>
    compareExactly(place, [describeKeys(here), describeKeys(there)], comparison),
  exact: (place, [here, there], comparison) =>
    compareMembers(here, there, { ...comparison, path: place, isNested: true }),
};

/** What differs each time has the same type each time. */
function compareTypes(place: string, pair: Pair, { report, kind = 'member' }: MemberComparison): void {
  const [here = '', there = ''] = pair.map(describeType);
  if (here !== there) report({ kind, name: place, here, there });
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
}

function compareMember(name: string, pair: Pair, comparison: MemberComparison): void {
  const { path = '' } = comparison;
  const place = path === '' ? name : `${path}${SEPARATOR}${name}`;
  const kind = comparison.kind ?? (ERRORS.has(name) ? 'error' : undefined);
  const [here, there] = pair;
  if (here === undefined || there === undefined) reportMissing(name, place, pair, { ...comparison, kind });
  else COMPARERS[meaningOf(name, comparison)](place, pair, { ...comparison, kind });
}

/** Users' identifiers differ between servers, but each belongs to the same user throughout. */
function compareIdentifiers(place: string, pair: Pair, comparison: MemberComparison): void {
  const { artifacts, report, kind = 'member' } = comparison;
  const [here, there] = pair;
  if (typeof here !== 'string' || typeof there !== 'string') compareExactly(place, pair, comparison);
  else if (!artifacts.areSame(here, there))
    report({ kind, name: `${place} (of another user than before)`, here, there });
}

function reportMissing(
  name: string,
  place: string,
  [here, there]: Pair,
  { report, kind, here: ours, there: theirs }: MemberComparison,
): void {
  if (here === there) return;
  const shown = (value: unknown, realm: RealmAddress): string | undefined => {
    if (value !== undefined && isSecretMember(name)) return 'present';
    const text = show(normalize(value, realm));
    return text === undefined ? undefined : excerpt(text, 0);
  };
  report({ kind: kind ?? 'member', name: place, here: shown(here, ours), there: shown(there, theirs) });
}

/** A list in one text. RFC 6749 §3.3. */
function splitList(value: unknown): unknown {
  return typeof value === 'string' ? value.split(' ').filter((item) => item !== '') : value;
}

/** The order of an array means nothing in any member compared here. */
function normalize(value: unknown, realm: RealmAddress): unknown {
  if (typeof value === 'string') return realm.mark(value);
  if (Array.isArray(value))
    return value
      .map((item: unknown) => normalize(item, realm))
      .toSorted((a, b) => (toSortedText(a) < toSortedText(b) ? -1 : 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [realm.mark(name), normalize(member, realm)]),
  );
}

function compareExactly(
  place: string,
  [here, there]: Pair,
  { report, kind, here: ours, there: theirs }: MemberComparison,
): void {
  const pair = [normalize(here, ours), normalize(there, theirs)] as const;
  if (toSortedText(pair[0]) === toSortedText(pair[1])) return;
  const name = place.split(SEPARATOR).at(-1) ?? '';
  const [left, right] = showBoth(pair, isSecretMember(name));
  report({ kind: kind ?? 'member', name: place, here: left, there: right });
}

/** Seconds: a number, in a redirect a text. */
function toSeconds(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
}

function compareRemaining(place: string, [here, there]: Pair, comparison: MemberComparison): void {
  const tolerance = TOLERANCE_SECONDS + comparison.elapsedSeconds;
  const isNear = typeof here === typeof there && Math.abs(toSeconds(here) - toSeconds(there)) <= tolerance;
  if (!isNear) compareExactly(place, [here, there], comparison);
}

/** How long a token lives; when it was issued differs each time. RFC 7519 §4.1.4. */
function compareLifetimes(
  here: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
  comparison: MemberComparison,
): void {
  const lifetime = ({ exp, iat }: Readonly<Record<string, unknown>>): number | undefined =>
    typeof exp === 'number' && typeof iat === 'number' ? exp - iat : undefined;
  const [ours, theirs] = [lifetime(here), lifetime(there)];
  if (ours === undefined || theirs === undefined) return;
  const { path = '' } = comparison;
  compareRemaining(path === '' ? 'exp − iat' : `${path}${SEPARATOR}exp − iat`, [ours, theirs], comparison);
}

/** Header and claims of JWTs; other tokens are opaque. */
function compareTokens(place: string, pair: Pair, comparison: MemberComparison): void {
  const [here, there] = pair.map((value) => (typeof value === 'string' ? decodeJws(value) : undefined));
  const within = { ...comparison, kind: 'claim' as const };
  if (here !== undefined && there !== undefined) {
    compareMembers({ ...here.header }, { ...there.header }, { ...within, path: `${place} header` });
    compareMembers({ ...here.claims }, { ...there.claims }, { ...within, path: place });
  } else if (here !== there) {
    const name = (token: unknown): string => (token === undefined ? 'no signed JWT' : 'a signed JWT');
    comparison.report({ kind: 'claim', name: place, here: name(here), there: name(there) });
  } else compareTypes(place, pair, within);
}
