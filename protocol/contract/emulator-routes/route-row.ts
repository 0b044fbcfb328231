// A row of the table of routes below /emulator/v1: what a call takes, what it answers, and who may make it.
import type { FlagType, NumberType, TextType } from '../settings/value-type.ts';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path below /emulator/v1, with path parameters in braces: `PUT /realms/{realm}/clock`. */
export type RouteKey = `${RouteMethod} /${string}`;

/**
 * Who may call. `server administrator`: realm role `admin` of `master`. `administrator`: any administrator.
 * `client and user viewer`: an administrator who may view the realm's clients and its users.
 * `user viewer`: an administrator who may view the realm's users. `impersonator`: one who may sign in as them.
 * `answer key`: also the holder of the realm's key. `delegation token`: the token that a realm signed for the
 * authentication device. `anyone`: no token.
 */
type RouteCallers =
  | 'server administrator'
  | 'administrator'
  | 'client and user viewer'
  | 'user viewer'
  | 'impersonator'
  | 'answer key'
  | 'delegation token'
  | 'anyone';

/** A parameter of the query. An empty value counts as absent. Checked before the handler runs. */
export type QueryParameter = (TextType | NumberType | FlagType) & {
  /** Phrase without the parameter's name, bounds and default. */
  readonly meaning: string;
  /** The value when it is absent. */
  readonly default?: string | number | boolean;
  /** Must be given, exactly once. */
  readonly required?: true;
};

export interface JsonBody {
  /** Name of a type in protocol/contract; `AutoAnswerRuleWire[]` for a list. */
  readonly type: string;
  readonly example: unknown;
  /** Largest body in bytes; default 256 KiB. */
  readonly maxBytes?: number;
}

interface TextBody {
  /** The media type. */
  readonly content: string;
  readonly meaning: string;
  readonly maxBytes?: number;
}

interface RouteResponse {
  /** Phrases beyond summary and type: what is in it, in which order. */
  readonly meaning?: string;
  /** Name of a type in protocol/contract, for JSON; `SampleApplicationWire[]` for a list. */
  readonly type?: string;
  /** The media type of anything but JSON. */
  readonly content?: string;
}

/** One route. Texts are Markdown without line breaks. */
export interface RouteRow {
  /** What the call does; begins with a verb: `Moves the realm's clock`. */
  readonly summary: string;
  /** Meaning of each path parameter but `realm`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** Meaning of each request header that the route reads. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `ignored`: a body of any type is accepted and not read. Absent: none. */
  readonly body?: JsonBody | TextBody | 'ignored';
  /** By status. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** When, by status. 401, 403, a missing realm and invalid query parameters need no mention. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Title in Activity; absent for reads, which are kept in its background. */
  readonly title?: string;
  /** Default: `server administrator`. */
  readonly callers?: RouteCallers;
}

/** The routes of one subject. */
export interface RouteSubject {
  /** Heading of its section in docs/reference/emulator-api.md. */
  readonly heading: string;
  readonly routes: { readonly [Key in RouteKey]?: RouteRow };
}
