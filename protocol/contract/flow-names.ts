// Names a flow of Activity by what it is: the table of kinds, for the list, the window and reports.
import type { ActivitySummary } from './activity.ts';

/** Every kind, in the order of a filter. */
export const FLOW_KINDS = [
  'sign-in',
  'saml',
  'ciba',
  'device',
  'token',
  'token-use',
  'sign-out',
  'registry',
  'registration',
  'account',
  'administration',
  'read',
  'console',
  'other',
] as const;

export type FlowKind = (typeof FLOW_KINDS)[number];

/** What a flow is called. */
interface FlowName {
  /** The row of the table that named it; `row.kind` is its kind. */
  readonly row: FlowRow;
  /** `Sign-in with code + PKCE · alice`, `CIBA · bob · approved`. */
  readonly name: string;
  /** Why it was refused or failed, in short: `Refused: There is no client "shop" in realm demo`. */
  readonly problem?: string;
}

type Exchanges = readonly ActivitySummary[];
type Subject = 'user' | 'client' | 'realm' | 'path';

/** A row of the table: exchanges that make a flow one of this kind, and its name. */
export interface FlowRow {
  readonly kind: FlowKind;
  /** Beginnings of the titles of these exchanges. */
  readonly titles?: readonly string[];
  /** Or `grant_type` of their token requests. */
  readonly grant?: string;
  /** Or a rule of their own. */
  readonly has?: (exchange: ActivitySummary, flow: Exchanges) => boolean;
  /** A text, or a text from all exchanges of the flow in order, and the first one that fits the row. */
  readonly name: string | ((flow: Exchanges, first: ActivitySummary) => string);
  /** Whose flow it is. `user` falls back to the client while the user is unknown. */
  readonly subject: Subject;
  /** How it ended, where that is not what the outcome says. */
  readonly state?: (flow: Exchanges) => string | undefined;
}

export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const TOKEN_EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The admin API, Keycloak's and ours, below any relative path of the server. */
const ADMINISTRATION = /^(?:\/(?!realms\/)[^/]+)*\/(?:admin|emulator\/v1)\//;

/** Whether the request is one of the admin API, Keycloak’s or ours. */
export function isAdministration({ path }: ActivitySummary): boolean {
  return ADMINISTRATION.test(path);
}

function isRefused({ outcome }: ActivitySummary): boolean {
  return outcome === 'refused' || outcome === 'failed';
}

function lastKnown<Member extends 'username' | 'clientId' | 'userAnswer'>(
  flow: Exchanges,
  member: Member,
): ActivitySummary[Member] | undefined {
  return flow.findLast((exchange) => exchange[member] !== undefined)?.[member];
}

function nameSignIn(flow: Exchanges): string {
  const known = (member: 'responseType' | 'prompt'): string | undefined =>
    flow.find((exchange) => exchange[member] !== undefined)?.[member];
  const silent = known('prompt')?.split(' ').includes('none') === true;
  const sign = silent ? 'Silent sign-in' : 'Sign-in';
  const parts = known('responseType')?.split(/\s+/) ?? [];
  const hasCode = parts.includes('code');
  const hasTokens = parts.some((part) => part === 'token' || part === 'id_token');
  if (hasTokens) return `${sign} (${hasCode ? 'hybrid' : 'implicit'})`;
  const pushed = flow.some(({ title }) => title.startsWith('Pushed authorization'));
  const means = [
    ...(pushed ? ['PAR'] : []),
    ...(hasCode ? ['code'] : []),
    ...(flow.some(({ pkce = 'none' }) => pkce !== 'none') ? ['PKCE'] : []),
  ];
  return means.length === 0 ? sign : `${sign} with ${means.join(' + ')}`;
}

function hasRefusal(flow: Exchanges, code: string): boolean {
  return flow.some(({ refusal }) => refusal?.code === code);
}

/** Before the user is asked, a refusal is no answer of theirs. */
function stateOfCiba(flow: Exchanges): string | undefined {
  const answer = lastKnown(flow, 'userAnswer');
  if (answer !== undefined) return answer;
  if (flow.some(({ grant, outcome }) => grant === CIBA_GRANT && outcome === 'accepted')) return 'approved';
  if (hasRefusal(flow, 'expired_token')) return 'expired';
  if (hasRefusal(flow, 'access_denied')) return 'denied';
  return flow.some(isRefused) ? undefined : 'waiting for user';
}

