// The record of one exchange as Activity shows it: the request, each decision with its rule, the response.
import type { EndpointName } from './endpoints.ts';
import type { FixWire } from './fixes.ts';
import type { CallKind } from './outgoing-calls.ts';

export type ActivityParty =
  | 'browser'
  | 'application'
  | 'understudy'
  | 'identity-provider'
  | 'authentication-entity'
  | 'console';

/** How an exchange ended. `asked` means waiting, for the user or for the client's next request. */
export type ActivityOutcome = 'accepted' | 'refused' | 'asked' | 'failed';

/** A user's answer on the authentication device. */
export type ActivityAnswer = 'approved' | 'denied' | 'cancelled';

/** One decision on the way: the name of a rule and its finding, in plain words. */
export interface ActivityDecision {
  /** Name of the step or rule, e.g. `check-redirect-uri`. */
  readonly rule: string;
  readonly outcome: 'passed' | 'refused' | 'noted';
  readonly detail: string;
  /** Section of the specification, e.g. `RFC 6749 §3.1.2.3`. */
  readonly section?: string;
}

/** Why an exchange was refused, and which setting would accept it. */
export interface ActivityRefusal {
  /** Wire code, e.g. `invalid_grant`. */
  readonly code: string;
  /** What the caller was sent. */
  readonly description: string;
  /** In plain words, for the operator. */
  readonly reason: string;
  /** The setting and value that would accept the request. */
  readonly remedy?: string;
  /** The change that the remedy describes, if it can be applied by `POST …/activity/{id}/fix`. */
  readonly fix?: FixWire;
  readonly section?: string;
  /** Name of the rule that refused, as in the decisions. */
  readonly rule?: string;
}

/** A name and a value on the wire. A secret value is masked (`••••`) unless requested with `reveal`. */
export interface ActivityValue {
  readonly name: string;
  readonly value: string;
  readonly secret?: true;
}

/** A decoded JWT from a message. The signature part is masked unless revealed. */
export interface ActivityToken {
  /** Where it was found: `access_token`, `id_token`, `client_assertion`, … */
  readonly name: string;
  readonly header: { readonly [member: string]: unknown };
  readonly claims: { readonly [member: string]: unknown };
}

/** The kind of a run of XML, for syntax highlighting. `masked` replaces a secret. */
export type ActivityXmlKind = 'mark' | 'name' | 'attribute' | 'value' | 'text' | 'comment' | 'masked';

/** A run of characters in a line of XML. */
export interface ActivityXmlRun {
  readonly kind: ActivityXmlKind;
  readonly text: string;
}

/** An explanation of a document, or a part of it, in plain words: a title, and facts by name. */
export interface ActivityExplanation {
  /** E.g. `Signature of AuthnRequest`. */
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** A decoded XML message. Signature values, encrypted content and artifacts are masked unless revealed. */
export interface ActivityDocument {
  /** Where it was found: `SAMLRequest`, `SAMLResponse`, the body of an envelope. */
  readonly name: string;
  /** Indented; left as received if it is not well-formed XML. */
  readonly xml: string;
  /** The same, as lines split into runs. */
  readonly lines: readonly (readonly ActivityXmlRun[])[];
  /** Its signatures and encryption, or why it cannot be read. */
  readonly explanations: readonly ActivityExplanation[];
}

export interface ActivityMessage {
  readonly headers: readonly ActivityValue[];
  readonly query: readonly ActivityValue[];
  readonly form: readonly ActivityValue[];
  readonly cookies: readonly ActivityValue[];
  /** JSON body, parsed, with secrets masked. */
  readonly json?: unknown;
  readonly tokens: readonly ActivityToken[];
  readonly documents: readonly ActivityDocument[];
}

/** Summary of an exchange, for the list and the live stream. */
export interface ActivitySummary {
  /** Sortable by time; unique among all servers that share a database. */
  readonly id: string;
  /** Shared by all exchanges of one flow (a sign-in from its first redirect to logout). */
  readonly flow: string;
  readonly realm?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds, with fraction. */
  readonly durationMs: number;
  readonly from: ActivityParty;
  readonly to: ActivityParty;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly outcome: ActivityOutcome;
  /** In the protocol's terms: "Token request (authorization_code)". */
  readonly title: string;
  readonly clientId?: string;
  readonly username?: string;
  readonly refusal?: ActivityRefusal;
  /** The server that answered, such as `login-1:8080`; absent unless several share a database. */
  readonly server?: string;
  /** The endpoint of the realm that was called; absent for pages, the admin API and outgoing calls. */
  readonly endpoint?: EndpointName;
  /** Name of the test that caused the exchange (header `X-Understudy-Test`), or an earlier one of its flow. */
  readonly test?: string;
  /** `S256`, `plain` or `none`: PKCE of an authorization request, and of the token request that redeems it. */
  readonly pkce?: string;
  /** Why the server called another one; absent for requests to the server. */
  readonly call?: CallKind;
  /** Id of the fault that made or changed the answer. */
  readonly fault?: string;
  /** IDs of the messages that the realm wrote. */
  readonly mail?: readonly string[];
  /** `grant_type` of a token request. */
  readonly grant?: string;
  /** `response_type` of an authorization request. */
  readonly responseType?: string;
  /** `prompt` of an authorization request. */
  readonly prompt?: string;
  /** Requested scopes, separated by spaces. */
  readonly scope?: string;
  /** How the user answered an authentication request (CIBA). */
  readonly userAnswer?: ActivityAnswer;
  /** A read of discovery, keys, metadata or the admin API, or a request of the console: listed only on request. */
  readonly background?: true;
}

/** Where a response sends the browser, with the parameters decoded. */
export interface ActivityLocation {
  /** By a redirect, or by a page whose form the browser posts. */
  readonly by: 'redirect' | 'form';
  readonly url: string;
  readonly parameters: readonly ActivityValue[];
}

export interface ActivityRecord extends ActivitySummary {
  readonly decisions: readonly ActivityDecision[];
  readonly request: ActivityMessage;
  readonly response: ActivityMessage & {
    readonly location?: ActivityLocation;
  };
  /** The exchange as a curl command; secrets are masked unless revealed. */
  readonly curl: string;
}

/** Response of `GET /emulator/v1/activity`, newest first. */
export interface ActivityPage {
  readonly records: readonly ActivitySummary[];
  /** How many records the server keeps of those that were requested: background requests have a ring of their own. */
  readonly capacity: number;
  /** Number of unseen refusals. */
  readonly refusals: number;
}
