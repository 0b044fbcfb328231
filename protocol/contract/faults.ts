// Wire types of faults: answers of a realm that are wrong on purpose, for tests of what relies on it.
import type { EndpointName } from './endpoints.ts';

/** Which requests a fault or a hold is for. Members are combined with AND. */
export interface ExchangeMatchWire {
  readonly endpoint: EndpointName;
  /** `grant_type` of a token request, e.g. `refresh_token`. Only for endpoint `token`. */
  readonly grant?: string;
  /** Client ID, or the entity ID of a SAML service provider. Not for `keys` and `discovery`. */
  readonly client?: string;
  /** Username. Not for `keys` and `discovery`. */
  readonly user?: string;
}

export interface FaultMatchWire extends ExchangeMatchWire {
  /** The first matching request that gets the fault, counted from 1 since it was armed. 1 to 1000, default 1. */
  readonly nth?: number;
}

/** An OAuth error instead of the answer. */
interface FaultOAuthErrorWire {
  /** `error`, e.g. `temporarily_unavailable`. */
  readonly error: string;
  /** `error_description`; default: the usual one of the error. */
  readonly description?: string;
  /** HTTP status; default: that of the error. The authorization endpoint redirects instead. */
  readonly status?: number;
}

/**
 * What happens to a matching request: one effect, and `delayMs` in addition or alone. `status`, `oauthError`,
 * `drop` and `cut` answer before anything is consumed: codes and refresh tokens stay valid.
 */
export interface FaultEffectWire {
  /** Answers with this HTTP status, 200 to 599. */
  readonly status?: number;
  /** With `status`: body of the answer, sent as JSON. */
  readonly body?: unknown;
  /** With `status`: response headers, e.g. `{"Retry-After": "2"}`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauthError?: FaultOAuthErrorWire;
  /** Waits before the answer, 1 to 60000 milliseconds of real time. */
  readonly delayMs?: number;
  /** Closes the connection without an answer. */
  readonly drop?: true;
  /** Sends the headers and half of the body, then closes the connection. */
  readonly cut?: true;
  /** Signs the tokens of the answer with a key that the realm does not have, under the realm's own `kid`. */
  readonly wrongKey?: true;
  /** Moves the tokens of the answer into the past, so that they have expired. The realm's own key signs them. */
  readonly expired?: true;
  /** Leaves out `kid`: of every key at endpoint `keys`, of the tokens in the answer elsewhere. */
  readonly kidMissing?: true;
  /** Endpoint `keys` answers without the realm's newest signing key, like a cache that is behind. */
  readonly staleKeys?: true;
}

/** Body of `POST /emulator/v1/realms/{realm}/faults`. */
export interface FaultRequestWire {
  readonly match: FaultMatchWire;
  readonly do: FaultEffectWire;
  /** How many matching requests get the fault, 1 to 1000; default 1. */
  readonly times?: number;
}

/** A fault of a realm. It ends with the realm or the process. */
export interface FaultWire extends FaultRequestWire {
  readonly id: string;
  readonly times: number;
  /** ISO 8601. */
  readonly armedAt: string;
  /** False once `hits` has reached `times`. */
  readonly armed: boolean;
  /** Matching requests since the fault was armed, whoever answered them. */
  readonly matched: number;
  /** Answers that the fault made or changed. */
  readonly hits: number;
  /** The Activity IDs of the latest 100 of them, oldest first. */
  readonly exchanges: readonly string[];
}
