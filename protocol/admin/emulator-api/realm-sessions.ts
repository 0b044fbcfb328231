// Lists and ends every live session of a realm, filtered and paged; used by the console's Sessions screen.
import type {
  ClientSessionWire,
  EndedSessionsWire,
  RealmSessionsWire,
  RealmSessionWire,
} from '#protocol/contract/admin-api.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { isSessionActive, type SessionEnder, sessionEndsAt } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { badRequest } from '../admin-error.ts';
import { type AdminRequest, emulatorRow, namedRealm, ok, readPage, type ServerRow } from '../admin-route.ts';
import { endSessions, sessionRepresentation } from '../keycloak-api/session-ending.ts';

const DEFAULT_MAX = 100;
const MAX_MAX = 1000;
const KINDS = ['browser', 'offline'];

type Filter = (session: UserSession) => boolean;

/** An empty value counts as absent. */
function filterValue({ exchange }: AdminRequest, name: string): string | undefined {
  const value = exchange.query.get(name);
  return value === '' ? undefined : value;
}

function kindFilter(kind: string | undefined): Filter {
  if (kind === undefined) return () => true;
  if (!KINDS.includes(kind)) throw badRequest(`kind must be one of ${KINDS.join(', ')}`);
  return (session) => session.offline === (kind === 'offline');
}

function clientFilter(realm: Realm, clientId: string | undefined): Filter {
  if (clientId === undefined) return () => true;
  const client = realm.clients.get(clientId);
  if (client === undefined) throw badRequest('client must be the clientId of a client of the realm');
  return (session) => Object.hasOwn(session.clients, client.id);
}

function textFilter(text: string | undefined): Filter {
  if (text === undefined) return () => true;
  const words = text.toLowerCase();
  return (session) => session.username.toLowerCase().includes(words) || session.ipAddress.includes(words);
}

/** The matching live sessions, unordered. @throws {AdminError} 400 naming the invalid filter. */
function fittingSessions(request: AdminRequest, realm: Realm): UserSession[] {
  const filters = [
    kindFilter(filterValue(request, 'kind')),
    clientFilter(realm, filterValue(request, 'client')),
    textFilter(filterValue(request, 'text')),
  ];
  const userId = filterValue(request, 'user');
  const now = request.clocks(realm.name).now();
  const { sessions } = request.store;
  const all = userId === undefined ? sessions.list(realm.id) : sessions.listByUser(realm.id, userId);
  return [...all].filter(
    (session) => isSessionActive(realm, session, now) && filters.every((fits) => fits(session)),
  );
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

function list(request: AdminRequest): Reply {
  const realm = viewRealm(namedRealm(request));
  const { first, max } = readPage(request.exchange, DEFAULT_MAX);
  if (max < 1 || max > MAX_MAX) throw badRequest(`max must be a whole number from 1 to ${MAX_MAX}`);
  const found = fittingSessions(request, realm).sort(
    (one, other) => other.lastAccessAt - one.lastAccessAt || one.id.localeCompare(other.id),
  );
  const page: RealmSessionsWire = {
    total: found.length,
    now: request.clocks(realm.name).now(),
    sessions: found.slice(first, first + max).map((session) => sessionWire(realm, session)),
  };
  return ok(page);
}

async function endFitting(request: AdminRequest, endSession: SessionEnder): Promise<Reply> {
  const realm = viewRealm(namedRealm(request));
  const sessions = fittingSessions(request, realm);
  await endSessions({ ...request, realm }, endSession, sessions);
  const ended: EndedSessionsWire = { ended: sessions.length };
  return ok(ended);
}

export function createRealmSessionRows(endSession: SessionEnder): readonly ServerRow[] {
  return [
    emulatorRow('GET', '/realms/:realm/sessions', list),
    emulatorRow(
      'DELETE',
      '/realms/:realm/sessions',
      (request) => endFitting(request, endSession),
      'End sessions',
    ),
  ];
}
