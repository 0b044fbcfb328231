// Sign-out through the browser, one way for all protocols: ends the session, takes the browser past the clients, and back.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { SessionEndContext, SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { ExpiringStore, Store, UserSession } from '#protocol/store/store.ts';
import { expiredCookies, withCookies } from './browser-cookies.ts';
import { renderFrontChannelLogout } from './front-channel-page.ts';
import { realmUrl } from './login-action-url.ts';
import { noteNotices } from './note-notices.ts';

/** An application that is told by a frame on the sign-out page. */
export interface FramedApplication {
  readonly clientId: string;
  readonly name: string;
  /** Absolute http(s) address that is framed. */
  readonly url: string;
}

/** A client that the browser is taken to and that sends it back. */
export interface SignOutVisit {
  readonly clientUuid: string;
  readonly clientId: string;
}

/** A message that the browser takes to a client. */
export interface SignOutHop extends SignOutVisit {
  /** As it was when it ended. */
  readonly session: UserSession;
  /** Identifier for the message; the client's answer names it. */
  readonly messageId: string;
}

/** A protocol whose clients hear of a sign-out through the browser: a row of the front-channel table. */
export interface FrontChannelParticipant {
  /** Section of the specification. */
  readonly section: string;
  /** Clients that are told by frames, all at once. */
  listFrames?(context: SessionEndContext, session: UserSession): readonly FramedApplication[];
  /** Clients that the browser is taken to, one after another. */
  listVisits?(context: SessionEndContext, session: UserSession): readonly SignOutVisit[];
  /** The answer that takes the browser to a client; undefined when the client's settings do not allow one, which Activity has been told. */
  visit?(exchange: RealmExchange, hop: SignOutHop): Promise<Reply | undefined>;
}

/** How the clients took it. */
interface SignOutOutcome {
  /** clientIds of those that could not be told or did not confirm. */
  readonly notTold: readonly string[];
}

/** A protocol that begins sign-outs: a row of the sign-out protocol table. */
export interface SignOutProtocol {
  /** The answer that ends the sign-out when everybody has been told. */
  finish(exchange: RealmExchange, data: unknown, outcome: SignOutOutcome): Promise<Reply>;
  /** Where the page with frames leads; absent: to `finish`. `continueTo` undefined: the page stays and is the end. */
  afterFrames?(
    exchange: RealmExchange,
    data: unknown,
  ): { readonly continueTo: string | undefined; readonly backTo: string | undefined };
}

/** A protocol's wish that the browser's session ends. */
export interface SignOutRequest {
  /** Undefined: there is none, only the browser's cookies go. */
  readonly session: UserSession | undefined;
  /** Row of the sign-out protocol table. */
  readonly protocol: string;
  /** The client that knows already, as it has asked; undefined: every client is told. */
  readonly initiatorClientUuid: string | undefined;
  /** The protocol's own request, given back unchanged. */
  readonly data: unknown;
  /** Section of the specification, for Activity. */
  readonly section: string;
}

/** A client's answer to the message that the browser brought it. */
export interface SignOutAnswer {
  /** Identifier of the message that it answers. */
  readonly messageId: string;
  readonly clientUuid: string;
  /** Whether the client has ended its session. */
  readonly told: boolean;
}

/** Sign-outs that are on their way. */
export interface SignOuts {
  /** Ends the session: back-channel clients are told, cookies go, then the browser visits one client after another, sees the frames, and comes back. */
  begin(exchange: RealmExchange, request: SignOutRequest): Promise<Reply>;
  /** Goes on after a visit; undefined when no such message of this realm waits for an answer of this client. */
  resume(exchange: RealmExchange, answer: SignOutAnswer): Promise<Reply | undefined>;
  /** Goes on after the page with frames; undefined when there is nothing to go on with. */
  resumeAfterFrames(exchange: RealmExchange): Promise<Reply | undefined>;
}

/** What sign-outs need of the server. */
export interface SignOutDeps {
  readonly store: Pick<Store, 'createExpiringStore'>;
  readonly endSession: SessionEnder;
  /** The sign-out protocol table. */
  readonly signOutProtocols: () => Readonly<Record<string, SignOutProtocol>>;
  /** The front-channel table. */
  readonly frontChannel: () => readonly FrontChannelParticipant[];
}

/** A visit with the row that makes it. */
interface PlannedVisit extends SignOutVisit {
  readonly participant: FrontChannelParticipant;
}

/** A sign-out between two answers of the browser. Never changed in place. */
interface Walk {
  readonly realmId: string;
  readonly request: SignOutRequest;
  readonly session: UserSession;
  readonly waitsFor: SignOutVisit | undefined;
  readonly ahead: readonly PlannedVisit[];
  readonly framed: readonly FramedApplication[];
  readonly notTold: readonly string[];
}

/** At most this many sign-outs are on their way at once; the oldest go first. */
const CAPACITY = 1000;

/** Where the page with frames leads. */
const AFTER_FRAMES = 'login-actions/sign-out';

interface Parts {
  readonly deps: SignOutDeps;
  readonly walks: ExpiringStore<Walk>;
}

