// The type of response modes: how an authorization response reaches the client.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';

/** Names of the supported response modes. */
export type ResponseModeName =
  | 'query'
  | 'fragment'
  | 'form_post'
  | 'query.jwt'
  | 'fragment.jwt'
  | 'form_post.jwt';

/** Parameters of an authorization response, in order. */
export type ResponseParameters = readonly (readonly [name: string, value: string])[];

/** A row of the table of response modes. */
export interface ResponseMode {
  readonly section: string;
  /** Whether the parameters are sent as a signed token in `response` (JARM §2.1). */
  readonly isJwt: boolean;
  /** The exchange is that of the person, whose language a page has. */
  send(redirectUri: string, parameters: ResponseParameters, exchange: RealmExchange): Reply;
}

/** Encodes parameters as `application/x-www-form-urlencoded`. */
export function encodeParameters(parameters: ResponseParameters): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
}
