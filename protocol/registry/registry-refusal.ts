// How a refusal is told to a registry client: in the list that it prints, with Keycloak's members where it has them.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { AccessEntryWire } from './registry-scope.ts';

/** Codes of the distribution specification by status; for all others `UNSUPPORTED`. */
const REGISTRY_CODES: Readonly<Record<number, string>> = { 403: 'DENIED' };

/**
 * The answer. Compat: a 401 names what was `asked` for and nothing of OAuth 2.0, everything else is told in both ways
 * (docs/differences-to-keycloak.md, "Registry scopes"). RFC 9110 §15.5.2, distribution specification §Errors.
 */
export function refusalReply(
  { code, status, description }: OAuthError,
  realm: Realm,
  asked: readonly AccessEntryWire[] = [],
): Reply {
  if (status === 401) {
    const detail = asked.length === 0 ? {} : asked;
    const errors = [{ code: 'UNAUTHORIZED', message: description, detail }];
    const headers = { ...NO_STORE, 'www-authenticate': challenge('Basic', { realm: realm.name }) };
    return jsonReply(401, { errors }, headers);
  }
  const errors = [{ code: REGISTRY_CODES[status] ?? 'UNSUPPORTED', message: description }];
  return jsonReply(status, { errors, error: code, error_description: description }, NO_STORE);
}
