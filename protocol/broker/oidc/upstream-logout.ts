// Sign-out at a provider: the browser is sent there, or this server asks it. OIDC RP-Initiated Logout §2.

import { withBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import {
  type FrontChannelParticipant,
  providerVisit,
  type SignOutHop,
  type SignOutVisit,
} from '#protocol/login/sign-out.ts';
import type {
  LogoutNotice,
  LogoutParticipant,
  SessionEndContext,
} from '#protocol/realm/sessions/sessions.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl, endpointsOf } from '#protocol/realm/view/provider-endpoints.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { FindStandIn } from '../brokering.ts';

const SECTION = 'OIDC RP-Initiated Logout §2';

/** The provider by which the session began, if people sign out there. */
function findUpstream(
  { realm, baseUrl }: SessionEndContext,
  { notes }: UserSession,
): IdentityProvider | undefined {
  const alias = notes?.['identity_provider'];
  const provider = alias === undefined ? undefined : findIdentityProvider(realm, alias);
  if (provider?.enabled !== true || provider.type === 'saml') return undefined;
  return endpointsOf(provider, baseUrl).logout === undefined ? undefined : provider;
}

/** Compat: the server itself asks only if it has an ID token to show. */
const isAskedByServer = ({ config }: IdentityProvider, { notes }: UserSession): boolean =>
  config['backchannelSupported'] === 'true' && notes?.['FEDERATED_ID_TOKEN'] !== undefined;

/** The provider's logout URL with what identifies the session. Compat: the ID token and the client are settings. */
function logoutUrl(address: string, { config }: IdentityProvider, session: UserSession, state: string): URL {
  const url = new URL(address);
  const hint = session.notes?.['FEDERATED_ID_TOKEN'];
  url.searchParams.set('state', state);
  if (hint !== undefined && config['sendIdTokenOnLogout'] !== 'false')
    url.searchParams.set('id_token_hint', hint);
  if (config['sendClientIdOnLogout'] === 'true') url.searchParams.set('client_id', config['clientId'] ?? '');
  return url;
}

/** The browser is sent to the provider, and comes back to `…/endpoint/logout_response`. */
export function createUpstreamVisits(findStandIn: FindStandIn): FrontChannelParticipant {
  return {
    protocol: 'identity-provider',
    section: SECTION,
    listVisits(context, session): readonly SignOutVisit[] {
      const provider = findUpstream(context, session);
      if (provider === undefined || isAskedByServer(provider, session)) return [];
      return [{ clientUuid: providerVisit(provider.alias), clientId: `identity provider ${provider.alias}` }];
    },
    async visit(exchange: RealmExchange, { session, messageId }: SignOutHop): Promise<Reply | undefined> {
      const provider = findUpstream(exchange, session);
      if (provider === undefined) return undefined;
      const address = (findStandIn(exchange, provider) ?? endpointsOf(provider, exchange.baseUrl)).logout;
      if (address === undefined || !URL.canParse(address)) return undefined;
      const url = logoutUrl(address, provider, session, messageId);
      url.searchParams.set(
        'post_logout_redirect_uri',
        `${brokerEndpointUrl(exchange, provider)}/logout_response`,
      );
      return redirectReply(withBrokeredFlow(exchange, url.href), undefined, 303);
    },
  };
}

/** This server asks the provider, for sessions that do not end in a browser, too. */
export function createUpstreamLogout(calls: Pick<OutgoingCalls, 'send'>): LogoutParticipant {
  return {
    async endSession(context, session): Promise<readonly LogoutNotice[]> {
      const provider = findUpstream(context, session);
      if (provider === undefined || !isAskedByServer(provider, session)) return [];
      const address = endpointsOf(provider, context.baseUrl).logout ?? '';
      if (!URL.canParse(address)) return [];
      await calls.send({
        kind: 'broker-logout',
        title: `Sign-out at ${provider.name}`,
        url: logoutUrl(address, provider, session, session.id).href,
        method: 'GET',
        to: 'identity-provider',
        called: `Identity provider ${provider.alias}`,
        rule: 'ask-provider',
        body: async () => '',
        realm: context.realm.name,
        clientId: '',
        username: session.username,
        flow: session.flow,
        accepted: [200, 204, 302, 303],
        setting: `config.logoutUrl of identity provider ${provider.alias}`,
        section: SECTION,
      });
      return [];
    },
  };
}
