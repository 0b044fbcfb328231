// The check that every endpoint makes of its parameters.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Parameters } from '#protocol/http/exchange.ts';

/** RFC 6749 §3.2: no parameter comes more than once, but for those that may. `section` is where the endpoint's own rule stands. @throws {OAuthError} `invalid_request`. */
export function checkNoDuplicates(
  parameters: Parameters,
  section = 'RFC 6749 §3.2',
  repeatable: readonly string[] = [],
): void {
  const name = parameters.duplicates.find((each) => !repeatable.includes(each));
  if (name === undefined) return;
  throw new OAuthError('invalid_request', {
    description: 'duplicated parameter',
    reason: `Parameter ${name} came more than once.`,
    remedy: `Send ${name} once.`,
    section,
  });
}
