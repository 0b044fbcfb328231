// The claims parameter of an authorization request.
import { parseClaimsRequest } from '#protocol/token/claims-request.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** OIDC Core §5.5: the parameter, if present, is valid. */
export const checkClaims: Step = defineStep({
  name: 'check-claims',
  section: 'OIDC Core §5.5',
  needs: ['parameters'],
  gives: ['claimsRequest'],
  run(_exchange, { parameters }) {
    const text = parameters.get('claims') ?? '';
    return { claimsRequest: text === '' ? undefined : parseClaimsRequest(text) };
  },
  describe({ claimsRequest }) {
    if (claimsRequest === undefined) return 'No claims are requested by name.';
    const list = (claims: object): string => Object.keys(claims).join(', ') || 'none';
    return `For the ID token: ${list(claimsRequest.id)}. For userinfo: ${list(claimsRequest.userinfo)}.`;
  },
});
