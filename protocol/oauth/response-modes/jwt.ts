// The JWT response modes: a signed token contains the parameters and is sent by another mode.
import { formPost } from './form-post.ts';
import { fragment } from './fragment.ts';
import { query } from './query.ts';
import type { ResponseMode } from './response-mode.ts';

/** JARM §2.3.1 */
export const queryJwt: ResponseMode = { section: 'JARM §2.3.1', isJwt: true, send: query.send };
/** JARM §2.3.2 */
export const fragmentJwt: ResponseMode = { section: 'JARM §2.3.2', isJwt: true, send: fragment.send };
/** JARM §2.3.3 */
export const formPostJwt: ResponseMode = { section: 'JARM §2.3.3', isJwt: true, send: formPost.send };
