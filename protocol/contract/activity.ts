// The record of one exchange as Activity shows it: what came, what was decided and by which rule, what went out.

/** Who takes part in an exchange. */
export type ActivityParty = 'browser' | 'application' | 'understudy' | 'authentication-entity' | 'console';

/** How an exchange ended. `asked` means that it waits: a page or a client that polls for the person, an endpoint for the client's next request. */
export type ActivityOutcome = 'accepted' | 'refused' | 'asked' | 'failed';

/** One decision on the way: a rule by name and what it found, in plain words. */
export interface ActivityDecision {
  /** Name of the step or rule, e.g. `check-redirect-uri`. */
  readonly rule: string;
  readonly outcome: 'passed' | 'refused' | 'noted';
  readonly detail: string;
  /** Section of the specification, e.g. `RFC 6749 §3.1.2.3`. */
  readonly section?: string;
}

/** Why an exchange was refused and which setting would accept it. */
export interface ActivityRefusal {
  /** Wire code, e.g. `invalid_grant`. */
  readonly code: string;
  /** What the caller was told. */
  readonly description: string;
  /** In plain words for whoever runs the server. */
  readonly reason: string;
  /** The setting and value that would accept the request. */
  readonly remedy?: string;
  readonly section?: string;
}

/** A name and a value on the wire. A secret's value is masked (`••••`) unless asked for with `reveal`. */
export interface ActivityValue {
  readonly name: string;
  readonly value: string;
  readonly secret?: true;
}

/** A JWT found in a message, decoded. The signature part of the text is never shown unless revealed. */
export interface ActivityToken {
  /** Where it stood: `access_token`, `id_token`, `client_assertion`, … */
  readonly name: string;
  readonly header: { readonly [member: string]: unknown };
  readonly claims: { readonly [member: string]: unknown };
}

/** What a run of XML is, for whoever colours it. `masked` stands in the place of a secret. */
export type ActivityXmlKind = 'mark' | 'name' | 'attribute' | 'value' | 'text' | 'comment' | 'masked';

/** A run of characters in a line of XML. */
export interface ActivityXmlRun {
  readonly kind: ActivityXmlKind;
  readonly text: string;
}

/** What is said about a document, or a part of it, in plain words: a title, and facts by name. */
export interface ActivityExplanation {
  /** `Signature of AuthnRequest`. */
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** An XML message, decoded. Signature values, encrypted content and artifacts are masked unless asked for with `reveal`. */
export interface ActivityDocument {
  /** Where it stood: `SAMLRequest`, `SAMLResponse`, the body of an envelope. */
  readonly name: string;
  /** Indented; as it came when it is no XML that is read. */
  readonly xml: string;
  /** The same, line by line, each line in runs. */
  readonly lines: readonly (readonly ActivityXmlRun[])[];
  /** Its signatures and encryption; or why it cannot be read. */
  readonly explanations: readonly ActivityExplanation[];
}

/** One direction of an exchange. */
export interface ActivityMessage {
  readonly headers: readonly ActivityValue[];
  readonly query: readonly ActivityValue[];
  readonly form: readonly ActivityValue[];
  readonly cookies: readonly ActivityValue[];
  /** JSON body, parsed, secrets masked. */
  readonly json?: unknown;
  readonly tokens: readonly ActivityToken[];
  /** SAML messages, in order. */
  readonly documents: readonly ActivityDocument[];
}

/** One exchange, short: what the list and the live stream carry. */
export interface ActivitySummary {
  /** Sortable identifier, unique while the process lives. */
  readonly id: string;
  /** Exchanges of one flow (sign-in from first redirect to logout) share it. */
  readonly flow: string;
  readonly realm?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds with fraction. */
  readonly durationMs: number;
  readonly from: ActivityParty;
  readonly to: ActivityParty;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly outcome: ActivityOutcome;
  /** In the protocol's words: "Token request (authorization_code)". */
  readonly title: string;
  readonly clientId?: string;
  readonly username?: string;
  readonly refusal?: ActivityRefusal;
}

/** One exchange, whole. */
export interface ActivityRecord extends ActivitySummary {
  readonly decisions: readonly ActivityDecision[];
  readonly request: ActivityMessage;
  readonly response: ActivityMessage & {
    /** Where a redirect leads, decoded into its parameters. */
    readonly location?: { readonly url: string; readonly parameters: readonly ActivityValue[] };
  };
  /** The exchange as a curl command; secrets masked unless revealed. */
  readonly curl: string;
}

/** Answer of `GET /emulator/v1/activity`: newest first. */
export interface ActivityPage {
  readonly records: readonly ActivitySummary[];
  /** How many records the ring buffer holds at most. */
  readonly capacity: number;
  /** How many refusals are unseen since the mark was last moved. */
  readonly refusals: number;
}
