// Requests for user registration in the browser.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** Initiating User Registration §4: `prompt=create` is refused, because there is no registration page. */
export const checkRegistration: Step = defineStep({
  name: 'check-registration',
  section: 'Initiating User Registration §4',
  needs: ['parameters'],
  gives: [],
  run(_exchange, { parameters }) {
    if (!(parameters.get('prompt') ?? '').split(' ').includes('create')) return {};
    throw new OAuthError('invalid_request', {
      description: 'Registration not allowed',
      reason: 'The request asks for the registration page, which Understudy does not have.',
      remedy: 'Create the user in the console, and send the request without prompt=create.',
      section: 'Initiating User Registration §4',
    });
  },
  describe: () => 'Registration is not requested.',
});
