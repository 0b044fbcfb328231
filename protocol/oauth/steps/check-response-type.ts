// The response type of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import { requireParameter } from '../check-form.ts';
import { parseResponseType } from '../response-types.ts';

/** RFC 6749 §3.1.1: `response_type` is present and consists of known parts. */
export const checkResponseType: Step = defineStep({
  name: 'check-response-type',
  section: 'RFC 6749 §3.1.1',
  needs: ['parameters'],
  gives: ['requestedType'],
  run(_exchange, { parameters }) {
    const sent = requireParameter(parameters, 'response_type', {
      reason: 'response_type is missing.',
      remedy: 'Send response_type=code.',
      section: 'RFC 6749 §3.1.1',
    });
    const requestedType = parseResponseType(sent);
    if (requestedType !== undefined) return { requestedType };
    throw new OAuthError('unsupported_response_type', {
      description: '',
      reason: `"${sent}" is not a response type.`,
      remedy: 'Send response_type=code.',
    });
  },
  describe: ({ requestedType }) => `response_type is ${requestedType.name}.`,
});
