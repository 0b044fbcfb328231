// The response type of an authorization request: known, offered, and allowed for the client.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import { isKnownResponseType, isResponseType } from '../response-types.ts';

/** RFC 6749 §3.1.1: `response_type` is there and one that works. */
export const checkResponseType: Step = defineStep({
  name: 'check-response-type',
  section: 'RFC 6749 §3.1.1',
  needs: ['parameters', 'client', 'redirect'],
  gives: ['responseType'],
  run(_exchange, { parameters, client }) {
    const sent = parameters.get('response_type') ?? '';
    if (sent === '') {
      throw new OAuthError('invalid_request', {
        description: 'Missing parameter: response_type',
        remedy: 'Send response_type=code.',
        section: 'RFC 6749 §3.1.1',
      });
    }
    if (!isResponseType(sent)) throw unsupported(sent);
    if (!client.standardFlow) {
      throw new OAuthError('unauthorized_client', {
        description:
          'Client is not allowed to initiate browser login with given response_type. Standard flow is disabled for the client.',
        remedy: `Set standardFlowEnabled of client ${client.clientId} to true.`,
        section: 'RFC 6749 §4.1.2.1',
      });
    }
    return { responseType: sent };
  },
});

function unsupported(sent: string): OAuthError {
  const known = isKnownResponseType(sent);
  return new OAuthError('unsupported_response_type', {
    description: '',
    reason: known
      ? `response_type "${sent}" belongs to the implicit or hybrid flow, which this version does not offer.`
      : `"${sent}" is not a response type.`,
    remedy: 'Send response_type=code.',
  });
}