/** Keeps sign-outs in memory for `accessCodeLifespanLogin` seconds of the realm between two steps. SAML Profiles §4.4.3. */
export function createSignOuts(deps: SignOutDeps): SignOuts {
  const parts: Parts = { deps, walks: deps.store.createExpiringStore<Walk>(CAPACITY) };
  return {
    async begin(exchange, request) {
      const reply =
        request.session === undefined
          ? await finish(parts, exchange, request, [])
          : await endAndWalk(parts, exchange, request, request.session);
      return withCookies(reply, expiredCookies(exchange));
    },
    async resume(exchange, { messageId, clientUuid, told }) {
      const walk = take(parts, exchange, messageId, clientUuid);
      if (walk === undefined) return undefined;
      exchange.activity.joinFlow(walk.session.flow);
      exchange.activity.user(walk.session.username);
      const clientId = walk.waitsFor?.clientId ?? '';
      return goOn(parts, exchange, told ? walk : { ...walk, notTold: [...walk.notTold, clientId] });
    },
    async resumeAfterFrames(exchange) {
      const walk = take(parts, exchange, exchange.query.get('sign_out') ?? '', undefined);
      if (walk === undefined) return undefined;
      exchange.activity.joinFlow(walk.session.flow);
      return finish(parts, exchange, walk.request, walk.notTold);
    },
  };
}

/** The sign-out that waits for this, once; somebody else's answer leaves it waiting. */
function take(
  { walks }: Parts,
  { realm, clock }: RealmExchange,
  id: string,
  clientUuid: string | undefined,
): Walk | undefined {
  const found = walks.find(id, clock.now());
  if (found === undefined || found.realmId !== realm.id) return undefined;
  if (found.waitsFor?.clientUuid !== clientUuid) return undefined;
  const consumed = walks.consume(id, clock.now());
  return consumed.state === 'found' ? consumed.value : undefined;
}

function keep({ walks }: Parts, { realm, clock }: RealmExchange, id: string, walk: Walk): void {
  const now = clock.now();
  walks.put(id, walk, now + realm.lifespans.accessCodeLogin * 1000, now);
}

async function endAndWalk(
  parts: Parts,
  exchange: RealmExchange,
  request: SignOutRequest,
  session: UserSession,
): Promise<Reply> {
  const { realm, clock, baseUrl, activity } = exchange;
  const context = { realm, clock, baseUrl };
  const told = withoutClients(session, [request.initiatorClientUuid ?? '']);
  const rows = parts.deps.frontChannel();
  const ahead = rows.flatMap((participant) =>
    (participant.listVisits?.(context, told) ?? []).map((visit) => ({ ...visit, participant })),
  );
  const framed = rows.flatMap((row) => noteFrames(exchange, row, row.listFrames?.(context, told) ?? []));
  activity.joinFlow(session.flow);
  const behind = withoutClients(
    told,
    ahead.map(({ clientUuid }) => clientUuid),
  );
  const notices = await parts.deps.endSession(context, behind);
  activity.recordPass('end-session', `session of ${session.username} ended`, request.section);
  noteNotices(activity, notices);
  const notTold = notices.filter(({ outcome }) => outcome !== 'accepted').map(({ clientId }) => clientId);
  return goOn(parts, exchange, {
    realmId: realm.id,
    request,
    session,
    waitsFor: undefined,
    ahead,
    framed,
    notTold,
  });
}

function withoutClients(session: UserSession, uuids: readonly string[]): UserSession {
  const left = Object.entries(session.clients).filter(([uuid]) => !uuids.includes(uuid));
  return { ...session, clients: Object.fromEntries(left) };
}

function noteFrames(
  { activity }: RealmExchange,
  { section }: FrontChannelParticipant,
  framed: readonly FramedApplication[],
): readonly FramedApplication[] {
  for (const { clientId, url } of framed)
    activity.recordNote('notify-client', `${clientId} is notified in a frame: ${url}`, section);
  return framed;
}

/** To the next client that can be visited, then the frames, then the end. */
async function goOn(parts: Parts, exchange: RealmExchange, walk: Walk): Promise<Reply> {
  const notTold = [...walk.notTold];
  for (const [index, { participant, clientUuid, clientId }] of walk.ahead.entries()) {
    const messageId = `ID_${createUuid()}`;
    const hop = { session: walk.session, clientUuid, clientId, messageId };
    const reply = await participant.visit?.(exchange, hop);
    if (reply === undefined) {
      notTold.push(clientId);
      continue;
    }
    exchange.activity.recordNote(
      'notify-client',
      `the browser is taken to ${clientId}; ${messageId} waits for its answer`,
      participant.section,
    );
    const waitsFor = { clientUuid, clientId };
    keep(parts, exchange, messageId, { ...walk, waitsFor, ahead: walk.ahead.slice(index + 1), notTold });
    return reply;
  }
  return showFrames(parts, exchange, { ...walk, waitsFor: undefined, ahead: [], notTold });
}

async function showFrames(parts: Parts, exchange: RealmExchange, walk: Walk): Promise<Reply> {
  const { framed, request } = walk;
  if (framed.length === 0) return finish(parts, exchange, request, walk.notTold);
  const { afterFrames } = findProtocol(parts, request);
  if (afterFrames !== undefined)
    return renderFrontChannelLogout(exchange, {
      applications: framed,
      ...afterFrames(exchange, request.data),
    });
  const id = createUuid();
  keep(parts, exchange, id, walk);
  const continueTo = `${realmUrl(exchange)}/${AFTER_FRAMES}?sign_out=${id}`;
  return renderFrontChannelLogout(exchange, { applications: framed, continueTo, backTo: undefined });
}

function findProtocol({ deps }: Parts, { protocol }: SignOutRequest): SignOutProtocol {
  const found = deps.signOutProtocols()[protocol];
  if (found === undefined) throw new TypeError(`no sign-out protocol "${protocol}"`);
  return found;
}

async function finish(
  parts: Parts,
  exchange: RealmExchange,
  request: SignOutRequest,
  notTold: readonly string[],
): Promise<Reply> {
  return findProtocol(parts, request).finish(exchange, request.data, { notTold });
}
