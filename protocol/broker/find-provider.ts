// The provider that a path names, or the page that says why no one can be sent there.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf } from '#protocol/realm/view/provider-endpoints.ts';
import type { AskedProvider, BrokerDeps, BrokerProtocol } from './brokering.ts';
import { oidcBroker } from './oidc/oidc-broker.ts';
import { providerProblem } from './provider-problem.ts';
import { kindOf } from './providers/person.ts';
import { samlBroker } from './saml/saml-broker.ts';

export const RULE: string = 'identity-provider';
const SECTION = 'Keycloak identity brokering';

/** A provider, and the protocol by which it is asked. */
export interface FoundProvider extends AskedProvider {
  readonly protocol: BrokerProtocol;
}

/** The provider of the path, or the page that says why no one can be sent there. */
export function findProvider(
  deps: Pick<BrokerDeps, 'findStandIn'>,
  exchange: RealmExchange,
): FoundProvider | { readonly reply: Reply } {
  const { realm, pathParameters, activity } = exchange;
  const alias = pathParameters['alias'] ?? '';
  activity.eventDetails({ identity_provider: alias });
  const provider = findIdentityProvider(realm, alias);
  if (provider?.enabled !== true)
    return refuse(
      exchange,
      provider === undefined
        ? `Realm ${realm.name} has no identity provider "${alias.slice(0, 255)}".`
        : `Identity provider ${alias} of realm ${realm.name} is disabled.`,
      provider === undefined
        ? `Add it to identityProviders of realm ${realm.name}, or use the alias of an existing one.`
        : `Set enabled of identity provider ${alias} to true.`,
      404,
    );
  const protocol = protocolOf(provider);
  if (protocol === undefined)
    return refuse(
      exchange,
      `Identity provider ${alias} has the type "${provider.type}", by which Understudy does not ask providers.`,
      `Set providerId of identity provider ${alias} to oidc, oauth2 or saml, with the addresses of the provider.`,
      400,
    );
  const standIn = deps.findStandIn(exchange, provider);
  activity.recordNote(
    RULE,
    standIn === undefined
      ? `Identity provider ${alias} itself is asked.`
      : `A stand-in of this server is asked in place of ${provider.name} (config "understudy.stand-in").`,
  );
  return {
    provider,
    endpoints: standIn ?? endpointsOf(provider, exchange.baseUrl),
    isStandIn: standIn !== undefined,
    protocol,
  };
}

function protocolOf(provider: IdentityProvider): BrokerProtocol | undefined {
  if (provider.type === 'saml') return samlBroker;
  return kindOf(provider) === undefined ? undefined : oidcBroker;
}

function refuse(
  exchange: RealmExchange,
  reason: string,
  remedy: string,
  status: number,
): { readonly reply: Reply } {
  const error = providerProblem(status === 404 ? 'notFound' : 'notSent', {
    reason,
    remedy,
    section: SECTION,
  });
  exchange.activity.refused(error, RULE);
  return { reply: renderErrorPage(exchange, { status, message: error.description, error }) };
}

/** Only SAML providers get a description of this server. */
export function refuseDescription(exchange: RealmExchange, { provider }: AskedProvider): Reply {
  return refuse(
    exchange,
    `Identity provider ${provider.alias} has the type "${provider.type}", for which there is no SAML metadata.`,
    'Ask for the metadata of an identity provider of type saml.',
    404,
  ).reply;
}

/** Only with SAML providers can a sign-in begin at the provider. */
export function refuseUnsolicited(exchange: RealmExchange, { provider }: AskedProvider): Reply {
  return refuse(
    exchange,
    `Identity provider ${provider.alias} has the type "${provider.type}", with which a sign-in cannot begin at the provider.`,
    'Start the sign-in at the application, or use an identity provider of type saml.',
    404,
  ).reply;
}

/** Compat: no one can sign in with a provider that only links accounts. */
export function refuseLinkOnly(exchange: RealmExchange, { provider }: AskedProvider): Reply {
  return refuse(
    exchange,
    `Identity provider ${provider.alias} cannot be used to sign in: it only links accounts (linkOnly).`,
    `Set linkOnly of identity provider ${provider.alias} to false, or link it with kc_action=idp_link:${provider.alias}.`,
    400,
  ).reply;
}
