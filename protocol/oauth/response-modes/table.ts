// The table of response modes.
import type { RequestedResponseType } from '../response-types.ts';
import { formPost } from './form-post.ts';
import { fragment } from './fragment.ts';
import { formPostJwt, fragmentJwt, queryJwt } from './jwt.ts';
import { query } from './query.ts';
import type { ResponseMode, ResponseModeName } from './response-mode.ts';

export const RESPONSE_MODES: Readonly<Record<ResponseModeName, ResponseMode>> = {
  query,
  fragment,
  form_post: formPost,
  'query.jwt': queryJwt,
  'fragment.jwt': fragmentJwt,
  'form_post.jwt': formPostJwt,
};

/** Values a request may send: a row, or `jwt` for the response type's default JWT mode (JARM §2.3.4). */
export const RESPONSE_MODE_NAMES: readonly string[] = [...Object.keys(RESPONSE_MODES), 'jwt'];

/** The requested mode; undefined if it is not supported. */
export function parseResponseMode(
  text: string,
  type: RequestedResponseType | undefined,
): ResponseModeName | undefined {
  if (text === 'jwt') return type?.frontChannel === true ? 'fragment.jwt' : 'query.jwt';
  return isResponseMode(text) ? text : undefined;
}

function isResponseMode(text: string): text is ResponseModeName {
  return Object.hasOwn(RESPONSE_MODES, text);
}

/** The default: tokens never go in a query (OAuth 2.0 Multiple Response Types §3, §5). */
export function defaultResponseMode(type: RequestedResponseType | undefined): ResponseModeName {
  return type?.frontChannel === true ? 'fragment' : 'query';
}
