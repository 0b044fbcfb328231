// Live sessions of users and clients, and counts per client; ends one session, a user's, or all.
import { nowInSeconds } from '#protocol/clock.ts';
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import { offlineSessionId } from '#protocol/realm/sessions/offline-sessions.ts';
import { type SessionEnder, sessionLimits } from '#protocol/realm/sessions/sessions.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import type { SessionQuery } from '#protocol/store/session-query.ts';
import { notFound } from '../admin-error.ts';
import {
  changeRow,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readPage,
  readSwitch,
  viewRow,
} from '../admin-route.ts';
import { callAdminUrls } from './call-admin-urls.ts';
import { findClient } from './clients.ts';
import { endSessions, sessionRepresentation } from './session-ending.ts';
import { findUser, updateUser } from './users.ts';

const DEFAULT_MAX = 100;

/** Those that match and have not ended. */
function alive(request: RealmRequest, query: SessionQuery = {}): SessionQuery {
  return { ...query, active: sessionLimits(request.realm, request.clocks(request.realm.name).now()) };
}

async function ofUser(request: RealmRequest, query: SessionQuery) {
  const { id: userId } = await findUser(request);
  const { sessions } = request.store;
  const shown = await collect(sessions.list(request.realm.id, alive(request, { ...query, userId })));
  return ok(shown.map((session) => sessionRepresentation(request.realm, session)));
}

function ofClient(request: RealmRequest, offline: boolean): SessionQuery {
  return alive(request, { clientUuid: findClient(request).id, offline });
}

async function countOfClient(request: RealmRequest, offline: boolean) {
  return ok({ count: await request.store.sessions.count(request.realm.id, ofClient(request, offline)) });
}

async function listOfClient(request: RealmRequest, offline: boolean) {
  const page = readPage(request.exchange, DEFAULT_MAX);
  const sessions = await request.store.sessions.page(request.realm.id, ofClient(request, offline), page);
  return ok(sessions.map((session) => sessionRepresentation(request.realm, session)));
}

async function statistics(request: RealmRequest) {
  const { realm, store } = request;
  const counts = await store.sessions.countByClient(realm.id, realm.clientsById.keys(), alive(request));
  const rows = [...counts].flatMap(([id, { online, offline }]) => {
    const clientId = realm.clientsById.get(id)?.clientId;
    return clientId === undefined ? [] : [{ id, clientId, active: String(online), offline: String(offline) }];
  });
  return ok(rows);
}

async function endOne(request: RealmRequest, endSession: SessionEnder) {
  const sid = parameter(request, 'session');
  const offline = readSwitch(request.exchange, 'isOffline') === true;
  const session = await request.store.sessions.find(request.realm.id, offline ? offlineSessionId(sid) : sid);
  // Compat: Keycloak's own spelling, which scripts may compare with.
  if (session === undefined || session.offline !== offline) throw notFound('Sesssion not found');
  await endSessions(request, endSession, [session]);
  return DONE;
}

async function endOfUser(request: RealmRequest, endSession: SessionEnder) {
  const notBefore = nowInSeconds(request.clocks(request.realm.name));
  const user = await updateUser(request, (current) => ({ ...current, notBefore }));
  const query = { userId: user.id, offline: false };
  await endSessions(request, endSession, await collect(request.store.sessions.list(request.realm.id, query)));
  return DONE;
}

/** Compat: tokens issued before are revoked, offline ones too, and every Admin URL is called. */
async function endAll(request: RealmRequest, { endSession, logoutAll }: SessionRowDeps) {
  const notBefore = nowInSeconds(request.clocks(request.realm.name));
  const realm = viewRealm(await request.updateRealm((stored) => ({ ...stored, notBefore })));
  const sessions = await collect(request.store.sessions.list(realm.id, { offline: false }));
  await endSessions(request, endSession, sessions, { endsAll: true });
  return callAdminUrls(request, logoutAll, { realm, clients: [...realm.clients.values()] });
}

const VIEW_USERS = ['view-users', 'manage-users'] as const;
const VIEW_CLIENTS = ['view-clients', 'manage-clients'] as const;

export interface SessionRowDeps {
  readonly endSession: SessionEnder;
  /** Ends the sessions of all users at the applications with an Admin URL. */
  readonly logoutAll: AdminUrlAction;
}

export function createSessionRows(deps: SessionRowDeps): readonly RealmRow[] {
  const { endSession } = deps;
  return [
    viewRow('/users/:user/sessions', VIEW_USERS, (request) => ofUser(request, { offline: false })),
    viewRow('/users/:user/offline-sessions/:client', VIEW_USERS, (request) =>
      ofUser(request, { offline: true, clientUuid: parameter(request, 'client') }),
    ),
    changeRow('POST', '/users/:user/logout', ['manage-users'], 'Sign user out', (request) =>
      endOfUser(request, endSession),
    ),
    viewRow('/clients/:client/user-sessions', VIEW_CLIENTS, (request) => listOfClient(request, false)),
    viewRow('/clients/:client/offline-sessions', VIEW_CLIENTS, (request) => listOfClient(request, true)),
    viewRow('/clients/:client/session-count', VIEW_CLIENTS, (request) => countOfClient(request, false)),
    viewRow('/clients/:client/offline-session-count', VIEW_CLIENTS, (request) =>
      countOfClient(request, true),
    ),
    viewRow('/client-session-stats', ['view-realm', 'manage-realm'], statistics),
    changeRow('DELETE', '/sessions/:session', ['manage-users'], 'End session', (request) =>
      endOne(request, endSession),
    ),
    changeRow('POST', '/logout-all', ['manage-users'], 'End all sessions', (request) =>
      endAll(request, deps),
    ),
  ];
}