function stateOfDevice(flow: Exchanges): string | undefined {
  const isApproved = ({ grant, title, outcome }: ActivitySummary): boolean =>
    outcome === 'accepted' && (grant === DEVICE_GRANT || title === 'Consent form');
  if (flow.some(isApproved)) return 'approved';
  if (hasRefusal(flow, 'expired_token')) return 'expired';
  if (hasRefusal(flow, 'access_denied')) return 'denied';
  return flow.some(isRefused) ? undefined : 'waiting for user';
}

/** Scopes are `repository:<name>:<actions>`. */
function nameRegistryRequest(flow: Exchanges): string {
  const actions = flow.flatMap(({ scope }) =>
    (scope ?? '').split(/\s+/).flatMap((part) => part.slice(part.lastIndexOf(':') + 1).split(',')),
  );
  if (actions.includes('push')) return 'Registry push';
  return actions.includes('pull') ? 'Registry pull' : 'Registry sign-in';
}

const titleOfFirst = (_flow: Exchanges, { title }: ActivitySummary): string => title;

/** The first row that one of a flow's exchanges fits gives its name. */
export const FLOW_ROWS: readonly FlowRow[] = [
  {
    kind: 'console',
    has: (_exchange, flow) => flow.every(({ background, from }) => background === true && from === 'console'),
    name: titleOfFirst,
    subject: 'realm',
  },
  {
    kind: 'ciba',
    titles: ['Authentication request (CIBA)', 'Authentication delegation', 'Authentication result'],
    grant: CIBA_GRANT,
    name: 'CIBA',
    subject: 'user',
    state: stateOfCiba,
  },
  {
    kind: 'device',
    titles: ['Device authorization request', 'Device code'],
    grant: DEVICE_GRANT,
    name: 'Device sign-in',
    subject: 'user',
    state: stateOfDevice,
  },
  { kind: 'device', titles: ['Device result page'], name: 'Device result page', subject: 'user' },
  { kind: 'saml', titles: ['SAML sign-in request (ECP)'], name: 'SAML sign-in (ECP)', subject: 'user' },
  {
    kind: 'saml',
    titles: ['SAML IdP-initiated sign-on'],
    name: 'SAML sign-in (IdP-initiated)',
    subject: 'user',
  },
  { kind: 'saml', titles: ['SAML sign-in request'], name: 'SAML sign-in', subject: 'user' },
  {
    kind: 'sign-in',
    titles: ['Authorization request', 'Pushed authorization request'],
    name: nameSignIn,
    subject: 'user',
  },
  { kind: 'sign-in', titles: ['Sign-in link'], name: 'Sign in as', subject: 'user' },
  {
    kind: 'sign-in',
    titles: [
      'Sign-in ',
      'Required action',
      'Consent form',
      'First sign-in',
      'Answer of an identity provider',
      'Stand-in',
    ],
    name: 'Sign-in',
    subject: 'user',
  },
  { kind: 'token', grant: 'password', name: 'Password grant', subject: 'user' },
  { kind: 'token', grant: 'client_credentials', name: 'Client credentials', subject: 'client' },
  { kind: 'token', grant: TOKEN_EXCHANGE_GRANT, name: 'Token exchange', subject: 'user' },
  { kind: 'token', grant: 'authorization_code', name: 'Code exchange', subject: 'user' },
  { kind: 'token', grant: 'refresh_token', name: 'Refresh', subject: 'user' },
  {
    kind: 'token',
    titles: ['Token request', 'Profile from', 'Addresses from'],
    name: 'Token request',
    subject: 'client',
  },
  {
    kind: 'sign-out',
    titles: ['SAML sign-out', 'SAML back-channel logout'],
    name: 'SAML sign-out',
    subject: 'user',
  },
  { kind: 'sign-out', titles: ['Sign-out', 'Back-channel logout'], name: 'Sign-out', subject: 'user' },
  {
    kind: 'registry',
    titles: ['Registry token request (OAuth 2.0)'],
    name: 'Registry sign-in by OAuth 2.0',
    subject: 'user',
  },
  { kind: 'registry', titles: ['Registry token request'], name: nameRegistryRequest, subject: 'user' },
  { kind: 'token-use', titles: ['Userinfo'], name: 'Userinfo', subject: 'user' },
  { kind: 'token-use', titles: ['Introspection'], name: 'Introspection', subject: 'client' },
  { kind: 'token-use', titles: ['Revocation'], name: 'Revocation', subject: 'user' },
  {
    kind: 'registration',
    titles: ['Client registration, read'],
    name: 'Registration read',
    subject: 'client',
  },
  {
    kind: 'registration',
    titles: ['Client registration, change'],
    name: 'Registration change',
    subject: 'client',
  },
  {
    kind: 'registration',
    titles: ['Client registration, removal'],
    name: 'Registration removal',
    subject: 'client',
  },
  { kind: 'registration', titles: ['Client registration'], name: 'Registration', subject: 'client' },
  { kind: 'account', titles: ['Forgotten password'], name: 'Forgotten password', subject: 'user' },
  { kind: 'account', titles: ['User registration'], name: 'User registration', subject: 'user' },
  { kind: 'account', titles: ['E-mail link'], name: 'E-mail link', subject: 'user' },
  { kind: 'account', titles: ['Account ', 'Linked account'], name: titleOfFirst, subject: 'user' },
  { kind: 'token-use', titles: ['Stored token'], name: titleOfFirst, subject: 'user' },
  {
    kind: 'administration',
    // Some routes of the admin API are outside `/admin`.
    titles: ['Endpoint that is not supported'],
    has: isAdministration,
    name: titleOfFirst,
    subject: 'user',
  },
  {
    kind: 'read',
    titles: [
      'Discovery',
      'Keys',
      'SAML metadata',
      'Realm',
      'Session iframe',
      'Cookie probe',
      'Applications of a stand-in',
    ],
    name: titleOfFirst,
    subject: 'realm',
  },
  { kind: 'saml', titles: ['SAML '], name: titleOfFirst, subject: 'user' },
  {
    kind: 'other',
    titles: ['Request outside any endpoint'],
    name: (_flow, { status }) => (status === 405 ? 'Method not allowed' : 'Unknown address'),
    subject: 'path',
  },
  { kind: 'other', has: () => true, name: titleOfFirst, subject: 'path' },
];

