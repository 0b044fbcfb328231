// Response mode form_post: a page whose form posts the parameters to the client.
import { renderPostingPage } from '#protocol/http/posting-page.ts';
import type { ResponseMode } from './response-mode.ts';

/** OAuth 2.0 Form Post Response Mode §2. */
export const formPost: ResponseMode = {
  section: 'OAuth 2.0 Form Post Response Mode §2',
  isJwt: false,
  send: (redirectUri, parameters) =>
    renderPostingPage({ title: 'OIDC Form_Post Response', action: redirectUri, fields: parameters }),
};
