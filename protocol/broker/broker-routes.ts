// The routes by which the browser goes to other identity providers and comes back.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { providerVisit } from '#protocol/login/sign-out.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf } from '#protocol/realm/view/provider-endpoints.ts';
import type { AskedProvider, BrokerDeps, BrokerProtocol } from './brokering.ts';
import { oidcBroker } from './oidc/oidc-broker.ts';
import { providerProblem } from './provider-problem.ts';
import { kindOf } from './providers/person.ts';
import { descriptorReply, renderBrokerDescriptor } from './saml/descriptor.ts';
import { samlBroker } from './saml/saml-broker.ts';

const RULE = 'identity-provider';
const SECTION = 'Keycloak identity brokering';

/** Largest answer of a provider: a SAML response with many attributes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

interface Found extends AskedProvider {
  readonly protocol: BrokerProtocol;
}

/** The provider of the path, or the page that says why nobody can be sent there. */
function findProvider(deps: BrokerDeps, exchange: RealmExchange): Found | { readonly reply: Reply } {
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
    endpoints: standIn ?? endpointsOf(provider),
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

function refuseRealm(exchange: RealmExchange): Reply | undefined {
  const problem = findRealmProblem(exchange);
  if (problem === undefined) return undefined;
  const { code, ...details } = problem;
  const error = new OAuthError(code, { ...details, status: 403 });
  exchange.activity.refused(error, 'check-realm');
  return renderErrorPage(exchange, { status: 403, message: error.description, error });
}

/** GET and POST: sends the browser to the provider. */
async function begin(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const found = await deps.tabs.find(exchange);
  if (found.reply !== undefined) return found.reply;
  const provider = findProvider(deps, exchange);
  if ('reply' in provider) return provider.reply;
  return provider.protocol.begin(deps, exchange, found.tab, provider);
}

/** GET and POST: the browser comes back from the provider. */
async function receive(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const provider = findProvider(deps, exchange);
  if ('reply' in provider) return provider.reply;
  const other = await provider.protocol.receiveOther?.(deps, exchange, provider);
  if (other !== undefined) return other;
  const tabId = provider.protocol.tabOf(exchange);
  if (tabId === undefined) return refuseState(exchange, provider);
  const found = await deps.tabs.find(exchange, tabId);
  if (found.reply !== undefined) return found.reply;
  return provider.protocol.receive(deps, exchange, found.tab, provider);
}

/** The metadata of this server for a SAML provider. */
async function describe(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const found = findProvider(deps, exchange);
  if ('reply' in found) return found.reply;
  if (found.protocol !== samlBroker)
    return refuse(
      exchange,
      `Identity provider ${found.provider.alias} has the type "${found.provider.type}", for which there is no SAML metadata.`,
      'Ask for the metadata of an identity provider of type saml.',
      404,
    ).reply;
  try {
    return descriptorReply(await renderBrokerDescriptor(deps.saml, exchange, found.provider));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, RULE);
    return renderErrorPage(exchange, { status: 400, message: error.description, error });
  }
}

function refuseState(exchange: RealmExchange, { provider }: AskedProvider): Reply {
  const error = providerProblem('missingState', {
    reason: `The answer of identity provider ${provider.alias} has no state of a sign-in.`,
    remedy: 'Return the parameter state of the authorization request unchanged.',
    section: 'RFC 6749 §4.1.2',
  });
  exchange.activity.refused(error, RULE);
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/** GET: the browser comes back from the provider, which does not say whether its session has ended. */
async function resumeSignOut({ login }: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const { alias = '' } = exchange.pathParameters;
  const messageId = exchange.query.get('state') ?? '';
  const visit = { messageId, clientUuid: providerVisit(alias), confirmed: true };
  return (await login.resumeSignOut(exchange, visit)) ?? refuseSignOut(exchange, alias);
}

function refuseSignOut(exchange: RealmExchange, alias: string): Reply {
  const error = providerProblem('invalidResponse', {
    reason: `No sign-out waits for identity provider "${alias.slice(0, 255)}" with this state: it has ended, or taken too long.`,
    remedy: 'Return the parameter state of the logout request unchanged.',
    section: 'OIDC RP-Initiated Logout §3',
  });
  exchange.activity.refused(error, RULE);
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

export function createBrokerRoutes(deps: BrokerDeps): readonly RealmRoute[] {
  const both = (path: string, title: string, handle: RealmRoute['handle']): RealmRoute[] => {
    const get: RealmRoute = {
      realm: true,
      method: 'GET',
      path: `/realms/:realm/broker/:alias/${path}`,
      title,
      handle,
    };
    return [get, { ...get, method: 'POST', body: 'form', maxBodyBytes: MAX_BODY_BYTES }];
  };
  return [
    ...both('login', 'Sign-in through an identity provider', (exchange) => begin(deps, exchange)),
    ...both('endpoint', 'Answer of an identity provider', (exchange) => receive(deps, exchange)),
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/endpoint/logout_response',
      title: 'Sign-out at an identity provider ended',
      handle: (exchange) => resumeSignOut(deps, exchange),
    },
    // Sign-ins that begin at a SAML provider, which are refused with the reason.
    ...both('endpoint/clients/:client', 'Answer of an identity provider', (exchange) =>
      receive(deps, exchange),
    ),
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/endpoint/descriptor',
      title: 'SAML metadata for an identity provider',
      background: true,
      cors: 'any',
      handle: (exchange) => describe(deps, exchange),
    },
  ];
}
