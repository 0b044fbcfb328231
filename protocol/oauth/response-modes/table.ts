// The table of response modes: one row each.
import type { RequestedResponseType } from '../response-types.ts';
import { formPost } from './form-post.ts';
import { fragment } from './fragment.ts';
import { formPostJwt, fragmentJwt, queryJwt } from './jwt.ts';
import { query } from './query.ts';
import type { ResponseMode, ResponseModeName } from './response-mode.ts';

/** Every response mode that works; discovery lists them. */
export const RESPONSE_MODES: Readonly<Record<ResponseModeName, ResponseMode>> = {
  query,
  fragment,
  form_post: formPost,
  'query.jwt': queryJwt,
  'fragment.jwt': fragmentJwt,
  'form_post.jwt': formPostJwt,
};

/** What a request may ask for: a row, or `jwt` for the JWT mode that is the response type's own (JARM §2.3.4). */
export const RESPONSE_MODE_NAMES: readonly string[] = [...Object.keys(RESPONSE_MODES), 'jwt'];

/** The mode that a request asks for; undefined for what is none. */
export function parseResponseMode(
  text: string,
  type: RequestedResponseType | undefined,
): ResponseModeName | undefined {
  if (text === 'jwt') return type?.frontChannel === true ? 'fragment.jwt' : 'query.jwt';
  return isResponseMode(text) ? text : undefined;
}

/** Whether a text is a response mode that works. */
function isResponseMode(text: string): text is ResponseModeName {
  return Object.hasOwn(RESPONSE_MODES, text);
}

/** The mode of a response type that asks for none: tokens never stand in a query (OAuth 2.0 Multiple Response Types §3, §5). */
export function defaultResponseMode(type: RequestedResponseType | undefined): ResponseModeName {
  return type?.frontChannel === true ? 'fragment' : 'query';
}
