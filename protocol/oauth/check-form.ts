// The check for repeated parameters, shared by all endpoints.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
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
