// The response mode of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import { isResponseMode, RESPONSE_MODES } from '../response-modes/table.ts';
import { RESPONSE_TYPES } from '../response-types.ts';

/** OAuth 2.0 Multiple Response Types §2.1: `response_mode` is one that works; left out, the response type's own holds. */
export const checkResponseMode: Step = defineStep({
  name: 'check-response-mode',
  section: 'OAuth 2.0 Multiple Response Types §2.1',
  needs: ['parameters', 'responseType'],
  gives: ['responseMode'],
  run(_exchange, { parameters, responseType }) {
    const sent = parameters.get('response_mode') ?? '';
    if (sent === '') return { responseMode: RESPONSE_TYPES[responseType].defaultMode };
    if (isResponseMode(sent)) return { responseMode: sent };
    throw new OAuthError('invalid_request', {
      description: 'Invalid parameter: response_mode',
      reason: `response_mode "${sent}" is not offered.`,
      remedy: `Send one of ${Object.keys(RESPONSE_MODES).join(', ')}, or leave it out.`,
      section: 'OAuth 2.0 Multiple Response Types §2.1',
    });
  },
});
