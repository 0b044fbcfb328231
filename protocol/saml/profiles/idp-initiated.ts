// IdP-initiated sign-on: a link per service provider that leads to an unsolicited response.
import { fixable } from '#protocol/errors/remedy.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { answerRefusals, checkSamlRealm } from '../answer-refusals.ts';
import { findUnsolicitedService } from '../assertion-consumer-service.ts';
import { checkClient } from '../check-message.ts';
import type { FetchedCertificates } from '../metadata/fetched-certificates.ts';
import { SAML, type SamlSignInData, samlEventDetails } from '../saml-sign-in.ts';
import { readServiceProvider } from '../service-provider.ts';

/** Client attribute with the name in the URL. */
const URL_NAME = 'saml_idp_initiated_sso_url_name';

export interface IdpInitiatedDeps {
  readonly login: Login;
  readonly certificates: FetchedCertificates;
}

/** Handles `…/protocol/saml/clients/:name`. SAML Profiles §4.1.5. */
export function createIdpInitiated({
  login,
  certificates,
}: IdpInitiatedDeps): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => {
    exchange.activity.parties('browser', 'understudy');
    return answerRefusals(exchange, async () => {
      checkSamlRealm(exchange);
      const client = findByName(exchange);
      const current = await certificates.refresh(exchange, client);
      return answerRefusals(current, () => begin(current, findByName(current), login), client);
    });
  };
}

const clientsByName = new WeakMap<Realm, ReadonlyMap<string, Client>>();

function indexClients(realm: Realm): ReadonlyMap<string, Client> {
  const named = [...realm.clients.values()].flatMap((client) => {
    const name = client.attributes[URL_NAME];
    return name ? [[name, client] as const] : [];
  });
  // The first of two clients with the same name is used.
  return new Map(named.reverse());
}

function findByName({ realm, activity, pathParameters }: RealmExchange): Client {
  const name = pathParameters['name'] ?? '';
  const client = remember(clientsByName, realm, () => indexClients(realm)).get(name);
  if (client !== undefined) {
    activity.client(client.clientId);
    return client;
  }
  throw new SamlStatusError('client_not_found', {
    description: 'Client not found.',
    reason: `No client of realm ${realm.name} has the name ${name} for IdP-initiated sign-on.`,
    remedy: `Set ${URL_NAME} of the client to ${name}; it is a name of its own, not the clientId.`,
    section: 'SAML Profiles §4.1.5',
  });
}

function begin(exchange: RealmExchange, client: Client, login: Login): Promise<Reply> {
  if (!client.enabled) {
    throw new SamlStatusError('client_disabled', {
      description: 'Client disabled.',
      reason: `Client ${client.clientId} is disabled.`,
      remedy: fixable({ kind: 'enable-client', client: client.clientId }),
    });
  }
  checkClient(client);
  const provider = readServiceProvider(client, exchange.clock.now());
  const data: SamlSignInData = {
    consumer: findUnsolicitedService(exchange, provider),
    relayState:
      exchange.query.get('RelayState') ??
      (client.attributes['saml_idp_initiated_sso_relay_state'] || undefined),
    nameIdFormat: provider.nameIdFormat,
    request: undefined,
  };
  return login.begin(exchange, {
    protocol: SAML,
    clientId: client.clientId,
    passive: false,
    forceLogin: false,
    flow: exchange.activity.flow,
    eventDetails: samlEventDetails(data),
    data,
  });
}
