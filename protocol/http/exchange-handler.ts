// Handles one request from headers to reply: target, route, realm, body, handler, record.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { SaveGate } from '#protocol/store/save-gate.ts';
import type { RealmStore } from '#protocol/store/store.ts';
import type { Themes } from '#protocol/themes/themes.ts';
import {
  AbortedRequestError,
  type Body,
  DEFAULT_MAX_BODY_BYTES,
  discardBody,
  NO_BODY,
  readBody,
} from './body.ts';
import { withCallerGone } from './caller-gone.ts';
import { parseCookies } from './cookies.ts';
import { corsHeaders, preflightHeaders, readOrigin } from './cors.ts';
import { endpointOf } from './endpoints.ts';
import type { BodyKind, Exchange, RealmExchange, Reply, Route } from './exchange.ts';
import type { ExchangeInterceptor } from './exchange-interceptor.ts';
import { createExchangeLog } from './exchange-log.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';
import { listUnservedRoutes } from './keycloak-paths.ts';
import { noSuchRealm, nothingAt } from './not-found.ts';
import { NO_PARAMETERS, parseParameters } from './parameters.ts';
import type { ProxyReader } from './proxy-headers.ts';
import { boundReader, READER_BOUND, type ReaderBound } from './reader-bound.ts';
import { checkInService } from './realm-out-of-service.ts';
import { type FailedExchange, type FaultPages, replyToError } from './reply-to-error.ts';
import { writeReply } from './reply-writer.ts';
import { RequestFault } from './request-fault.ts';
import { type RequestOrigin, readRequestOrigin } from './request-origin.ts';
import { type RequestTarget, readRequestTarget, type TargetRules } from './request-target.ts';
import { createRouter, type Endpoint, type RouteMatch, type Router } from './router.ts';
import { readTestName, TEST_HEADER } from './test-name.ts';
import { readTlsConnection } from './tls-connection.ts';

export interface ExchangeHandlerOptions extends TargetRules {
  readonly routes: readonly Route[];
  readonly realms: RealmStore;
  /** A realm's clock, by realm name. */
  readonly clocks: (realmName: string) => Clock;
  /** Called with the realm in the path of each request that has a route, before the realm is looked up. */
  readonly realmUsed?: (realmName: string) => void;
  /** The clock outside of realms. */
  readonly clock: Clock;
  /** Logger of category `http`. */
  readonly log: Logger;
  /** Parent of the protocols' log categories; default: `log`. */
  readonly rootLog?: Logger;
  readonly activity: ExchangeRecorder;
  readonly themes: Themes;
  /** Steps in before realm routes are handled; absent: nothing does. */
  readonly interceptor?: ExchangeInterceptor;
  /** What replies wait for; absent: nothing. */
  readonly saveGate?: SaveGate;
  /** Reads the headers of reverse proxies; absent: they are ignored. */
  readonly readProxy?: ProxyReader | undefined;
  /**
   * Sends Strict-Transport-Security over TLS. Off for localhost, where browsers would remember it too long.
   */
  readonly hsts: boolean;
  /** Pages for browsers whose request fails; default: plain pages in English. */
  readonly faultPages?: FaultPages;
  /** How long a reply may wait for its reader; default 30 s, more for large replies. */
  readonly readers?: ReaderBound;
}

export interface ExchangeHandler {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a live stream is being written to the socket, so that nothing else may be. */
  isStreaming(socket: Duplex): boolean;
  /** Ends live streams; every later reply closes its connection. */
  startClosing(): void;
}

/** What is known of the exchange so far; faults along the way are answered from it. */
interface Progress extends FailedExchange {
  readonly origin: RequestOrigin;
  baseUrl: string | undefined;
  endpoint: Endpoint | undefined;
  exchange: Exchange | undefined;
}

const NOTHING_KNOWN = { baseUrl: undefined, endpoint: undefined, exchange: undefined };

