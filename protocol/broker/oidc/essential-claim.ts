// The claim that an ID token must have for the person to sign in, as the provider's settings say (Keycloak: essential claim).
import { matchesPattern } from '#protocol/realm/match-pattern.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { claimText } from '../mappers/claims.ts';
import type { AnswerProblem } from '../provider-problem.ts';
import type { Claims } from '../providers/person.ts';

/** Compat: `claimFilterValue` is a pattern for the whole value, or for one of a list; only the ID token is read. */
export function findEssentialClaimProblem(
  { alias, config }: IdentityProvider,
  idToken: Claims,
): AnswerProblem | undefined {
  if (config['filteredByClaim'] !== 'true') return undefined;
  const { claimFilterName: name = '', claimFilterValue: pattern = '' } = config;
  const value = Object.hasOwn(idToken, name) ? idToken[name] : undefined;
  const values = (Array.isArray(value) ? value : [value]).map(claimText);
  if (value !== undefined && values.some((each) => matchesPattern(pattern, each))) return undefined;
  return {
    message: 'unmatchedClaim',
    reason:
      value === undefined
        ? `The id_token of identity provider ${alias} has no claim ${name} (filteredByClaim).`
        : `The claim ${name} of the id_token of identity provider ${alias} is ${values.join(', ').slice(0, 200)}, which does not match ${pattern}.`,
    remedy: `Sign in as a person who has the claim ${name} with such a value, or set config.filteredByClaim of identity provider ${alias} to false.`,
    section: 'Keycloak, essential claims of identity providers',
  };
}
