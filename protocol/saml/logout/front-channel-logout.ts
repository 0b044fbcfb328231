// Front-channel logout of service providers: the browser visits them one after another.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { FrontChannelParticipant, SignOutHop, SignOutVisit } from '#protocol/login/sign-out.ts';
import type { SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { bindingOf, type SamlBindings } from '../bindings/table.ts';
import { readServiceProvider, type ServiceProvider } from '../service-provider.ts';
import { findRequestAddress, type LogoutAddress, usesFrontChannel } from './logout-address.ts';
import type { LogoutMessages } from './logout-messages.ts';

const SECTION = 'SAML Profiles §4.4.3.3';

export interface FrontChannelLogoutDeps {
  readonly bindings: SamlBindings;
  readonly messages: LogoutMessages;
}

/** SAML Profiles §4.4.3. */
export function createFrontChannelLogout(deps: FrontChannelLogoutDeps): FrontChannelParticipant {
  return {
    protocol: 'saml',
    section: SECTION,
    listVisits,
    visit: (exchange, hop) => visit(deps, exchange, hop),
  };
}

interface Target {
  readonly provider: ServiceProvider;
  readonly address: LogoutAddress;
}

/** The service provider and its address; undefined if the browser does not visit it. */
function findTarget(
  { realm, clock, baseUrl }: SessionEndContext,
  session: UserSession,
  clientUuid: string,
): Target | undefined {
  const client = realm.clientsById.get(clientUuid);
  if (client === undefined || client.protocol !== 'saml' || !client.enabled) return undefined;
  const provider = readServiceProvider(client, clock.now());
  if (!usesFrontChannel(provider)) return undefined;
  const address = findRequestAddress(provider, baseUrl, session.clients[clientUuid]?.saml?.binding);
  return address === undefined ? undefined : { provider, address };
}

function listVisits(context: SessionEndContext, session: UserSession): readonly SignOutVisit[] {
  return Object.keys(session.clients).flatMap((clientUuid) => {
    const target = findTarget(context, session, clientUuid);
    return target === undefined ? [] : [{ clientUuid, clientId: target.provider.client.clientId }];
  });
}

async function visit(
  { bindings, messages }: FrontChannelLogoutDeps,
  exchange: RealmExchange,
  { session, clientUuid, messageId }: SignOutHop,
): Promise<Reply | undefined> {
  const target = findTarget(exchange, session, clientUuid);
  if (target === undefined) return undefined;
  const { provider, address } = target;
  const request = messages.describeRequest(exchange, {
    provider,
    session,
    id: messageId,
    destination: address.url,
  });
  try {
    return await bindingOf(bindings, address.binding).send(exchange, request);
  } catch (error) {
    if (!(error instanceof SamlStatusError)) throw error;
    exchange.activity.recordNote(
      'notify-client',
      `${provider.client.clientId} cannot be notified: ${error.reason} ${error.remedy ?? ''}`,
      SECTION,
    );
    return undefined;
  }
}
