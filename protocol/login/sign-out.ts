// Browser sign-out for all protocols: ends the session, then the browser visits the front-channel clients.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import {
  isUnconfirmed,
  type SessionEndContext,
  type SessionEnder,
  withoutClientSession,
} from '#protocol/realm/sessions/sessions.ts';
import type { ExpiringStore, Store, UserSession } from '#protocol/store/store.ts';
import { expiredCookies, withCookies } from './browser-cookies.ts';
import { renderFrontChannelLogout } from './front-channel-page.ts';
import { realmUrl } from './login-action-url.ts';
import { noteNotices } from './note-notices.ts';
import { readUiLocales } from './texts/page-texts.ts';

/** A client notified through a frame on the sign-out page. */
export interface FramedApplication {
  readonly clientId: string;
  readonly name: string;
  /** Absolute http(s) URL of the frame. */
  readonly url: string;
}

/** A client that the browser visits and that sends it back. */
export interface SignOutVisit {
  readonly clientUuid: string;
  readonly clientId: string;
}

/** The name of an identity provider among what the browser visits. */
export const providerVisit = (alias: string): string => `identity-provider:${alias}`;

/** A message that the browser delivers to a client. */
export interface SignOutHop extends SignOutVisit {
  /** The session as it was when it ended. */
  readonly session: UserSession;
  /** Identifier of the message; the client's answer refers to it. */
  readonly messageId: string;
}

/** A protocol that notifies clients of sign-outs through the browser: a row of the front-channel table. */
export interface FrontChannelParticipant {
  /** Names the row while the browser visits its clients. */
  readonly protocol: string;
  /** Section of the specification. */
  readonly section: string;
  /** Clients notified through frames, all at once. */
  listFrames?(context: SessionEndContext, session: UserSession): readonly FramedApplication[];
  /** Clients that the browser visits, one after another. */
  listVisits?(context: SessionEndContext, session: UserSession): readonly SignOutVisit[];
  /** Sends the browser to a client; undefined if its settings do not allow it (recorded in Activity). */
  visit?(exchange: RealmExchange, hop: SignOutHop): Promise<Reply | undefined>;
}

/** A protocol that starts sign-outs: a row of the sign-out protocol table. */
export interface SignOutProtocol {
  /** Ends the sign-out. `unconfirmed`: IDs of clients that could not be notified or did not confirm. */
  finish(
    exchange: RealmExchange,
    data: unknown,
    outcome: { readonly unconfirmed: readonly string[] },
  ): Promise<Reply>;
  /** Where the page with frames leads; absent: to `finish`. Without `continueTo`, the page stays open. */
  afterFrames?(
    exchange: RealmExchange,
    data: unknown,
  ): { readonly continueTo: string | undefined; readonly backTo: string | undefined };
}

/** A protocol's request to end the browser's session. */
export interface SignOutRequest {
  /** Undefined: no session, only the browser's cookies are deleted. */
  readonly session: UserSession | undefined;
  /** Key in the sign-out protocol table. */
  readonly protocol: string;
  /** The client that requested the sign-out and is not notified; undefined: all clients are notified. */
  readonly initiatorClientUuid: string | undefined;
  /** A visit that is left out, because the sign-out began there. */
  readonly notVisited?: string | undefined;
  /** The protocol's own request, returned unchanged. */
  readonly data: unknown;
  /** Section of the specification, for Activity. */
  readonly section: string;
}

/** A client's answer to the message that the browser delivered. */
export interface SignOutAnswer {
  /** Identifier of the answered message. */
  readonly messageId: string;
  readonly clientUuid: string;
  /** Whether the client has ended its session. */
  readonly confirmed: boolean;
}

/** Sign-outs in progress. */
export interface SignOuts {
  /** Ends the session, notifies back-channel clients, deletes cookies; then visits, frames and `finish`. */
  begin(exchange: RealmExchange, request: SignOutRequest): Promise<Reply>;
  /** Continues after a visit; undefined when this realm has no such message pending for this client. */
  resume(exchange: RealmExchange, answer: SignOutAnswer): Promise<Reply | undefined>;
  /** Continues after the page with frames; undefined when no sign-out is pending. */
  resumeAfterFrames(exchange: RealmExchange): Promise<Reply | undefined>;
}

