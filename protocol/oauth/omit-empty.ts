// Parameters without a value count as omitted, at every endpoint of OAuth 2.0.
import type { RealmExchange, RealmRoute } from '#protocol/http/exchange.ts';
import { omitEmpty } from '#protocol/http/parameters.ts';

/**
 * A handler that does not see parameters without a value, in query or form. RFC 6749 §3.1, §3.2: they "MUST be
 * treated as if they were omitted". Activity shows what was sent.
 */
export function omittingEmpty(handle: RealmRoute['handle']): RealmRoute['handle'] {
  return (exchange) => handle(withoutEmpty(exchange));
}

function withoutEmpty(exchange: RealmExchange): RealmExchange {
  const query = omitEmpty(exchange.query);
  const form = omitEmpty(exchange.form);
  const isComplete = query === exchange.query && form === exchange.form;
  return isComplete ? exchange : Object.freeze({ ...exchange, query, form });
}
