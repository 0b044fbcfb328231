// Turns rows of the admin API into routes: authentication, roles, the realm, error responses.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmEvents } from '#protocol/events/realm-events.ts';
import { checkOwnOrigin } from '#protocol/http/cors.ts';
import type { Admission, Exchange, PlainRoute, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { RealmClocks } from '#protocol/realm/realm-clocks.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import {
  DuplicateError,
  type RealmStore,
  type Store,
  type StoredRealm,
  type UserStore,
} from '#protocol/store/store.ts';
import { KitError } from '#protocol/test-kit/kit-error.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { AdminError, conflict, notFound } from './admin-error.ts';
import { recordAdminChange } from './admin-events.ts';
import {
  type Administrator,
  type AdminRole,
  checkRoleOver,
  identifyAdministrator,
  isServerAdministrator,
  refuseForbidden,
} from './administrator.ts';
import { checkProviders, findGuardedProviders } from './provider-guard.ts';
import { checkRealmChange, checkTarget, guardUsers, type UserWrites } from './write-guard.ts';

/** Origin of the desktop window, whose page this server does not serve. */
export const WINDOW_ORIGIN = 'app://understudy';

/** Passed to handlers outside any realm. */
export interface AdminRequest {
  readonly store: Store;
  /** A realm's clock by the realm's name. */
  readonly clocks: RealmClocks;
  readonly exchange: Exchange;
  readonly administrator: Administrator;
  readonly events: RealmEvents;
}

/** The store without the writes that are made through the request's own functions. */
interface ReadableStore extends Omit<Store, 'realms' | 'users'> {
  readonly realms: Pick<RealmStore, 'list' | 'find' | 'findOutOfService'>;
  readonly users: Omit<UserStore, 'create' | 'update' | 'remove' | 'capture'>;
}

/** Passed to handlers below a realm. `realm` is a view of the realm at the time of the request. */
export interface RealmRequest extends Omit<AdminRequest, 'store'> {
  readonly store: ReadableStore;
  readonly realm: Realm;
  /**
   * Changes the realm; resolves when the change is on disk. `change` may throw an AdminError.
   * @throws {AdminError} 403 when the change grants or revokes power that the caller lacks.
   */
  updateRealm(change: (realm: StoredRealm) => StoredRealm): Promise<StoredRealm>;
  readonly users: UserWrites;
  /** Unchecked writes, for what follows from a change made through `updateRealm` or `users`. */
  readonly unchecked: Pick<Store, 'realms' | 'users'>;
}

interface RouteRow {
  readonly method: PlainRoute['method'];
  /** Title in Activity; absent for reads, which are kept in its background. */
  readonly title?: string;
  readonly body?: 'json' | 'text' | 'form' | 'upload' | 'json-or-upload' | 'none';
  /** Also answers all other methods; the path has no other row. */
  readonly anyMethod?: true;
  readonly maxBodyBytes?: number;
}

/** A row outside any realm, with its complete path. */
export interface ServerRow extends RouteRow {
  readonly path: string;
  /** `server`: only administrators of the server; `any`: the handler decides. */
  readonly needs: 'server' | 'any';
  handle(request: AdminRequest): Reply | Promise<Reply>;
}

/** A row below `/admin/realms/:realm`. */
export interface RealmRow extends RouteRow {
  /** Below the realm: `/users/:user`. */
  readonly path: string;
  /** Any one of these roles for the realm is sufficient; undefined: any role. */
  readonly needs: readonly AdminRole[] | undefined;
  /** Shows credentials with which the caller could act as the path's client; checked like a change of it. */
  readonly shows?: 'credentials';
  handle(request: RealmRequest): Reply | Promise<Reply>;
}

/** A row that only reads, which Activity keeps in its background. */
export function viewRow(path: string, needs: RealmRow['needs'], handle: RealmRow['handle']): RealmRow {
  return { method: 'GET', path, needs, handle };
}

/** A row that changes something, with its title in Activity. */
export function changeRow(
  method: Exclude<RealmRow['method'], 'GET'>,
  path: string,
  needs: RealmRow['needs'],
  title: string,
  handle: RealmRow['handle'],
): RealmRow {
  return { method, path, needs, title, handle };
}

/** A parameter of the route's path. */
export function parameter(request: Pick<AdminRequest, 'exchange'>, name: string): string {
  return request.exchange.pathParameters[name] ?? '';
}

