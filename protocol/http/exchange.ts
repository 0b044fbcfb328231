// What a handler is given and what it gives back: the frozen exchange, the reply, the route.
import type { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '#protocol/clock.ts';
import type { ActivityOutcome, ActivityParty } from '#protocol/contract/activity.ts';
import type { Refusal } from '#protocol/errors/refusal.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';

/** Parameters of a query or a form in order of arrival, decoded strictly (RFC 6749 appendix B). */
export interface Parameters {
  /** The first value, as it came; undefined when absent. */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Names that came more than once. */
  readonly duplicates: readonly string[];
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** Notes of one exchange for Activity. Cheap: references are kept, decoding happens when somebody looks. */
export interface ActivityNotes {
  /** In the protocol's words: "Token request (authorization_code)". Replaces the route's title. */
  title(title: string): void;
  /** Joins the exchange to a flow that began earlier. */
  joinFlow(flow: string): void;
  /** The flow this exchange belongs to so far. */
  readonly flow: string;
  parties(from: ActivityParty, to: ActivityParty): void;
  client(clientId: string): void;
  user(username: string): void;
  /** A rule and what it found. */
  recordPass(rule: string, detail: string, section?: string): void;
  recordNote(rule: string, detail: string, section?: string): void;
  /** Why the exchange is refused; the last call wins. */
  refused(error: Refusal, rule?: string): void;
  /** An XML message that came (`request`) or goes out (`response`), as text; `name`: `SAMLRequest`, `SAMLResponse`, `SOAP envelope`. */
  document(direction: 'request' | 'response', name: string, xml: string): void;
  outcome(outcome: ActivityOutcome): void;
}

/** The TLS connection that a request came over. */
export interface TlsConnection {
  /** The certificate that the caller showed, of whose key it has proved possession. */
  readonly certificate: X509Certificate | undefined;
  /** Whether an authority of `https-trust-store-file` vouches for it. */
  readonly trusted: boolean;
}

/** One request, parsed; frozen. */
export interface Exchange {
  /** Activity's id of this exchange. */
  readonly id: string;
  readonly method: string;
  /** Path without query, still percent-encoded. */
  readonly path: string;
  /** Decoded values of the route's `:name` segments. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Parameters;
  /** The query as it came, without question mark, still percent-encoded: signatures are made over it. */
  readonly rawQuery: string;
  /** Empty unless the route takes a form and one came. */
  readonly form: Parameters;
  /** Parsed JSON body where the route takes one; undefined when the body was empty. */
  readonly json: unknown;
  /** The body as it came where the route takes text; empty otherwise. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: ReadonlyMap<string, string>;
  /** Base URL for browsers, no trailing slash: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Base URL for servers; differs from `baseUrl` only with `hostname-backchannel-dynamic`. */
  readonly backchannelBaseUrl: string;
  readonly remoteAddress: string;
  /** Undefined over plain HTTP. */
  readonly tls: TlsConnection | undefined;
  /** The realm's clock on realm routes, the process clock elsewhere. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly activity: ActivityNotes;
}

/** An exchange below `/realms/{realm}` (or `/admin/realms/{realm}`) whose realm exists. */
export interface RealmExchange extends Exchange {
  readonly realm: Realm;
}

/** Header values by lower-case name. Empty text keeps a header from being sent that every reply has (`x-frame-options`). */
export type ReplyHeaders = Record<string, string | readonly string[]>;

/** What a handler answers; one writer sends it and records the activity. */
export interface Reply {
  readonly status: number;
  readonly headers?: ReplyHeaders;
  readonly body?: string | Buffer;
  /** Takes over the response instead of `body`, for live streams. Called after status and headers were sent. */
  readonly stream?: (response: ServerResponse) => void;
}

/**
 * What a route takes as body: `form` is `application/x-www-form-urlencoded`, `json` is `application/json` or `…+json`, `xml` is `text/xml` or
 * `application/soap+xml` and comes as `text`, `form-or-xml` is either by its media type; anything else is answered 415.
 */
export type BodyKind = 'none' | 'form' | 'json' | 'text' | 'xml' | 'form-or-xml';

/** Which origins may read the answer: `any`, or `handler` when the handler decides by the client's web origins; absent: none. */
export type CorsPolicy = 'any' | 'handler';

/** Looks at a request before its body is read, and refuses it with a reply; undefined lets it in. */
export type Admission = (exchange: Exchange) => Promise<Reply | undefined>;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/realms/:realm/protocol/openid-connect/token`; `:name` takes one segment, a last `*name` the rest of the path. */
  readonly path: string;
  /** Name for Activity: "Token request". Undefined: the exchange is not recorded (static files, polling of the console itself). */
  readonly title?: string;
  readonly body?: BodyKind;
  /** Largest body in bytes; default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** For routes that take large bodies: a stranger's is not read. The handler checks all the same. */
  readonly admit?: Admission;
  readonly cors?: CorsPolicy;
}

/** A route whose first path parameter `:realm` names an existing realm. */
export interface RealmRoute extends RouteBase {
  readonly realm: true;
  handle(exchange: RealmExchange): Reply | Promise<Reply>;
}

/** A route outside any realm. */
export interface PlainRoute extends RouteBase {
  readonly realm?: false;
  handle(exchange: Exchange): Reply | Promise<Reply>;
}

/** A row of the route table. */
export type Route = RealmRoute | PlainRoute;
