// The checks of parameters that all endpoints share: none is repeated, and the required ones are there.
import type { OAuthErrorCode } from '#protocol/contract/oauth-errors.ts';
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import type { Parameters } from '#protocol/http/exchange.ts';

/**
 * No parameter may be repeated, except those listed in `repeatable`. `section` is the endpoint's own rule.
 * @throws {OAuthError} `invalid_request`. RFC 6749 §3.2.
 */
export function checkNoDuplicates(
  parameters: Parameters,
  section = 'RFC 6749 §3.2',
  repeatable: readonly string[] = [],
): void {
  const name = parameters.duplicates.find((each) => !repeatable.includes(each));
  if (name === undefined) return;
  throw new OAuthError('invalid_request', {
    description: 'duplicated parameter',
    reason: `Parameter ${name} was sent more than once.`,
    remedy: `Send ${name} once.`,
    section,
  });
}

/** The value of a required parameter. @throws {OAuthError} `code` if it is missing or empty. RFC 6749 §3.2. */
export function requireParameter(
  parameters: Parameters,
  name: string,
  details: OAuthErrorDetails,
  code: OAuthErrorCode = 'invalid_request',
): string {
  const value = parameters.get(name);
  if (value !== undefined && value !== '') return value;
  throw new OAuthError(code, { description: `Missing parameter: ${name}`, ...details });
}