/** A JSON response that is never cached. */
export function answer(status: number, value: unknown, headers?: Record<string, string>): Reply {
  return jsonReply(status, value, { ...NO_STORE, ...headers });
}

/** 200 with a JSON body. */
export function ok(value: unknown, headers?: Record<string, string>): Reply {
  return answer(200, value, headers);
}

/** 204, for updates, deletes and assignments. */
export const DONE: Reply = { status: 204, headers: { ...NO_STORE } };

/** 201 with the location of the new resource: the request's path and the name or id. */
export function created(exchange: Exchange, segment: string, value?: unknown): Reply {
  const path = exchange.path.endsWith('/') ? exchange.path.slice(0, -1) : exchange.path;
  const location = `${exchange.baseUrl}${path}/${encodeURIComponent(segment)}`;
  if (value !== undefined) return answer(201, value, { location });
  return { status: 201, headers: { ...NO_STORE, location } };
}

/** A realm that has been removed in the meantime is a 404. */
async function updateRealm(
  request: AdminRequest,
  realm: Realm,
  change: (realm: StoredRealm) => StoredRealm,
): Promise<StoredRealm> {
  const guarded = await findGuardedProviders(request, request.store.users, realm);
  if (request.store.realms.find(realm.name)?.id !== realm.id) throw notFound('Realm not found.');
  return request.store.realms.update(realm.name, (before) => {
    const after = change(before);
    checkRealmChange(request, before, after);
    checkProviders(request, before, after, guarded);
    return after;
  });
}

/** An AdminError as Keycloak's clients expect it. @throws every other error, for the server to handle. */
export function errorReply(exchange: Exchange, error: unknown): Reply {
  if (error instanceof DuplicateError)
    return errorReply(exchange, conflict(`Something with the same ${error.member} exists`));
  if (error instanceof KitError) return kitErrorReply(exchange, error);
  if (!(error instanceof AdminError)) throw error;
  if (error.status !== 401 && error.status !== 403) {
    const { error_description: text, errorMessage, error: code } = error.body;
    const description = text ?? errorMessage ?? code ?? '';
    exchange.activity.refused(
      new OAuthError('invalid_request', { status: error.status, description }),
      'admin-request',
    );
  }
  const headers = error.status === 401 ? { ...NO_STORE, 'www-authenticate': 'Bearer' } : NO_STORE;
  return jsonReply(error.status, error.body, headers);
}

/** `{error, remedy}`; both are in Activity as well. */
function kitErrorReply({ activity }: Exchange, { status, problem, remedy }: KitError): Reply {
  const error = new OAuthError('invalid_request', { status, description: problem, reason: problem, remedy });
  activity.refused(error, 'test-kit');
  return jsonReply(status, { error: problem, remedy }, NO_STORE);
}

export interface AdminAccess {
  readonly store: Store;
  readonly clocks: RealmClocks;
  readonly verifier: TokenVerifier;
  readonly events: RealmEvents;
  /** See {@link AdministratorDeps}. */
  readonly controlKey: { readonly key: string };
}

/** Keeps callers without permission from filling the memory with a large body. */
function admitAdministrators(access: AdminAccess): Admission {
  return async (exchange) => {
    checkOwnOrigin(exchange, [WINDOW_ORIGIN]);
    try {
      await identifyAdministrator(access, exchange);
      return undefined;
    } catch (error) {
      return errorReply(exchange, error);
    }
  };
}

/** Identifies the caller before `handle` runs, and turns an AdminError into a response. */
export async function guarded(
  access: AdminAccess,
  exchange: Exchange,
  handle: (request: AdminRequest) => Reply | Promise<Reply>,
): Promise<Reply> {
  checkOwnOrigin(exchange, [WINDOW_ORIGIN]);
  try {
    const administrator = await identifyAdministrator(access, exchange);
    exchange.activity.parties('application', 'understudy');
    exchange.activity.user(administrator.username);
    const { store, clocks, events } = access;
    return await handle({ store, clocks, events, exchange, administrator });
  } catch (error) {
    return errorReply(exchange, error);
  }
}

