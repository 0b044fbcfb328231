// Attaches handlers to the table of routes below /emulator/v1. The compiler refuses a row without a handler and a
// handler without a row.
import type { RouteKey, RouteRow } from '#protocol/contract/emulator-routes/route-row.ts';
import {
  EMULATOR_SUBJECTS,
  type EmulatorRouteKey,
  type EmulatorRow,
  type EmulatorSubjects,
  locateRoute,
} from '#protocol/contract/emulator-routes/table.ts';
import { checkOwnOrigin } from '#protocol/http/cors.ts';
import type { Exchange, PlainRoute, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { notFound } from './admin-error.ts';
import {
  type AdminAccess,
  type AdminRequest,
  checkServerAdministrator,
  compile,
  errorReply,
  guarded,
  WINDOW_ORIGIN,
} from './admin-route.ts';
import {
  type AdminRole,
  CLIENT_VIEWERS,
  checkIsAdministrator,
  checkRoleOver,
  USER_VIEWERS,
} from './administrator.ts';
import { type QueryValues, readQuery } from './emulator-query.ts';

/** What every handler gets; callers with a key of their own or without a token are no administrators. */
type PlainRequest = Omit<AdminRequest, 'administrator'>;

type PathName<Key> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | PathName<Rest> : never;

type QueryOf<Row> = Row extends { readonly query: infer Rows }
  ? QueryValues<Rows>
  : Readonly<Record<never, never>>;

type CallersOf<Row> = Row extends { readonly callers: infer Callers } ? Callers : 'server administrator';

type RealmCaller = 'client and user viewer' | 'user viewer' | 'impersonator';

/** What administrators of a realm need: one role of each list. */
const REALM_ROLES: Readonly<Record<RealmCaller, readonly (readonly AdminRole[])[]>> = {
  'client and user viewer': [CLIENT_VIEWERS, USER_VIEWERS],
  'user viewer': [USER_VIEWERS],
  impersonator: [['impersonation']],
};

type Caller<Row> =
  CallersOf<Row> extends 'server administrator' | 'administrator' | RealmCaller ? AdminRequest : PlainRequest;

/** Routes below `/realms/{realm}` get the realm, which exists. */
type NamedRealm<Key> = Key extends `${string}{realm}${string}` ? { readonly realm: StoredRealm } : unknown;

/** What the handler of a route gets: its path and query, read as the table describes them. */
export type EmulatorRequest<Key extends EmulatorRouteKey> = Caller<EmulatorRow<Key>> &
  NamedRealm<Key> & {
    readonly path: Readonly<Record<PathName<Key>, string>>;
    readonly query: QueryOf<EmulatorRow<Key>>;
  };

type Handle<Key extends EmulatorRouteKey> = (request: EmulatorRequest<Key>) => Reply | Promise<Reply>;

/** A handler whose caller may have presented a key instead of a token. */
interface KeyedHandler<Key extends EmulatorRouteKey> {
  /** Whether the request contains the key. Must reveal nothing else: the caller is not authenticated. */
  admits(exchange: Exchange): boolean;
  readonly handle: Handle<Key>;
}

type Handler<Key extends EmulatorRouteKey> =
  CallersOf<EmulatorRow<Key>> extends 'answer key' ? KeyedHandler<Key> : Handle<Key>;

/** The handlers of a subject, by the keys of its rows. */
export type EmulatorHandlers<Name extends keyof EmulatorSubjects> = {
  readonly [Key in keyof EmulatorSubjects[Name]['routes'] & EmulatorRouteKey]: Handler<Key>;
};

/** The authentication device serves its delegations itself. */
type ServedHere = Exclude<keyof EmulatorSubjects, 'delegations'>;

/** Handlers by subject. */
export type AllEmulatorHandlers = { readonly [Name in ServedHere]: EmulatorHandlers<Name> };

interface AnyRequest extends PlainRequest {
  readonly realm?: StoredRealm;
  readonly path: Readonly<Record<string, string>>;
  readonly query: QueryValues<NonNullable<RouteRow['query']>>;
}

type AnyHandle = (request: AnyRequest) => Reply | Promise<Reply>;

interface AnyHandler {
  readonly admits?: (exchange: Exchange) => boolean;
  readonly handle: AnyHandle;
}

function findRealm({ store, exchange }: PlainRequest): StoredRealm {
  const realm = store.realms.find(exchange.pathParameters['realm'] ?? '');
  if (realm === undefined) throw notFound('Realm not found.');
  return realm;
}

/** The realm comes first: 404 precedes 400, as everywhere in the admin API. */
function readRequest(key: RouteKey, row: RouteRow, request: PlainRequest): AnyRequest {
  const { exchange } = request;
  const realm = key.includes('/{realm}') ? { realm: findRealm(request) } : {};
  const query = readQuery(exchange.query, row.query ?? {});
  return { ...request, ...realm, path: exchange.pathParameters, query };
}

function checkCaller(request: AdminRequest, { callers }: RouteRow): void {
  const { administrator, exchange } = request;
  if (callers === 'administrator') checkIsAdministrator(administrator, exchange);
  else if (isRealmCaller(callers)) checkRealmRoles(request, REALM_ROLES[callers]);
  else checkServerAdministrator(request);
}

function isRealmCaller(callers: RouteRow['callers']): callers is RealmCaller {
  return callers !== undefined && Object.hasOwn(REALM_ROLES, callers);
}

/** Before the realm is looked up: administrators of a single realm must not learn which other realms exist. */
function checkRealmRoles(
  { administrator, exchange }: AdminRequest,
  needs: readonly (readonly AdminRole[])[],
): void {
  const realmName = exchange.pathParameters['realm'] ?? '';
  for (const anyOf of needs) checkRoleOver(administrator, exchange, realmName, anyOf);
}

function bodyKind({ body }: RouteRow): 'json' | 'text' | 'none' {
  if (body === 'ignored') return 'none';
  return body !== undefined && 'content' in body ? 'text' : 'json';
}

/** Handles a request without an administrator. */
async function handleKeyed(
  access: AdminAccess,
  exchange: Exchange,
  handle: AnyHandle,
  read: (request: PlainRequest) => AnyRequest,
) {
  const { store, clocks, events } = access;
  exchange.activity.parties('application', 'understudy');
  try {
    return await handle(read({ store, clocks, events, exchange }));
  } catch (error) {
    return errorReply(exchange, error);
  }
}

function emulatorRoute(
  access: AdminAccess,
  [key, row]: readonly [EmulatorRouteKey, RouteRow],
  { admits, handle }: AnyHandler,
): PlainRoute {
  const { method, path } = locateRoute(key);
  const { title, body } = row;
  const maxBodyBytes = typeof body === 'object' ? body.maxBytes : undefined;
  const compiled = {
    method,
    body: bodyKind(row),
    ...(title === undefined ? {} : { title }),
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
  };
  const read = (request: PlainRequest): AnyRequest => readRequest(key, row, request);
  return compile(access, compiled, path, (exchange) => {
    if (row.callers === 'anyone') return handleKeyed(access, exchange, handle, read);
    checkOwnOrigin(exchange, [WINDOW_ORIGIN]);
    if (admits?.(exchange) === true) return handleKeyed(access, exchange, handle, read);
    return guarded(access, exchange, (request) => {
      checkCaller(request, row);
      return handle(read(request));
    });
  });
}

/** The request as an exchange of its realm, for functions that requests below `/realms/{realm}` use as well. */
export function realmExchangeOf({
  exchange,
  clocks,
  realm,
}: Pick<PlainRequest, 'exchange' | 'clocks'> & { readonly realm: StoredRealm }): RealmExchange {
  return { ...exchange, realm: viewRealm(realm), clock: clocks(realm.realm) };
}

/** The routes of the table, with a handler for each row. */
export function createEmulatorRoutes(
  access: AdminAccess,
  handlers: AllEmulatorHandlers,
): readonly PlainRoute[] {
  return Object.entries(handlers).flatMap(([name, bySubject]) => {
    const rows: Readonly<Record<string, RouteRow>> = EMULATOR_SUBJECTS[name as ServedHere].routes;
    return Object.entries(bySubject).map(([key, handler]: readonly [string, unknown]) => {
      const row = rows[key];
      if (row === undefined) throw new TypeError(`${key} has no row in the table of routes`);
      // The types of `handlers` tie each handler to its own key; here, all of them are treated alike.
      const any = (typeof handler === 'function' ? { handle: handler } : handler) as AnyHandler;
      return emulatorRoute(access, [key as EmulatorRouteKey, row], any);
    });
  });
}
