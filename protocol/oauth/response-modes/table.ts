// The table of response modes: one row each.
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
