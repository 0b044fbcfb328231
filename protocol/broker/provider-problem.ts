// Why a sign-in through a provider does not go on. Compat: the messages are Keycloak's.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Remedy } from '#protocol/errors/remedy.ts';

const MESSAGES = {
  unexpected: 'Unexpected error when authenticating with identity provider',
  notSent: 'Could not send authentication request to identity provider.',
  notFound: 'Could not find an identity provider with the identifier.',
  missingState: 'Missing state parameter in response from identity provider.',
  invalidResponse: 'Invalid response from identity provider.',
} as const;

export interface ProblemDetails {
  readonly reason: string;
  readonly remedy: Remedy;
  readonly section: string;
}

export function providerProblem(message: keyof typeof MESSAGES, details: ProblemDetails): OAuthError {
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
