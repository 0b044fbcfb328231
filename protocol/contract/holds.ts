// Wire types of holds: exchanges of a realm that wait, so that a test can look at the answer and change it.
import type { ActivityRecord } from './activity.ts';
import type { FaultMatchWire } from './faults.ts';

/** Body of `POST /emulator/v1/realms/{realm}/holds`. */
export interface HoldRequestWire {
  /** The first matching answer is held. `nth` counts answers since the hold was armed. */
  readonly match: FaultMatchWire;
  /** How long the exchange waits before it goes on by itself, 1 to 120000 milliseconds; default 30000. */
  readonly limitMs?: number;
}

/**
 * `armed`: nothing has matched yet. `held`: an exchange waits. `released`, `timed-out`: it went on, by a call or
 * because its time was over. `abandoned`: the caller closed its connection.
 */
export type HoldState = 'armed' | 'held' | 'released' | 'timed-out' | 'abandoned';

/**
 * The content of a SAML assertion (SAML Core §2.3.3). Instants are ISO 8601. In an edit, absent members stay as
 * they are.
 */
export interface AssertionWire {
  readonly nameId?: string;
  /** URN. */
  readonly nameIdFormat?: string;
  readonly issuer?: string;
  /** Of the subject confirmation. */
  readonly recipient?: string;
  /** Of the subject confirmation. Empty or absent: the response is unsolicited. */
  readonly inResponseTo?: string;
  /** Of the subject confirmation. */
  readonly confirmationNotOnOrAfter?: string;
  readonly notBefore?: string;
  readonly notOnOrAfter?: string;
  readonly audiences?: readonly string[];
  /** Absent, like the next three, when the assertion has no authentication statement. */
  readonly authnInstant?: string;
  readonly sessionIndex?: string;
  readonly sessionNotOnOrAfter?: string;
  readonly authnContextClass?: string;
  /** Values by name. In an edit, named attributes are replaced or added, and null removes. */
  readonly attributes?: Readonly<Record<string, readonly string[] | null>>;
}

/** Body of `PATCH /emulator/v1/realms/{realm}/holds/{hold}`: what changes in the prepared answer. */
export interface AnswerEditWire {
  /** HTTP status, 200 to 599. */
  readonly status?: number;
  /** Response headers; null removes. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Members of the JSON body, as a merge patch (RFC 7396): null removes. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Parameters that the browser takes to the client, by redirect or form; null removes. */
  readonly parameters?: Readonly<Record<string, string | null>>;
  /**
   * Claims of signed tokens as a merge patch, by the token's name: `access_token`, `id_token`, `token` (registry),
   * `response` (JARM), `body` (an answer that is a token). Signed again with the realm's key.
   */
  readonly claims?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Signed and encrypted again as the client's settings say. */
  readonly assertion?: AssertionWire;
}

/** A hold of a realm: for one exchange. It ends with the realm or the process. */
export interface HoldWire {
  readonly id: string;
  readonly match: FaultMatchWire;
  readonly limitMs: number;
  /** ISO 8601. */
  readonly armedAt: string;
  readonly state: HoldState;
  /** ISO 8601: when the exchange goes on by itself. Only while it is held. */
  readonly goesOnAt?: string;
  /** ID of the exchange in Activity, where it is once it has ended. Absent: none was held. */
  readonly exchangeId?: string;
  /** What was edited so far: `status`, `claims of id_token`. */
  readonly edited: readonly string[];
  /** The request and the prepared answer, decoded, with secrets masked. Only while it is held. */
  readonly exchange?: ActivityRecord;
  /** The assertion in the prepared answer, if there is one. Only while it is held. */
  readonly assertion?: AssertionWire;
}