/** Services used by sign-outs. */
export interface SignOutDeps {
  readonly store: Pick<Store, 'createExpiringStore'>;
  readonly endSession: SessionEnder;
}

/** How protocols take part in sign-outs. */
export interface SignOutProtocols {
  /** The sign-out protocol table. */
  readonly signOut: Readonly<Record<string, SignOutProtocol>>;
  /** The front-channel table. */
  readonly frontChannel: readonly FrontChannelParticipant[];
}

/** A visit with its row of the front-channel table. */
interface PlannedVisit extends SignOutVisit {
  /** `protocol` of the row. */
  readonly protocol: string;
}

/** A sign-out between two requests of the browser. */
interface PendingSignOut {
  readonly realmId: string;
  readonly request: SignOutRequest;
  readonly session: UserSession;
  readonly currentVisit: SignOutVisit | undefined;
  readonly remaining: readonly PlannedVisit[];
  readonly framed: readonly FramedApplication[];
  readonly unconfirmed: readonly string[];
}

/** Maximum number of sign-outs in progress; the oldest are dropped first. */
const CAPACITY = 1000;

interface Parts {
  readonly deps: SignOutDeps;
  readonly protocols: SignOutProtocols;
  readonly pending: ExpiringStore<PendingSignOut>;
}

/** `protocols` may be filled later, before the first sign-out. A step may take up to the realm's `accessCodeLifespanLogin` (seconds). SAML Profiles §4.4.3. */
export function createSignOuts(deps: SignOutDeps, protocols: SignOutProtocols): SignOuts {
  const pending = deps.store.createExpiringStore<PendingSignOut>('sign-out', { capacity: CAPACITY });
  const parts: Parts = { deps, protocols, pending };
  return {
    async begin(exchange, request) {
      const reply =
        request.session === undefined
          ? await finish(parts, exchange, request, [])
          : await endSessionAndVisit(parts, exchange, request, request.session);
      return withCookies(reply, expiredCookies(exchange));
    },
    async resume(exchange, { messageId, clientUuid, confirmed }) {
      const signOut = await consumePending(parts, exchange, messageId, clientUuid);
      if (signOut === undefined) return undefined;
      exchange.activity.joinFlow(signOut.session.flow);
      exchange.activity.user(signOut.session.username);
      const clientId = signOut.currentVisit?.clientId ?? '';
      const unconfirmed = confirmed ? signOut.unconfirmed : [...signOut.unconfirmed, clientId];
      return visitNextClient(parts, exchange, { ...signOut, unconfirmed });
    },
    async resumeAfterFrames(exchange) {
      const signOut = await consumePending(parts, exchange, exchange.query.get('sign_out') ?? '', undefined);
      if (signOut === undefined) return undefined;
      exchange.activity.joinFlow(signOut.session.flow);
      return finish(parts, exchange, signOut.request, signOut.unconfirmed);
    },
  };
}

/** Consumes the sign-out pending for this message; another client's answer leaves it pending. */
async function consumePending(
  { pending }: Parts,
  { realm, clock }: RealmExchange,
  id: string,
  clientUuid: string | undefined,
): Promise<PendingSignOut | undefined> {
  const now = clock.now();
  const found = await pending.find(realm.id, id, now);
  if (found === undefined || found.currentVisit?.clientUuid !== clientUuid) return undefined;
  const consumed = await pending.consume(realm.id, id, now);
  return consumed.state === 'found' ? consumed.value : undefined;
}

async function savePending(
  { pending }: Parts,
  { realm, clock }: RealmExchange,
  id: string,
  signOut: PendingSignOut,
): Promise<void> {
  const now = clock.now();
  await pending.put(id, signOut, now + realm.lifespans.accessCodeLogin * 1000, now);
}

