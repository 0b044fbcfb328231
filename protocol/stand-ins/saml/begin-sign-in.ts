// Sign-ins that begin at a SAML stand-in: its applications, and the answer that no one has asked for. SAML Profiles §4.1.5.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { joinBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { unsolicitedEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { listNamedClients } from '#protocol/saml/unsolicited-sign-in.ts';
import { renderClientsPage, renderStandInError } from '../stand-in-page.ts';
import { type AskDeps, askPerson, standInAddress } from './ask-person.ts';

/** GET: the applications that a person can sign in to. */
export function showClients(exchange: RealmExchange, provider: IdentityProvider): Reply {
  exchange.activity.parties('browser', 'identity-provider');
  if (provider.type !== 'saml') return refuseType(exchange, provider);
  const { realm, rawQuery, activity } = exchange;
  const clients = [...listNamedClients(realm)].filter(
    ([, { enabled, protocol }]) => enabled && protocol === 'saml',
  );
  if (clients.length === 0)
    return refuse(
      exchange,
      provider,
      `Realm ${realm.name} has no client to which a sign-in can lead that begins at identity provider ${provider.alias}.`,
      'Set the attribute saml_idp_initiated_sso_url_name of a client of protocol saml to a name for addresses.',
    );
  activity.outcome('asked');
  const query = rawQuery === '' ? '' : `?${rawQuery}`;
  return renderClientsPage(
    exchange,
    provider.name,
    clients.map(([name, client]) => ({
      title: client.name || client.clientId,
      name,
      href: `${standInAddress(exchange)}/${encodeURIComponent(name)}${query}`,
    })),
  );
}

/** GET and POST: asks who signs in to the client that the path names, and sends an unsolicited response. */
export async function beginSignIn(
  deps: AskDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  exchange.activity.parties('browser', 'identity-provider');
  joinBrokeredFlow(exchange);
  if (provider.type !== 'saml') return refuseType(exchange, provider);
  const { query, rawQuery, pathParameters } = exchange;
  return askPerson(deps, exchange, {
    provider,
    id: undefined,
    // Whether there is such a client is for the realm to say, as with any provider.
    consumerUrl: unsolicitedEndpointUrl(exchange, provider, pathParameters['client'] ?? ''),
    nameIdFormat: provider.config['nameIDPolicyFormat'],
    // Compat: at that address, Keycloak accepts no artifacts.
    isByArtifact: false,
    relayState: undefined,
    action: `${standInAddress(exchange)}?${rawQuery}`,
    loginHint: query.get('login_hint') ?? '',
  });
}

function refuseType(exchange: RealmExchange, provider: IdentityProvider): Reply {
  return refuse(
    exchange,
    provider,
    `Identity provider ${provider.alias} has the type "${provider.type}", with which a sign-in cannot begin at the provider.`,
    'Start the sign-in at the application, or use an identity provider of type saml.',
  );
}

function refuse(exchange: RealmExchange, { name }: IdentityProvider, reason: string, remedy: string): Reply {
  const section = 'SAML Profiles §4.1.5';
  const error = new OAuthError('invalid_request', { description: reason, reason, remedy, section });
  exchange.activity.refused(error, 'stand-in');
  return { ...renderStandInError(exchange, name, reason, remedy), status: 404 };
}