/** Browsers request it on every site; recording it would teach nothing. */
const NOT_RECORDED = '/favicon.ico';

/** The console marks its own calls, which Activity keeps in the background. */
function isFromConsole(request: IncomingMessage): boolean {
  return request.headers['x-understudy-console'] === '1';
}

function findRealm(realms: RealmStore, target: RequestTarget, name: string): Realm {
  const stored = realms.find(name);
  if (stored === undefined) throw noSuchRealm(target.path);
  return viewRealm(stored);
}

/**
 * OPTIONS: a preflight if other origins are allowed, else the methods of the path. Fetch §4.8, RFC 9110
 * §9.3.7.
 */
function optionsReply(progress: Progress, endpoint: Endpoint | undefined): Reply {
  const methods = endpoint?.methods ?? ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
  const allow = [...methods, 'OPTIONS'].join(', ');
  const origin = readOrigin(progress.request.headers);
  const isPreflight = progress.request.headers['access-control-request-method'] !== undefined;
  if (endpoint?.cors === undefined || origin === undefined || !isPreflight)
    return { status: 204, headers: { allow } };
  return { status: 200, headers: { allow, ...preflightHeaders(origin, methods) } };
}

function selectRoute(progress: Progress, endpoint: Endpoint): Route {
  const route = endpoint.routes.get(progress.method) ?? endpoint.anyMethod;
  if (route !== undefined) {
    const { recorded, request } = progress;
    const isOwn = isFromConsole(request);
    recorded.heading = isOwn ? undefined : route.title;
    recorded.isBackground = isOwn || route.background === true;
    return route;
  }
  const allow = [...endpoint.methods, 'OPTIONS'].join(', ');
  throw new RequestFault(405, 'method_not_allowed', `This address takes ${allow}.`, {
    headers: { allow },
    section: 'RFC 9110 §15.5.6',
  });
}

/** A request with its matched route. */
interface Call {
  readonly target: RequestTarget;
  readonly match: RouteMatch;
  readonly route: Route;
  readonly realm: Realm | undefined;
}

function buildExchange(
  options: ExchangeHandlerOptions,
  progress: Progress,
  call: Call,
  body: Body,
): Exchange {
  const { request, recorded } = progress;
  const { target, match, realm } = call;
  const exchange: Exchange & { realm?: Realm } = {
    id: recorded.id,
    method: progress.method,
    path: target.path,
    pathParameters: match.pathParameters,
    query: target.query === '' ? NO_PARAMETERS : parseParameters(target.query),
    rawQuery: target.query,
    form: body.form,
    json: body.json,
    text: body.text,
    headers: request.headers,
    cookies: parseCookies(request.headers.cookie),
    baseUrl: target.urls.baseUrl,
    backchannelBaseUrl: target.urls.backchannelBaseUrl,
    basePath: target.urls.basePath,
    remoteAddress: recorded.facts.remoteAddress,
    tls: readTlsConnection(request.socket),
    clock: realm === undefined ? options.clock : options.clocks(realm.name),
    log: progress.log,
    activity: recorded,
    themes: options.themes,
  };
  // Outside of realms the member is absent, not undefined: `'realm' in exchange` must work.
  if (realm !== undefined) exchange.realm = realm;
  return Object.freeze(exchange);
}

function isRealmExchange(exchange: Exchange): exchange is RealmExchange {
  return 'realm' in exchange;
}

function callHandler(
  options: ExchangeHandlerOptions,
  progress: Progress,
  call: Call,
  body: Body,
): Reply | Promise<Reply> {
  const { route } = call;
  const exchange = buildExchange(options, progress, call, body);
  progress.exchange = exchange;
  if (route.realm !== true) return route.handle(exchange);
  if (!isRealmExchange(exchange)) throw new TypeError(`route ${route.path} has no realm`);
  const { interceptor } = options;
  if (interceptor?.isArmed(exchange.realm.id) !== true) return route.handle(exchange);
  const { recorded, request } = progress;
  return withCallerGone(request, (callerGone) =>
    interceptor.intercept({ exchange, endpoint: endpointOf(route.path), recorded, callerGone }, route.handle),
  );
}

