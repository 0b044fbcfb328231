// The DPoP key to bind the code to, and clients that require bound tokens.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** RFC 9449 §10: `dpop_jkt` is a thumbprint; tokens from the authorization endpoint cannot be bound. */
export const checkDpop: Step = defineStep({
  name: 'check-dpop',
  section: 'RFC 9449 §10',
  needs: ['parameters', 'client', 'requestedType'],
  gives: ['dpopJkt'],
  run(_exchange, { parameters, client, requestedType }) {
    if (requestedType.frontChannel && client.attributes['dpop.bound.access.tokens'] === 'true') {
      throw new OAuthError('unauthorized_client', {
        description:
          'DPoP is not supported for implicit and hybrid flows. Client requires DPoP bound access tokens.',
        reason: `Client ${client.clientId} requires bound tokens (dpop.bound.access.tokens).`,
        remedy: `Send response_type=code, or set attribute dpop.bound.access.tokens of client ${client.clientId} to false.`,
        section: 'RFC 9449 §10',
      });
    }
    const dpopJkt = parameters.get('dpop_jkt') || undefined;
    if (dpopJkt === undefined || /^[\w-]{43}$/.test(dpopJkt)) return { dpopJkt };
    throw new OAuthError('invalid_request', {
      description: 'Invalid parameter: dpop_jkt',
      reason: 'dpop_jkt is not the base64url of a SHA-256 thumbprint.',
      remedy: 'Send the thumbprint (RFC 7638) of the DPoP key, or omit dpop_jkt.',
      section: 'RFC 9449 §10',
    });
  },
  describe: ({ dpopJkt }) =>
    dpopJkt === undefined ? 'The code is not bound to a key.' : 'The code is bound to the key of dpop_jkt.',
});
