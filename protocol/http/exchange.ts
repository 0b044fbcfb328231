// What a handler receives and returns: the frozen exchange, the reply, the route.
import type { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '#protocol/clock.ts';
import type { ActivityOutcome, ActivityParty } from '#protocol/contract/activity.ts';
import type { EventKind } from '#protocol/contract/events.ts';
import type { AssertionWire } from '#protocol/contract/holds.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Refusal } from '#protocol/errors/refusal.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Themes } from '#protocol/themes/themes.ts';

/** Query or form parameters in order of arrival, strictly decoded (RFC 6749 appendix B). */
export interface Parameters {
  /** The first value; undefined when absent. */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Names that occur more than once. */
  readonly duplicates: readonly string[];
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** What Activity records of one exchange. Cheap: only references are kept, decoding happens on display. */
export interface ActivityNotes {
  /** In the protocol's terms: "Token request (authorization_code)". Replaces the route's title. */
  title(title: string): void;
  /** Adds the exchange to a flow that began earlier. */
  joinFlow(flow: string): void;
  /** The flow this exchange currently belongs to. */
  readonly flow: string;
  parties(from: ActivityParty, to: ActivityParty): void;
  client(clientId: string): void;
  user(username: string): void;
  /** The browser or offline session that the exchange starts, uses or ends. */
  session(sessionId: string): void;
  /** Details of the exchange's user event that neither request nor reply shows, by Keycloak's names. */
  eventDetails(details: Readonly<Record<string, string>>): void;
  /**
   * Another user event that the exchange has caused, with the details that are its own. `sessionId`: that of another
   * session than the exchange's.
   */
  userEvent(kind: EventKind, details: Readonly<Record<string, string>>, sessionId?: string): void;
  /** PKCE method of the authorization request, or of the one that is redeemed; undefined: none. RFC 7636 §4.3. */
  pkce(method: string | undefined): void;
  /** A rule that was checked, and its result. */
  recordPass(rule: string, detail: string, section?: string): void;
  recordNote(rule: string, detail: string, section?: string): void;
  /** The realm has written a message; `id` is that of the mailbox. */
  sentMail(id: string, detail: string): void;
  /** Why the exchange is refused; the last call wins. */
  refused(error: Refusal, step?: string): void;
  /** An XML message received or sent; `name`: `SAMLRequest`, `SAMLResponse`, `SOAP envelope`. */
  document(direction: 'request' | 'response', name: string, xml: string): void;
  outcome(outcome: ActivityOutcome): void;
}

/** The TLS connection of a request. */
export interface TlsConnection {
  /** The caller's certificate; the handshake has proved possession of its key. */
  readonly certificate: X509Certificate | undefined;
  /** Whether an authority in `https-trust-store-file` issued it. */
  readonly trusted: boolean;
}

/** One request, parsed; frozen. */
export interface Exchange {
  /** Its id in Activity. */
  readonly id: string;
  readonly method: string;
  /** Path without query, still percent-encoded. */
  readonly path: string;
  /** Decoded values of the route's `:name` segments. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Parameters;
  /** The raw query without question mark, still percent-encoded: signatures cover these bytes. */
  readonly rawQuery: string;
  /** Empty unless the route accepts a form and one was sent. */
  readonly form: Parameters;
  /** The parsed body if the route accepts JSON; undefined when the body was empty. */
  readonly json: unknown;
  /** The raw body if the route accepts text; empty otherwise. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: ReadonlyMap<string, string>;
  /** Base URL for browsers, no trailing slash: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Base URL for servers; differs from `baseUrl` only with `hostname-backchannel-dynamic`. */
  readonly backchannelBaseUrl: string;
  /** The path of `baseUrl`: empty, or `/auth`. Links and cookie paths begin with it. */
  readonly basePath: string;
  readonly remoteAddress: string;
  /** Undefined over plain HTTP. */
  readonly tls: TlsConnection | undefined;
  /** The realm's clock on realm routes, the process clock elsewhere. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly activity: ActivityNotes;
  /** What pages can look like. */
  readonly themes: Themes;
  /** Set by a fault: the error that the authorization endpoint sends the client instead of signing in. */
  readonly forcedError?: OAuthError;
}

/** An exchange below `/realms/{realm}` (or `/admin/realms/{realm}`) of an existing realm. */
export interface RealmExchange extends Exchange {
  readonly realm: Realm;
}

/** Header values by lower-case name. An empty value suppresses a default header (`x-frame-options`). */
export type ReplyHeaders = Record<string, string | readonly string[]>;

/** What the page of a posted form says, in the language of the person. */
export interface PostingTexts {
  /** BCP 47 tag, for `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** For browsers without scripts. */
  readonly hint: string;
  readonly button: string;
}

/** A form that a page posts to another server. */
export interface PostedForm {
  readonly texts: PostingTexts;
  /** Name of the form, which browser automation looks for. Default: none. */
  readonly formName?: string;
  /** Absolute URL that receives the form. */
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A SAML assertion in a reply, which a hold can change. */
interface EditableAssertion {
  readonly content: AssertionWire;
  /** A reply that carries the changed assertion, signed and encrypted as usual. */
  edit(changes: AssertionWire): Promise<Reply>;
}

/** What a handler returns; a single writer sends it and records the exchange. */
export interface Reply {
  readonly status: number;
  readonly headers?: ReplyHeaders;
  readonly body?: string | Buffer;
  /** The form in `body` that the browser posts to another server by itself; for Activity. */
  readonly postedForm?: PostedForm;
  /** The assertion in `body` or in the redirect. */
  readonly assertion?: EditableAssertion;
  /** Takes over the response instead of `body`, for live streams. Called after the headers are sent. */
  readonly stream?: (response: ServerResponse) => void;
  /** Closes the connection on purpose: without an answer, or after half of the body. */
  readonly breaksOff?: 'unanswered' | 'midway';
}

/**
 * Bodies a route accepts: `form` is `application/x-www-form-urlencoded`, `json` is `application/json` or
 * `…+json`, `xml` is `text/xml` or `application/soap+xml` and arrives as `text`, `form-or-xml` is either, by
 * media type. `upload` is `multipart/form-data` and arrives as `form`. Anything else is answered 415.
 */
export type BodyKind =
  | 'none'
  | 'form'
  | 'json'
  | 'text'
  | 'xml'
  | 'form-or-xml'
  | 'upload'
  | 'json-or-upload';

/** Origins that may read the reply: `any`, or `handler` (by the client's web origins); absent: none. */
export type CorsPolicy = 'any' | 'handler';

/** Checks a request before its body is read; returns a reply to refuse it, undefined to admit it. */
export type Admission = (exchange: Exchange) => Promise<Reply | undefined>;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/realms/:realm/device`; `:name` matches one segment, a final `*name` the rest of the path. */
  readonly path: string;
  /** Title in Activity: "Token request". Undefined: not recorded (static files, health checks). */
  readonly title?: string;
  /** A read that says nothing about a flow: while it succeeds, Activity keeps it apart, even without a title. */
  readonly background?: true;
  /** Also answers methods for which its path has no route; the path has no other route. */
  readonly anyMethod?: true;
  readonly body?: BodyKind;
  /** Largest body in bytes; default 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Keeps unauthorized callers from uploading large bodies. The handler still checks. */
  readonly admit?: Admission;
  readonly cors?: CorsPolicy;
}

/** A route whose path parameter `:realm` must name an existing realm. */
export interface RealmRoute extends RouteBase {
  readonly realm: true;
  handle(exchange: RealmExchange): Reply | Promise<Reply>;
}

/** A route outside of realms. */
export interface PlainRoute extends RouteBase {
  readonly realm?: false;
  handle(exchange: Exchange): Reply | Promise<Reply>;
}

export type Route = RealmRoute | PlainRoute;
