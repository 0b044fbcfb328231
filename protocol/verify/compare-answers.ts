// Compares two answers: status, headers, cookies, what is handed to the application, claims and errors.
import { Cookie } from 'tough-cookie';
import { decodeLeniently } from '#protocol/http/masking.ts';
import { REALM_MARK, type RealmAddress } from './addresses.ts';
import type { Answer, Delivery } from './answer.ts';
import type { Artifacts } from './artifacts.ts';
import { compareMembers } from './compare-members.ts';
import type { Difference } from './difference.ts';
import { isSamlParameter, readSamlFacts, readSamlParameter } from './saml-message.ts';

export interface Comparison {
  readonly here: RealmAddress;
  readonly there: RealmAddress;
  readonly artifacts: Artifacts;
  /** How long the recorded flow had been going on, in seconds; remaining lifetimes may differ by it. */
  readonly elapsedSeconds: number;
}

/** Headers that applications and browsers act on. */
const HEADERS = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'content-security-policy',
  'content-type',
  'pragma',
  'referrer-policy',
  'strict-transport-security',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
];

/** Lists whose order and case mean nothing, by what separates their items. */
const SEPARATORS: Readonly<Record<string, string>> = {
  'access-control-allow-headers': ',',
  'access-control-allow-methods': ',',
  'access-control-expose-headers': ',',
  allow: ',',
  'cache-control': ',',
  'content-security-policy': ';',
  'content-type': ';',
  pragma: ',',
  'referrer-policy': ',',
  'strict-transport-security': ';',
  'x-content-type-options': ',',
  'x-frame-options': ',',
};

/** The items in one order and case; a media type stays before its parameters. RFC 9110 §5.6.1, §8.3.1. */
function normalHeader(name: string, value: string): string {
  const separator = SEPARATORS[name];
  if (separator === undefined) return value;
  const items = value
    .toLowerCase()
    .split(separator)
    .map((item) => item.trim().replace(/\s+/g, ' '))
    .filter((item) => item !== '');
  const [first = '', ...rest] = items;
  const sorted = name === 'content-type' ? [first, ...rest.sort()] : items.sort();
  return sorted.join(`${separator} `);
}

/** The realm's name in a challenge (RFC 9110 §11.5), which the realm of the other server need not share. */
function markChallenge(value: string, { path }: RealmAddress): string {
  const name = decodeLeniently(path.split('/').at(-1) ?? '');
  return value.replace(/\brealm="((?:[^"\\]|\\.)*)"/i, (whole, realm: string) =>
    realm.replace(/\\(.)/g, '$1') === name ? `realm="${REALM_MARK}"` : whole,
  );
}

/** Also of the status that hides all else: what a failure says. */
export function compareAnswers(here: Answer, there: Answer, comparison: Comparison): readonly Difference[] {
  const differences: Difference[] = [];
  const report = (difference: Difference): void => void differences.push(difference);
  const isKnown = here.isBodyKnown && there.isBodyKnown;
  if (here.status !== there.status) {
    report({ kind: 'status', name: '', here: String(here.status), there: String(there.status) });
    compareTargets(here, there, comparison, report);
    if (isKnown) compareErrors(here, there, comparison, report);
  } else {
    compareHeaders(here, there, comparison, report);
    compareCookies(here, there, report);
    compareTargets(here, there, comparison, report);
    compareDeliveries(here.delivery, there.delivery, comparison, report);
    if (isKnown) compareBodies(here.json, there.json, comparison, report);
  }
  if (isKnown) compareMessages(here, there, comparison, report);
  return differences;
}

type Report = (difference: Difference) => void;

function compareBodies(here: unknown, there: unknown, comparison: Comparison, report: Report): void {
  if ((here === undefined) === (there === undefined)) compareMembers(here, there, { ...comparison, report });
  else {
    const name = (body: unknown): string | undefined => (body === undefined ? undefined : 'JSON');
    report({ kind: 'body', name: '', here: name(here), there: name(there) });
  }
}

function reportUnlessEqual(
  kind: Difference['kind'],
  name: string,
  [here, there]: readonly [string | undefined, string | undefined],
  report: Report,
): void {
  if (here !== there) report({ kind, name, here, there });
}

/** What an error response says, whatever its status. RFC 6749 §5.2. */
function compareErrors(here: Answer, there: Answer, realms: Comparison, report: Report): void {
  for (const name of ['error', 'error_description']) {
    const texts = [textOf(here, name, realms.here), textOf(there, name, realms.there)] as const;
    reportUnlessEqual('error', name, texts, report);
  }
}

function textOf({ json }: Answer, name: string, { mark }: RealmAddress): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Object.entries(json).find(([member]) => member === name)?.[1];
  return typeof value === 'string' ? mark(value) : undefined;
}

