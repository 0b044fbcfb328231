// Response mode query: appends the parameters to the redirect URI's query.
import { redirectReply } from '#protocol/http/replies.ts';
import { encodeParameters, type ResponseMode, type ResponseParameters } from './response-mode.ts';

/** Appends parameters to the query of a URI, before its fragment. */
export function addToQuery(uri: string, parameters: ResponseParameters): string {
  const hash = uri.indexOf('#');
  const fragment = hash === -1 ? '' : uri.slice(hash);
  const base = hash === -1 ? uri : uri.slice(0, hash);
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return `${base}${joint}${encodeParameters(parameters)}${fragment}`;
}

/** OAuth 2.0 Multiple Response Types §2.1. */
export const query: ResponseMode = {
  section: 'OAuth 2.0 Multiple Response Types §2.1',
  isJwt: false,
  send: (redirectUri, parameters) => redirectReply(addToQuery(redirectUri, parameters)),
};
