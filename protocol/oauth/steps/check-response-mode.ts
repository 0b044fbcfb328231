// The response mode of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import { defaultResponseMode, isResponseMode, RESPONSE_MODES } from '../response-modes/table.ts';

const SECTION = 'OAuth 2.0 Multiple Response Types §2.1';

/** OAuth 2.0 Multiple Response Types §2.1: `response_mode` is one that works and fits the response type; left out, the response type's own holds. */
export const checkResponseMode: Step = defineStep({
  name: 'check-response-mode',
  section: SECTION,
  needs: ['parameters', 'requestedType'],
  gives: ['responseMode'],
  run(_exchange, { parameters, requestedType }) {
    const sent = parameters.get('response_mode') ?? '';
    if (sent === '') return { responseMode: defaultResponseMode(requestedType) };
    if (!isResponseMode(sent)) {
      throw new OAuthError('invalid_request', {
        description: 'Invalid parameter: response_mode',
        reason: `response_mode "${sent}" is not offered.`,
        remedy: `Send one of ${Object.keys(RESPONSE_MODES).join(', ')}, or leave it out.`,
        section: SECTION,
      });
    }
    if (sent === 'query' && requestedType.frontChannel) {
      throw new OAuthError('invalid_request', {
        description: "Response_mode 'query' not allowed for implicit or hybrid flow",
        reason: 'Tokens in a query end in histories, logs and Referer headers.',
        remedy: 'Send response_mode=fragment or form_post, or leave it out.',
        section: 'OAuth 2.0 Multiple Response Types §3',
      });
    }
    return { responseMode: sent };
  },
  tell: ({ responseMode }) => `The answer goes by ${responseMode}.`,
});
