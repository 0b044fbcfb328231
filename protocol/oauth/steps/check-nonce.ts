// The nonce of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import { RESPONSE_TYPES } from '../response-types.ts';

/** OIDC Core §3.2.2.1, §3.3.2.11: required for ID tokens in the response. Empty counts as missing. */
export const checkNonce: Step = defineStep({
  name: 'check-nonce',
  section: 'OIDC Core §3.1.2.1',
  needs: ['parameters', 'responseType'],
  gives: ['nonce'],
  run(_exchange, { parameters, responseType }) {
    const nonce = parameters.get('nonce') || undefined;
    if (nonce !== undefined || !RESPONSE_TYPES[responseType].idToken) return { nonce };
    throw new OAuthError('invalid_request', {
      description: 'Missing parameter: nonce',
      reason: `response_type ${responseType} gives an ID token through the browser, and the request has no nonce.`,
      remedy: 'Send a new random nonce with each request, and compare it with that of the ID token.',
      section: 'OIDC Core §3.2.2.1',
    });
  },
  describe: ({ nonce }) =>
    nonce === undefined ? 'No nonce; this flow needs none.' : 'The ID token will contain the nonce.',
});
