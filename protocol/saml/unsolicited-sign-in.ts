// Sign-ins that no service provider has asked for: the client that an address names, and the request in its place.
import { fixable } from '#protocol/errors/remedy.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { SignInRequest } from '#protocol/login/sign-in.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { findUnsolicitedService } from './assertion-consumer-service.ts';
import { checkClient } from './check-message.ts';
import type { FetchedCertificates } from './metadata/fetched-certificates.ts';
import { SAML, type SamlSignInData, samlEventDetails } from './saml-sign-in.ts';
import { readServiceProvider } from './service-provider.ts';

/** Client attribute with the name in addresses. */
const URL_NAME = 'saml_idp_initiated_sso_url_name';

export interface NamedClient {
  readonly client: Client;
  /** With the newest certificates of the client. */
  readonly exchange: RealmExchange;
}

/** Clients by their name for IdP-initiated sign-on. */
export interface NamedClients {
  /** @throws {SamlStatusError} `client_not_found`. */
  find(exchange: RealmExchange, name: string): Promise<NamedClient>;
}

export function createNamedClients(certificates: FetchedCertificates): NamedClients {
  return {
    async find(exchange, name) {
      const current = await certificates.refresh(exchange, findByName(exchange, name));
      return { exchange: current, client: findByName(current, name) };
    },
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

/** Clients with which sign-ins can begin at an identity provider, by their name in addresses. */
export function listNamedClients(realm: Realm): ReadonlyMap<string, Client> {
  return remember(clientsByName, realm, () => indexClients(realm));
}

function findByName({ realm, activity }: RealmExchange, name: string): Client {
  const client = listNamedClients(realm).get(name);
  if (client !== undefined) {
    activity.client(client.clientId);
    return client;
  }
  throw new SamlStatusError('client_not_found', {
    description: 'Client not found.',
    reason: `No client of realm ${realm.name} has the name ${name.slice(0, 255)} for IdP-initiated sign-on.`,
    remedy: `Set ${URL_NAME} of the client to ${name.slice(0, 255)}; it is a name of its own, not the clientId.`,
    section: 'SAML Profiles §4.1.5',
  });
}

/**
 * The request of a sign-in whose response is unsolicited. `relayState` undefined: that of the client's settings.
 * @throws {SamlStatusError} for a client that is disabled, of another protocol or without a service. SAML Profiles §4.1.5.
 */
export function unsolicitedRequest(
  exchange: RealmExchange,
  client: Client,
  relayState: string | undefined,
): SignInRequest {
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
    relayState: relayState ?? (client.attributes['saml_idp_initiated_sso_relay_state'] || undefined),
    nameIdFormat: provider.nameIdFormat,
    request: undefined,
  };
  return {
    protocol: SAML,
    clientId: client.clientId,
    passive: false,
    forceLogin: false,
    flow: exchange.activity.flow,
    eventDetails: samlEventDetails(data),
    data,
  };
}
