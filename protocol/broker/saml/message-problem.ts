// Faults of a provider's message, as pages and Activity show them.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { providerProblem } from '../provider-problem.ts';

/** The problem to report for an error. @throws the error itself if it is not about the message. */
export function asMessageProblem(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof SamlStatusError) {
    const { reason, section, remedy = 'Check what the provider sends.' } = error;
    return providerProblem('invalidResponse', { reason, remedy, section });
  }
  if (!(error instanceof XmlError)) throw error;
  return providerProblem('invalidResponse', {
    reason: `The message of the identity provider cannot be read: ${error.message}.`,
    remedy: 'Send a message that is valid by the schema of SAML 2.0.',
    section: 'SAML Core §1.3',
  });
}
