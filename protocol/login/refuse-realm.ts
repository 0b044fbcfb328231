// The error page for requests to a realm that cannot be used.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from './error-page.ts';

/** An error page with status 403, if the realm cannot be used. */
export function refuseRealm(exchange: RealmExchange): Reply | undefined {
  const problem = findRealmProblem(exchange);
  if (problem === undefined) return undefined;
  const { code, ...details } = problem;
  const error = new OAuthError(code, { ...details, status: 403 });
  exchange.activity.refused(error, 'check-realm');
  return renderErrorPage(exchange, { status: 403, message: error.description, error });
}
