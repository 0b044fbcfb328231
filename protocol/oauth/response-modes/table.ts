// The table of response modes: one row each.
import type { RequestedResponseType } from '../response-types.ts';
import { formPost } from './form-post.ts';
import { fragment } from './fragment.ts';
import { query } from './query.ts';
import type { ResponseMode, ResponseModeName } from './response-mode.ts';

/** Every response mode that works; discovery lists them. */
export const RESPONSE_MODES: Readonly<Record<ResponseModeName, ResponseMode>> = {
  query,
  fragment,
  form_post: formPost,
};

/** Whether a text is a response mode that works. */
export function isResponseMode(text: string): text is ResponseModeName {
  return Object.hasOwn(RESPONSE_MODES, text);
}

/** The mode of a response type that asks for none: tokens never stand in a query (OAuth 2.0 Multiple Response Types §3, §5). */
export function defaultResponseMode(type: RequestedResponseType | undefined): ResponseModeName {
  return type?.frontChannel === true ? 'fragment' : 'query';
}
