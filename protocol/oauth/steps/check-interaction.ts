// What an authorization request asks of the sign-in: prompt and max_age.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** OIDC Core §3.1.2.1: `prompt` is a list in which `none` makes the request passive; `max_age` is whole seconds. */
export const checkInteraction: Step = defineStep({
  name: 'check-interaction',
  section: 'OIDC Core §3.1.2.1',
  needs: ['parameters', 'redirect'],
  gives: ['interaction'],
  run(_exchange, { parameters }) {
    const prompts = new Set((parameters.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== ''));
    return {
      interaction: {
        passive: prompts.has('none'),
        forceLogin: prompts.has('login'),
        maxAgeSeconds: readMaxAge(parameters.get('max_age') ?? ''),
      },
    };
  },
});

function readMaxAge(text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new OAuthError('invalid_request', {
    description: 'Invalid parameter: max_age',
    reason: `max_age "${text}" is not a whole number of seconds.`,
    remedy: 'Send max_age as a number of seconds, e.g. max_age=300.',
    section: 'OIDC Core §3.1.2.1',
  });
}