/** The route of a row. With `maxBodyBytes`, only administrators may send a body. */
export function compile(
  access: AdminAccess,
  row: RouteRow,
  path: string,
  handle: PlainRoute['handle'],
): PlainRoute {
  return {
    method: row.method,
    path,
    ...(row.title !== undefined && { title: row.title }),
    ...(row.title === undefined && row.method === 'GET' && { background: true }),
    ...(row.anyMethod === true && { anyMethod: row.anyMethod }),
    body: row.method === 'GET' ? 'none' : (row.body ?? 'json'),
    ...(row.maxBodyBytes === undefined
      ? {}
      : { maxBodyBytes: row.maxBodyBytes, admit: admitAdministrators(access) }),
    handle,
  };
}

/** @throws {AdminError} 403 when the caller is not an administrator of the server. */
export function checkServerAdministrator({ administrator, exchange }: AdminRequest): void {
  if (!isServerAdministrator(administrator)) refuseForbidden(administrator, exchange, 'admin', 'master');
}

export function serverRoute(access: AdminAccess, row: ServerRow): PlainRoute {
  return compile(access, row, row.path, (exchange) =>
    guarded(access, exchange, (request) => {
      if (row.needs === 'server') checkServerAdministrator(request);
      return row.handle(request);
    }),
  );
}

/** A route below a realm. 401 precedes 404, so that callers without a token cannot probe for realms. */
export function realmRoute(access: AdminAccess, row: RealmRow): PlainRoute {
  return compile(access, row, `/admin/realms/:realm${row.path}`, (exchange) =>
    guarded(access, exchange, async (request) => {
      const stored = access.store.realms.find(parameter(request, 'realm'));
      if (stored === undefined) {
        // Administrators of a single realm must not learn which other realms exist.
        if (!isServerAdministrator(request.administrator))
          refuseForbidden(request.administrator, exchange, 'admin', parameter(request, 'realm'));
        throw notFound('Realm not found.');
      }
      return callRow(request, stored, row);
    }),
  );
}

/** Handles a request by a row, after the checks of the caller's rights, and keeps the event. @throws {AdminError} */
export async function callRow(
  request: AdminRequest,
  stored: StoredRealm,
  row: Pick<RealmRow, 'method' | 'path' | 'needs' | 'shows' | 'handle'>,
): Promise<Reply> {
  const { store } = request;
  checkRoleOver(request.administrator, request.exchange, stored.realm, row.needs);
  const realm = viewRealm(stored);
  if (row.method !== 'GET' || row.shows === 'credentials') await checkTarget(request, store.users, realm);
  const reply = await row.handle({
    ...request,
    realm,
    updateRealm: (change) => updateRealm(request, realm, change),
    users: guardUsers(request, store, realm),
    unchecked: store,
  });
  if (row.method !== 'GET') await recordAdminChange({ ...request, row, reply }, store.realms, stored);
  return reply;
}

/** Page bounds of a list. @throws {AdminError} 400 when one is not a whole number. */
export function readPage(exchange: Exchange, defaultMax: number): { first: number; max: number } {
  return { first: Math.max(0, readNumber(exchange, 'first', 0)), max: readMax(exchange, defaultMax) };
}

function readMax(exchange: Exchange, defaultMax: number): number {
  const max = readNumber(exchange, 'max', defaultMax);
  return max < 0 ? Number.MAX_SAFE_INTEGER : max;
}

/** Compat: a Java integer; clients send the largest one for "all". */
const LARGEST = 2 ** 31 - 1;

function readNumber(exchange: Exchange, name: string, fallback: number): number {
  const value = exchange.query.get(name);
  if (value === undefined || value === '') return fallback;
  if (!/^-?\d{1,10}$/.test(value) || Math.abs(Number(value)) > LARGEST)
    throw new AdminError(400, { error: `${name} must be a whole number of at most ${LARGEST}` });
  return Number(value);
}

/** The page of a list that the query requests; without `max`, at most `defaultMax` items. @throws as {@link readPage}. */
export function slicePage<T>(exchange: Exchange, list: readonly T[], defaultMax = -1): T[] {
  const { first, max } = readPage(exchange, defaultMax);
  return list.slice(first, first + max);
}

/** A boolean query parameter; undefined when absent. */
export function readSwitch(exchange: Exchange, name: string): boolean | undefined {
  const value = exchange.query.get(name);
  return value === undefined || value === '' ? undefined : value.toLowerCase() === 'true';
}
