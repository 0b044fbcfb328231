// IdP-initiated sign-on: a link per service provider that leads to an unsolicited response.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import { answerRefusals, checkSamlRealm } from '../answer-refusals.ts';
import { type NamedClients, unsolicitedRequest } from '../unsolicited-sign-in.ts';

export interface IdpInitiatedDeps {
  readonly login: Pick<Login, 'begin'>;
  readonly namedClients: NamedClients;
}

/** Handles `…/protocol/saml/clients/:name`. SAML Profiles §4.1.5. */
export function createIdpInitiated({
  login,
  namedClients,
}: IdpInitiatedDeps): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => {
    exchange.activity.parties('browser', 'understudy');
    return answerRefusals(exchange, async () => {
      checkSamlRealm(exchange);
      const named = await namedClients.find(exchange, exchange.pathParameters['name'] ?? '');
      return answerRefusals(
        named.exchange,
        async () => {
          const relayState = named.exchange.query.get('RelayState');
          const request = unsolicitedRequest(named.exchange, named.client, relayState);
          return login.begin(named.exchange, request);
        },
        named.client,
      );
    });
  };
}