function fits(row: FlowRow, exchange: ActivitySummary, flow: Exchanges): boolean {
  return (
    (row.grant !== undefined && exchange.grant === row.grant) ||
    row.titles?.some((title) => exchange.title.startsWith(title)) === true ||
    row.has?.(exchange, flow) === true
  );
}

interface Found {
  readonly row: FlowRow;
  readonly first: ActivitySummary;
}

function findRow(flow: Exchanges): Found {
  for (const row of FLOW_ROWS) {
    const first = flow.find((exchange) => fits(row, exchange, flow));
    if (first !== undefined) return { row, first };
  }
  throw new TypeError('a flow has at least one exchange');
}

/** Who the flow is about. Administrators who act on it are not, unless nobody else does. */
export function subjectsOfFlow(flow: Exchanges): {
  readonly username: string | undefined;
  readonly clientId: string | undefined;
} {
  const own = flow.filter((exchange) => !isAdministration(exchange));
  const relevant = own.length === 0 ? flow : own;
  return { username: lastKnown(relevant, 'username'), clientId: lastKnown(relevant, 'clientId') };
}

function subjectOf(subject: Subject, flow: Exchanges, first: ActivitySummary): string | undefined {
  const { username, clientId } = subjectsOfFlow(flow);
  if (subject === 'realm') return first.realm;
  if (subject === 'path') return first.path;
  return subject === 'client' ? clientId : (username ?? clientId);
}

const MAX_REASON_LENGTH = 100;

/** The first sentence or clause, without what is in parentheses; cut at a word if it is long. */
export function shortenReason(reason: string): string {
  const plain = reason.replaceAll(/\s*\([^()]*\)/g, '');
  const sentence = /^.*?(?=[.;:](?:\s|$))/s.exec(plain)?.[0] ?? plain;
  if (sentence.length <= MAX_REASON_LENGTH) return sentence;
  const cut = sentence.slice(0, MAX_REASON_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_REASON_LENGTH / 2 ? cut.slice(0, space) : cut}…`;
}

function problemOf(flow: Exchanges): string | undefined {
  const refused = flow.findLast(({ outcome }) => outcome === 'failed') ?? flow.findLast(isRefused);
  if (refused === undefined) return undefined;
  const { refusal, status, outcome } = refused;
  const reason = refusal?.reason || refusal?.description || refusal?.code || `HTTP ${status}`;
  return `${outcome === 'failed' ? 'Failed' : 'Refused'}: ${shortenReason(reason)}`;
}

/**
 * Names a flow by its exchanges, in the order in which they started.
 * @throws {TypeError} when there are none.
 */
export function nameFlow(flow: Exchanges): FlowName {
  const { row, first } = findRow(flow);
  const what = typeof row.name === 'string' ? row.name : row.name(flow, first);
  const parts = [what, subjectOf(row.subject, flow, first), row.state?.(flow)];
  const problem = problemOf(flow);
  return {
    row,
    name: parts.filter((part) => part !== undefined).join(' · '),
    ...(problem === undefined ? {} : { problem }),
  };
}
