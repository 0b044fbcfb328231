// Lists and ends every live session of a realm, filtered and paged, for the console; creates sessions for tests.
import type {
  ClientSessionWire,
  EndedSessionsWire,
  RealmSessionsWire,
  RealmSessionWire,
} from '#protocol/contract/admin-api.ts';
import type { NewSessionWire } from '#protocol/contract/created-sessions.ts';
import { flag, oneOf, text, texts } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type SessionEnder, sessionEndsAt, sessionLimits } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import type { SessionQuery } from '#protocol/store/session-query.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { type CreateSessionDeps, createUserSession } from '#protocol/test-kit/create-session.ts';
import { badRequest } from '../admin-error.ts';
import { answer, ok } from '../admin-route.ts';
import { type EmulatorHandlers, type EmulatorRequest, realmExchangeOf } from '../emulator-route.ts';
import { endSessions, sessionRepresentation } from '../keycloak-api/session-ending.ts';
import { readExactObject } from '../members.ts';
import { listConsents } from './realm-consents.ts';
import { createSignInLinkHandlers, type SignInLinkDeps } from './sign-in-links.ts';

type Listing = EmulatorRequest<'GET /realms/{realm}/sessions'>;
type Ending = EmulatorRequest<'DELETE /realms/{realm}/sessions'>;

/** @throws {AdminError} 400 for an unknown client. */
function sessionQuery(realm: Realm, { user, client: clientId, kind }: Ending['query']): SessionQuery {
  const client = clientId === undefined ? undefined : realm.clients.get(clientId);
  if (clientId !== undefined && client === undefined)
    throw badRequest('client must be the clientId of a client of the realm');
  return {
    ...(user === undefined ? {} : { userId: user }),
    ...(client === undefined ? {} : { clientUuid: client.id }),
    ...(kind === undefined ? {} : { offline: kind === 'offline' }),
  };
}

function textFilter(text: string | undefined): (session: UserSession) => boolean {
  if (text === undefined) return () => true;
  const words = text.toLowerCase();
  return (session) => session.username.toLowerCase().includes(words) || session.ipAddress.includes(words);
}

/** The live sessions that match, whatever their text. @throws {AdminError} 400 for an unknown client. */
function liveQuery({ clocks, query }: Listing | Ending, realm: Realm): SessionQuery {
  return { ...sessionQuery(realm, query), active: sessionLimits(realm, clocks(realm.name).now()) };
}

/** The matching live sessions, unordered. @throws {AdminError} 400 for an unknown client. */
function fittingSessions(request: Listing | Ending, realm: Realm): Promise<UserSession[]> {
  const { store, query } = request;
  return collect(store.sessions.list(realm.id, liveQuery(request, realm)), textFilter(query.text));
}

function clientSessions(realm: Realm, session: UserSession): ClientSessionWire[] {
  return Object.values(session.clients).flatMap(({ clientUuid, startedAt, lastRefreshAt, scope }) => {
    const clientId = realm.clientsById.get(clientUuid)?.clientId;
    if (clientId === undefined) return [];
    return [{ clientUuid, clientId, start: startedAt, lastRefresh: lastRefreshAt, scope }];
  });
}

function sessionWire(realm: Realm, session: UserSession): RealmSessionWire {
  return {
    ...sessionRepresentation(realm, session),
    offline: session.offline,
    flow: session.flow,
    authenticatedAt: session.authenticatedAt,
    endsAt: sessionEndsAt(realm, session),
    clientSessions: clientSessions(realm, session),
  };
}

interface FoundPage {
  readonly total: number;
  readonly sessions: readonly UserSession[];
}

/** Last used first. Only a search for text reads all sessions. @throws {AdminError} 400 for an unknown client. */
async function findPage(request: Listing, realm: Realm): Promise<FoundPage> {
  const { first, max, text } = request.query;
  if (text !== undefined) {
    const found = (await fittingSessions(request, realm)).sort(
      (one, other) => other.lastAccessAt - one.lastAccessAt || one.id.localeCompare(other.id),
    );
    return { total: found.length, sessions: found.slice(first, first + max) };
  }
  const query = liveQuery(request, realm);
  const [total, sessions] = await Promise.all([
    request.store.sessions.count(realm.id, query),
    request.store.sessions.page(realm.id, query, { first, max }),
  ]);
  return { total, sessions };
}

async function list(request: Listing): Promise<Reply> {
  const realm = viewRealm(request.realm);
  const { total, sessions } = await findPage(request, realm);
  const page: RealmSessionsWire = {
    total,
    now: request.clocks(realm.name).now(),
    sessions: sessions.map((session) => sessionWire(realm, session)),
  };
  return ok(page);
}

async function endFitting(request: Ending, endSession: SessionEnder): Promise<Reply> {
  const realm = viewRealm(request.realm);
  const sessions = await fittingSessions(request, realm);
  const ended: EndedSessionsWire = { ended: await endSessions({ ...request, realm }, endSession, sessions) };
  return ok(ended);
}

const NEW_SESSION = {
  user: { type: text },
  acr: { type: text },
  amr: { type: texts },
  authTime: { type: text },
  clients: { type: texts },
  rememberMe: { type: flag },
  ipAddress: { type: text },
  browser: { type: oneOf(['chromium', 'firefox', 'webkit']) },
};

async function create(
  request: EmulatorRequest<'POST /realms/{realm}/sessions'>,
  deps: CreateSessionDeps,
): Promise<Reply> {
  const wanted = readExactObject<NewSessionWire>(request.exchange.json, NEW_SESSION, ['user']);
  const realNow = request.exchange.clock.now();
  return answer(201, await createUserSession(deps, realmExchangeOf(request), wanted, realNow));
}

interface SessionHandlerDeps extends CreateSessionDeps, SignInLinkDeps {
  readonly endSession: SessionEnder;
}

export function createSessionHandlers(deps: SessionHandlerDeps): EmulatorHandlers<'sessions'> {
  return {
    'GET /realms/{realm}/sessions': list,
    'POST /realms/{realm}/sessions': (request) => create(request, deps),
    'DELETE /realms/{realm}/sessions': (request) => endFitting(request, deps.endSession),
    ...createSignInLinkHandlers(deps),
    'GET /realms/{realm}/consents': listConsents,
  };
}
