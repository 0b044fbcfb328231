// The length of an authorization request's parameters.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** Compat: maximum length of a parameter value, in characters. */
const MAX_CHARACTERS = 4000;

/** Parameters that contain tokens or documents; their readers limit them. */
const LARGE: ReadonlySet<string> = new Set(['request', 'id_token_hint', 'claims', 'authorization_details']);

/**
 * RFC 6749 §3.1.
 * Choice: an oversized parameter is refused, not dropped (docs/differences-to-keycloak.md, "Oversized
 * parameters").
 */
export const checkSizes: Step = defineStep({
  name: 'check-sizes',
  section: 'RFC 6749 §3.1',
  needs: ['parameters'],
  gives: [],
  run(_exchange, { parameters }) {
    const large = parameters.entries.find(
      ([name, value]) => value.length > MAX_CHARACTERS && !LARGE.has(name),
    );
    if (large === undefined) return {};
    const [name, value] = large;
    throw new OAuthError('invalid_request', {
      description: `The size of OIDC parameter '${name}' is longer than allowed.`,
      reason: `Parameter ${name} has ${value.length} characters; ${MAX_CHARACTERS} are allowed.`,
      remedy: `Send less in ${name}, and keep what belongs to the sign-in in your own session.`,
      section: 'RFC 6749 §3.1',
    });
  },
  describe: () => 'No parameter is too long.',
});
