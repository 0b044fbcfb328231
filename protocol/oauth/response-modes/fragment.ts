// Response mode fragment: appends the parameters to the redirect URI's fragment.
import { redirectReply } from '#protocol/http/replies.ts';
import { encodeParameters, type ResponseMode } from './response-mode.ts';

/** OAuth 2.0 Multiple Response Types §2.1. */
export const fragment: ResponseMode = {
  section: 'OAuth 2.0 Multiple Response Types §2.1',
  isJwt: false,
  send(redirectUri, parameters) {
    const joint = redirectUri.includes('#') ? '&' : '#';
    return redirectReply(`${redirectUri}${joint}${encodeParameters(parameters)}`);
  },
};
