// Writes refusals for registry clients: the error list that they print, with Keycloak's members.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { AccessEntryWire } from './registry-scope.ts';

/** Codes of the distribution specification by status; default `UNSUPPORTED`. */
const REGISTRY_CODES: Readonly<Record<number, string>> = { 403: 'DENIED' };

/**
 * Compat: a 401 names the `requested` access and has no OAuth 2.0 members; other statuses have both forms
 * (docs/differences-to-keycloak.md, "Registry scopes"). RFC 9110 §15.5.2, distribution specification §Errors.
 */
export function refusalReply(
  { code, status, description }: OAuthError,
  realm: Realm,
  requested: readonly AccessEntryWire[] = [],
): Reply {
  if (status === 401) {
    const detail = requested.length === 0 ? {} : requested;
    const errors = [{ code: 'UNAUTHORIZED', message: description, detail }];
    const headers = { ...NO_STORE, 'www-authenticate': challenge('Basic', { realm: realm.name }) };
    return jsonReply(401, { errors }, headers);
  }
  const errors = [{ code: REGISTRY_CODES[status] ?? 'UNSUPPORTED', message: description }];
  return jsonReply(status, { errors, error: code, error_description: description }, NO_STORE);
}
