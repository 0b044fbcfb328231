// Response mode query: parameters in the redirect URI's query, after what is there already.
import { redirectReply } from '#protocol/http/replies.ts';
import { encodeParameters, type ResponseMode } from './response-mode.ts';

/** OAuth 2.0 Multiple Response Types §2.1. */
export const query: ResponseMode = {
  section: 'OAuth 2.0 Multiple Response Types §2.1',
  send(redirectUri, parameters) {
    const hash = redirectUri.indexOf('#');
    const fragment = hash === -1 ? '' : redirectUri.slice(hash);
    const base = hash === -1 ? redirectUri : redirectUri.slice(0, hash);
    const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
    return redirectReply(`${base}${joint}${encodeParameters(parameters)}${fragment}`);
  },
};
