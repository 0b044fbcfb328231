// Why a sign-in through a provider does not go on. Compat: the messages are Keycloak's.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Remedy } from '#protocol/errors/remedy.ts';

const MESSAGES = {
  unexpected: 'Unexpected error when authenticating with identity provider',
  notSent: 'Could not send authentication request to identity provider.',
  notFound: 'Could not find an identity provider with the identifier.',
  missingState: 'Missing state parameter in response from identity provider.',
  invalidResponse: 'Invalid response from identity provider.',
  unmatchedClaim:
    'The ID token issued by the identity provider does not match the configured essential claim. Please contact your administrator.',
} as const;

type ProviderMessage = keyof typeof MESSAGES;

export interface ProblemDetails {
  readonly reason: string;
  readonly remedy: Remedy;
  readonly section: string;
}

/** A problem of a provider's answer. */
export interface AnswerProblem extends ProblemDetails {
  /** What the page says; by default `unexpected`. */
  readonly message?: ProviderMessage;
}

export function answerProblem({ message = 'unexpected', ...details }: AnswerProblem): OAuthError {
  return providerProblem(message, details);
}

export function providerProblem(message: ProviderMessage, details: ProblemDetails): OAuthError {
  return new OAuthError('invalid_request', { description: MESSAGES[message], ...details });
}

/** The person, or the provider, has refused. */
export function deniedByProvider(name: string, details: ProblemDetails): OAuthError {
  return new OAuthError('access_denied', {
    description: `Access denied when authenticating with ${name}`,
    ...details,
    userEventError: 'access_denied',
  });
}