/** Without a body nothing is awaited: that would cost every GET a turn of the event loop. */
function callRoute(
  options: ExchangeHandlerOptions,
  progress: Progress,
  target: RequestTarget,
  match: RouteMatch,
): Reply | Promise<Reply> {
  const { recorded } = progress;
  const route = selectRoute(progress, match.endpoint);
  const named = match.pathParameters['realm'];
  if (named !== undefined) options.realmUsed?.(named);
  const realm = route.realm === true ? findRealm(options.realms, target, named ?? '') : undefined;
  recorded.realmName = realm?.name;
  const call = { target, match, route, realm };
  const kind = route.body ?? 'none';
  if (kind === 'none') return callHandler(options, progress, call, NO_BODY);
  return callWithBody(options, progress, call, kind);
}

async function callWithBody(
  options: ExchangeHandlerOptions,
  progress: Progress,
  call: Call,
  kind: BodyKind,
): Promise<Reply> {
  const { recorded, request } = progress;
  const { admit, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = call.route;
  const refusal = await admit?.(buildExchange(options, progress, call, NO_BODY));
  if (refusal !== undefined) {
    if (await discardBody(request)) return refusal;
    return { ...refusal, headers: { ...refusal.headers, connection: 'close' } };
  }
  const body = await readBody(request, kind, maxBodyBytes);
  if (body.source !== '') recorded.keepRequestBody(body.source);
  return callHandler(options, progress, call, body);
}

/** An address that refuses every method has none to list; other origins may still ask why. */
function answersOptions(match: RouteMatch | undefined): boolean {
  return match !== undefined && (match.endpoint.anyMethod === undefined || match.endpoint.cors !== undefined);
}

function answer(options: ExchangeHandlerOptions, router: Router, progress: Progress): Reply | Promise<Reply> {
  const { request, recorded } = progress;
  // Title for anything that fails before a route is found.
  recorded.title('Request outside any endpoint');
  const target = readRequestTarget(request, options, progress.origin);
  if ('redirectTo' in target) {
    recorded.heading = undefined;
    return { status: 302, headers: { location: target.redirectTo } };
  }
  progress.baseUrl = target.urls.baseUrl;
  if (target.path === NOT_RECORDED) recorded.heading = undefined;
  checkInService(options.realms, target.path);
  const match = target.path === '*' ? undefined : router.match(target.path);
  progress.endpoint = match?.endpoint;
  recorded.routePath = match?.endpoint.path;
  if (request.method === 'OPTIONS' && (target.path === '*' || answersOptions(match))) {
    recorded.heading = undefined;
    return optionsReply(progress, match?.endpoint);
  }
  if (match === undefined) throw nothingAt(options.realms, target.path);
  return callRoute(options, progress, target, match);
}

/** The fault for a realm that was removed while its request was in progress: whatever failed, failed for that. */
function realmRemoved(realms: RealmStore, { exchange }: Progress): RequestFault | undefined {
  if (exchange === undefined || !isRealmExchange(exchange)) return undefined;
  const { name } = exchange.realm;
  const isThere = realms.find(name) !== undefined || realms.findOutOfService(name) !== undefined;
  return isThere ? undefined : noSuchRealm(exchange.path);
}

/** Adds CORS headers to replies of public routes, and to faults before a route's handler could decide. */
function withRouteCors(progress: Progress, reply: Reply): Reply {
  const policy = progress.endpoint?.cors;
  const isOpen = policy === 'any' || (policy === 'handler' && progress.exchange === undefined);
  const origin = isOpen ? readOrigin(progress.request.headers) : undefined;
  return origin === undefined ? reply : { ...reply, headers: { ...reply.headers, ...corsHeaders(origin) } };
}

async function replyWhenSaved(
  saving: Promise<void>,
  reply: Reply,
  progress: Progress,
  faultPages: FaultPages | undefined,
): Promise<Reply> {
  try {
    await saving;
    return reply;
  } catch (error) {
    return replyToError(progress, error, faultPages);
  }
}

function limitReader(
  { log }: Progress,
  response: ServerResponse,
  { body }: Reply,
  readers: ReaderBound = READER_BOUND,
): void {
  boundReader(response, body?.length ?? 0, readers, () =>
    log.debug('The caller does not read the response; the connection is closed.'),
  );
}

/** Ends an exchange without a reply: the caller has gone, or the reply cannot be written, which is a defect. */
function giveUp(
  { activity }: ExchangeHandlerOptions,
  { recorded, log }: Progress,
  response: ServerResponse,
  error: unknown,
): void {
  if (!(error instanceof AbortedRequestError)) log.error('Reply could not be written', {}, error);
  activity.abandon?.(recorded);
  response.destroy();
}

/** Creates the handler of `request` events. */
export function createExchangeHandler(options: ExchangeHandlerOptions): ExchangeHandler {
  const router = createRouter([...options.routes, ...listUnservedRoutes(options.routes)]);
  const exchangeLog = createExchangeLog(options.log, options.rootLog ?? options.log);
  const streams = new Set<ServerResponse>();
  let isClosing = false;

  function watchStream(response: ServerResponse): void {
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  function send(progress: Progress, response: ServerResponse, reply: Reply): void {
    const { recorded, request } = progress;
    const writeOptions = {
      withoutBody: request.method === 'HEAD',
      closeConnection: isClosing,
      strictTransport: options.hsts && recorded.facts.secure,
    };
    let sent = reply;
    if (reply.stream !== undefined) watchStream(response);
    try {
      writeReply(response, reply, writeOptions);
    } catch (error) {
      if (response.headersSent) throw error;
      sent = replyToError(progress, error, options.faultPages);
      writeReply(response, sent, writeOptions);
    }
    if (sent.stream === undefined) limitReader(progress, response, sent, options.readers);
    recorded.written = writeOptions;
    options.activity.finish(recorded, sent);
    exchangeLog.finished(recorded, sent);
  }

  async function serve(progress: Progress, response: ServerResponse): Promise<void> {
    const mark = options.saveGate?.mark() ?? 0;
    let reply: Reply;
    try {
      reply = await answer(options, router, progress);
    } catch (error) {
      if (error instanceof AbortedRequestError) throw error;
      reply = replyToError(progress, realmRemoved(options.realms, progress) ?? error, options.faultPages);
    }
    // The only place where a reply, refusals included, waits until the request's changes are saved; most need
    // not wait.
    const saving = options.saveGate?.settle(mark);
    if (saving !== undefined) reply = await replyWhenSaved(saving, reply, progress, options.faultPages);
    send(progress, response, withRouteCors(progress, reply));
  }

  return {
    handle(request, response) {
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
      const origin = readRequestOrigin(request, options.readProxy);
      const recorded = options.activity.begin({
        method: request.method ?? '',
        target: request.url ?? '',
        rawHeaders: request.rawHeaders,
        remoteAddress: origin.remoteAddress,
        secure: origin.isSecure,
      });
      recorded.testName = readTestName(request.headers[TEST_HEADER]);
      const log = exchangeLog.of(recorded);
      const progress: Progress = { ...NOTHING_KNOWN, recorded, origin, log, request, method };
      serve(progress, response).catch((error: unknown) => giveUp(options, progress, response, error));
    },
    isStreaming(socket) {
      for (const stream of streams) if (stream.socket === socket) return true;
      return false;
    },
    startClosing() {
      isClosing = true;
      options.interceptor?.startClosing();
      for (const stream of streams) stream.end();
    },
  };
}
