// Response mode form_post: a page whose form posts the parameters to the client.
import { renderPostingPage } from '#protocol/http/posting-page.ts';
import { postingTexts } from '#protocol/login/texts/posting-texts.ts';
import type { ResponseMode } from './response-mode.ts';

/** OAuth 2.0 Form Post Response Mode §2. */
export const formPost: ResponseMode = {
  section: 'OAuth 2.0 Form Post Response Mode §2',
  isJwt: false,
  send: (redirectUri, parameters, exchange) =>
    renderPostingPage({
      texts: postingTexts(exchange, 'understudy.formPostTitle'),
      action: redirectUri,
      fields: parameters,
    }),
};
