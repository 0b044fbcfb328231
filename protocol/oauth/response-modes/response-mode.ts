// What a response mode is: one way in which the authorization response reaches the client.
import type { Reply } from '#protocol/http/exchange.ts';

/** Names of the response modes that work. */
export type ResponseModeName =
  | 'query'
  | 'fragment'
  | 'form_post'
  | 'query.jwt'
  | 'fragment.jwt'
  | 'form_post.jwt';

/** Parameters of an authorization response, in order. */
export type ResponseParameters = readonly (readonly [name: string, value: string])[];

/** A response mode: a row of the table. */
export interface ResponseMode {
  readonly section: string;
  /** Whether it carries the parameters as one signed token in `response` (JARM §2.1). */
  readonly isJwt: boolean;
  send(redirectUri: string, parameters: ResponseParameters): Reply;
}

/** Writes parameters as `application/x-www-form-urlencoded`. */
export function encodeParameters(parameters: ResponseParameters): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
}
