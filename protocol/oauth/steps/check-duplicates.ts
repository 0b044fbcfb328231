// Repeated parameters.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** RFC 6749 §3.1: no parameter comes more than once. */
export const checkDuplicates: Step = defineStep({
  name: 'check-duplicates',
  section: 'RFC 6749 §3.1',
  needs: ['parameters', 'redirect'],
  gives: [],
  run(_exchange, { parameters }) {
    const [name] = parameters.duplicates;
    if (name === undefined) return {};
    throw new OAuthError('invalid_request', {
      description: 'duplicated parameter',
      reason: `Parameter ${name} came more than once.`,
      remedy: `Send ${name} once.`,
      section: 'RFC 6749 §3.1',
    });
  },
});
