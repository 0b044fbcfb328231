// Checks that every form endpoint makes.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Parameters } from '#protocol/http/exchange.ts';

/** RFC 6749 §3.2: no parameter comes more than once. @throws {OAuthError} `invalid_request`. */
export function checkNoDuplicates(form: Parameters): void {
  const [name] = form.duplicates;
  if (name === undefined) return;
  throw new OAuthError('invalid_request', {
    description: 'duplicated parameter',
    reason: `Parameter ${name} came more than once.`,
    remedy: `Send ${name} once.`,
    section: 'RFC 6749 §3.2',
  });
}
