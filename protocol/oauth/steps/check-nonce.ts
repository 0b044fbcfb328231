// The nonce of an authorization request.
import { defineStep, type Step } from '../authorization-facts.ts';

/** OIDC Core §3.1.2.1: with the code flow a nonce is optional; a blank one counts as none. */
export const checkNonce: Step = defineStep({
  name: 'check-nonce',
  section: 'OIDC Core §3.1.2.1',
  needs: ['parameters'],
  gives: ['nonce'],
  run: (_exchange, { parameters }) => ({ nonce: parameters.get('nonce') || undefined }),
  tell: ({ nonce }) =>
    nonce === undefined ? 'No nonce; the code flow needs none.' : 'The ID token will carry the nonce.',
});