function compareHeaders(
  here: Answer,
  there: Answer,
  { here: ours, there: theirs }: Comparison,
  report: Report,
): void {
  for (const name of HEADERS) {
    const read = ({ headers }: Answer, realm: RealmAddress): string | undefined => {
      const value = headers.get(name);
      if (value === undefined) return undefined;
      const marked = realm.mark(value);
      return name === 'www-authenticate' ? markChallenge(marked, realm) : normalHeader(name, marked);
    };
    reportUnlessEqual('header', name, [read(here, ours), read(there, theirs)], report);
  }
}

/** Servers delete cookies with an instant long past. */
const YEAR_2000 = 946_684_800_000;

function isDeletion({ value, maxAge, expires }: Cookie): boolean {
  // RFC 6265 §4.1.2.2: Max-Age precedes Expires.
  if (typeof maxAge === 'number') return value === '' || maxAge <= 0;
  return value === '' || (expires instanceof Date && expires.getTime() < YEAR_2000);
}

function describeCookie({ maxAge, expires, httpOnly, secure, sameSite }: Cookie): string {
  const isPersistent = maxAge !== null || expires instanceof Date;
  return [
    isPersistent ? 'persistent' : 'session',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite ?? 'unset'}`,
  ].join('; ');
}

/** Attributes of each cookie that is set, by its name; deleted cookies are left out. RFC 6265 §4.1. */
function readCookies({ setCookies }: Answer): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const cookie of setCookies.map((text) => Cookie.parse(text))) {
    if (cookie === undefined) continue;
    if (isDeletion(cookie)) cookies.delete(cookie.key);
    else cookies.set(cookie.key, describeCookie(cookie));
  }
  return cookies;
}

function compareCookies(here: Answer, there: Answer, report: Report): void {
  const [ours, theirs] = [readCookies(here), readCookies(there)];
  for (const name of new Set([...ours.keys(), ...theirs.keys()]))
    reportUnlessEqual('cookie', name, [ours.get(name), theirs.get(name)], report);
}

function describeDelivery(delivery: Delivery | undefined, { mark }: RealmAddress): string | undefined {
  return delivery === undefined ? undefined : `${mark(delivery.url)} (${delivery.by})`;
}

function compareTargets(here: Answer, there: Answer, realms: Comparison, report: Report): void {
  const where = [
    describeDelivery(here.delivery, realms.here),
    describeDelivery(there.delivery, realms.there),
  ] as const;
  reportUnlessEqual('redirect', 'to', where, report);
}

function compareDeliveries(
  here: Delivery | undefined,
  there: Delivery | undefined,
  comparison: Comparison,
  report: Report,
): void {
  if (here === undefined || there === undefined) return;
  const plain = (delivery: Delivery): Record<string, string> =>
    Object.fromEntries(
      [...delivery.parameters].filter(([name]) => !isSamlParameter(name) && !IN_SIGNATURE.has(name)),
    );
  compareMembers(plain(here), plain(there), { ...comparison, report, path: 'parameter' });
  for (const name of ['SAMLRequest', 'SAMLResponse']) {
    const [ours, theirs] = [factsOf(here, name), factsOf(there, name)];
    if (ours !== undefined && theirs !== undefined)
      compareMembers(ours, theirs, { ...comparison, report, path: name, kind: 'saml' });
    else {
      const presence = [ours && 'present', theirs && 'present'] as const;
      reportUnlessEqual('saml', name, presence, report);
    }
  }
}

/** Parameters of a signed redirect (SAML Bindings §3.4.4.1); the algorithm is compared. */
const IN_SIGNATURE: ReadonlySet<string> = new Set(['Signature']);

function factsOf({ parameters }: Delivery, name: string): Readonly<Record<string, unknown>> | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const message = readSamlParameter(value);
  return message === undefined ? { message: 'not readable' } : readSamlFacts(message.xml);
}

/** Only pages have messages; of other answers the status says enough. */
function compareMessages(here: Answer, there: Answer, realms: Comparison, report: Report): void {
  const read = ({ message }: Answer, { mark }: RealmAddress): string | undefined =>
    message === undefined ? undefined : mark(message);
  const messages = [read(here, realms.here), read(there, realms.there)] as const;
  if (here.isPage && there.isPage) reportUnlessEqual('page', 'message', messages, report);
  else if (here.isPage !== there.isPage) {
    const name = ({ isPage, title = 'a page' }: Answer, message = title): string | undefined =>
      isPage ? message : undefined;
    report({ kind: 'page', name: '', here: name(here, messages[0]), there: name(there, messages[1]) });
  }
}
