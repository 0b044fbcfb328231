// Stand-ins speak the language of the page that sends the browser to them.
import { withBrokeredLanguage } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { textsOf } from '#protocol/login/texts/page-texts.ts';
import { listLocales } from '#protocol/realm/view/locales.ts';
import type { AskedProvider } from './brokering.ts';

/** The provider, whose address names the language if it is a stand-in and the realm has several. */
export function inPageLanguage<Asked extends AskedProvider>(exchange: RealmExchange, asked: Asked): Asked {
  const { authorization } = asked.endpoints;
  if (!asked.isStandIn || authorization === undefined || listLocales(exchange.realm).length < 2) return asked;
  const address = withBrokeredLanguage(authorization, textsOf(exchange).locale);
  return { ...asked, endpoints: { ...asked.endpoints, authorization: address } };
}
