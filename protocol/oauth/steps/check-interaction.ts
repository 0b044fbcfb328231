// The parameters prompt and max_age of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Interaction, type Step } from '../authorization-facts.ts';

const SECTION = 'OIDC Core §3.1.2.1';

/** Compat: other values are ignored, as in Keycloak. */
const PROMPTS: ReadonlySet<string> = new Set(['none', 'login', 'consent', 'select_account', 'create']);

/**
 * OIDC Core §3.1.2.1: `prompt` is a list, and `none` cannot be combined; `max_age` is in whole seconds. Whether people
 * may register is checked with the page (Initiating User Registration §4).
 */
export const checkInteraction: Step = defineStep({
  name: 'check-interaction',
  section: SECTION,
  needs: ['parameters'],
  gives: ['interaction'],
  run({ activity }, { parameters }, { endpoint }) {
    const prompts = readPrompts(parameters.get('prompt') ?? '');
    const unknown = [...prompts].filter((prompt) => !PROMPTS.has(prompt));
    if (unknown.length > 0)
      activity.recordNote('check-interaction', `prompt ${unknown.join(', ')} is ignored.`);
    const registers = endpoint === 'registration' || prompts.has('create');
    return {
      interaction: {
        registers,
        passive: !registers && prompts.has('none'),
        forceLogin: prompts.has('login'),
        forceConsent: prompts.has('consent'),
        forceAccountChoice: prompts.has('select_account'),
        maxAgeSeconds: readMaxAge(parameters.get('max_age') ?? ''),
      },
    };
  },
  describe: ({ interaction }) => describe(interaction),
});

/** Choice: docs/differences-to-keycloak.md, "prompt=none with other values". */
function readPrompts(text: string): ReadonlySet<string> {
  const prompts = new Set(text.split(' ').filter((prompt) => prompt !== ''));
  if (!prompts.has('none') || prompts.size === 1) return prompts;
  throw new OAuthError('invalid_request', {
    description: 'Invalid parameter: prompt',
    reason: `prompt "${text}" combines none with other values.`,
    remedy: 'Send prompt=none alone.',
    section: SECTION,
  });
}

function readMaxAge(text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new OAuthError('invalid_request', {
    description: 'Invalid parameter: max_age',
    reason: `max_age "${text}" is not a whole number of seconds.`,
    remedy: 'Send max_age as a number of seconds, e.g. max_age=300.',
    section: SECTION,
  });
}

function describe({
  registers,
  passive,
  forceLogin,
  forceConsent,
  forceAccountChoice,
  maxAgeSeconds,
}: Interaction): string {
  if (registers) return 'The page on which people register is shown.';
  if (passive) return 'No page may be shown.';
  if (forceLogin) return 'A new sign-in is required.';
  if (forceAccountChoice) return 'The user must choose an account.';
  if (forceConsent) return 'Consent is requested again.';
  return maxAgeSeconds === undefined
    ? 'Any active session is accepted.'
    : `A session is accepted if its sign-in is at most ${maxAgeSeconds} seconds old.`;
}