async function endSessionAndVisit(
  parts: Parts,
  exchange: RealmExchange,
  request: SignOutRequest,
  session: UserSession,
): Promise<Reply> {
  const { realm, clock, baseUrl, activity } = exchange;
  const context = { realm, clock, baseUrl };
  const notified = withoutClientSession(session, request.initiatorClientUuid ?? '');
  const rows = parts.protocols.frontChannel;
  const remaining = rows.flatMap((participant) =>
    (participant.listVisits?.(context, notified) ?? [])
      .filter(({ clientUuid }) => clientUuid !== request.notVisited)
      .map((visit) => ({ ...visit, protocol: participant.protocol })),
  );
  const frames = rows.map((row) => ({ row, applications: row.listFrames?.(context, notified) ?? [] }));
  activity.joinFlow(session.flow);
  activity.session(session.id);
  const initiator = request.initiatorClientUuid;
  const visited = remaining.map(({ clientUuid }) => clientUuid);
  const except = initiator === undefined ? visited : [initiator, ...visited];
  const notices = await parts.deps.endSession(context, session, except);
  if (notices === undefined) {
    activity.recordNote('end-session', 'The session has ended already.', request.section);
    return finish(parts, exchange, request, []);
  }
  const framed = frames.flatMap(({ row, applications }) => noteFrames(exchange, row, applications));
  activity.recordPass('end-session', `session of ${session.username} ended`, request.section);
  noteNotices(activity, notices);
  const unconfirmed = notices.filter(isUnconfirmed).map(({ clientId }) => clientId);
  return visitNextClient(parts, exchange, {
    realmId: realm.id,
    request,
    session,
    currentVisit: undefined,
    remaining,
    framed,
    unconfirmed,
  });
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

/** Visits the next client possible, then shows the frames, then finishes. */
async function visitNextClient(
  parts: Parts,
  exchange: RealmExchange,
  signOut: PendingSignOut,
): Promise<Reply> {
  const unconfirmed = [...signOut.unconfirmed];
  for (const [index, { protocol, clientUuid, clientId }] of signOut.remaining.entries()) {
    const participant = parts.protocols.frontChannel.find((row) => row.protocol === protocol);
    const messageId = `ID_${createUuid()}`;
    const hop = { session: signOut.session, clientUuid, clientId, messageId };
    const reply = await participant?.visit?.(exchange, hop);
    if (participant === undefined || reply === undefined) {
      unconfirmed.push(clientId);
      continue;
    }
    exchange.activity.recordNote(
      'notify-client',
      `the browser is sent to ${clientId}; waiting for its answer to ${messageId}`,
      participant.section,
    );
    const currentVisit = { clientUuid, clientId };
    const remaining = signOut.remaining.slice(index + 1);
    await savePending(parts, exchange, messageId, { ...signOut, currentVisit, remaining, unconfirmed });
    return reply;
  }
  return showFrames(parts, exchange, { ...signOut, currentVisit: undefined, remaining: [], unconfirmed });
}

async function showFrames(parts: Parts, exchange: RealmExchange, signOut: PendingSignOut): Promise<Reply> {
  const { framed, request } = signOut;
  if (framed.length === 0) return finish(parts, exchange, request, signOut.unconfirmed);
  const { afterFrames } = findProtocol(parts, request);
  if (afterFrames !== undefined)
    return renderFrontChannelLogout(exchange, {
      applications: framed,
      ...afterFrames(exchange, request.data),
    });
  const id = createUuid();
  await savePending(parts, exchange, id, signOut);
  const uiLocales = readUiLocales(exchange);
  const language = uiLocales === '' ? '' : `&ui_locales=${encodeURIComponent(uiLocales)}`;
  const continueTo = `${realmUrl(exchange)}/login-actions/sign-out?sign_out=${id}${language}`;
  return renderFrontChannelLogout(exchange, { applications: framed, continueTo, backTo: undefined });
}

function findProtocol({ protocols }: Parts, { protocol }: SignOutRequest): SignOutProtocol {
  const found = protocols.signOut[protocol];
  if (found === undefined) throw new TypeError(`no sign-out protocol "${protocol}"`);
  return found;
}

async function finish(
  parts: Parts,
  exchange: RealmExchange,
  request: SignOutRequest,
  unconfirmed: readonly string[],
): Promise<Reply> {
  return findProtocol(parts, request).finish(exchange, request.data, { unconfirmed });
}
