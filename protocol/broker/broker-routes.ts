// The routes by which the browser goes to other identity providers and comes back.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { refuseRealm } from '#protocol/login/refuse-realm.ts';
import { providerVisit } from '#protocol/login/sign-out.ts';
import { linkFromApplication } from './account-linking.ts';
import type { AskedProvider, BrokerDeps } from './brokering.ts';
import { findProvider, RULE, refuseDescription, refuseLinkOnly } from './find-provider.ts';
import { inPageLanguage } from './page-language.ts';
import { providerProblem } from './provider-problem.ts';
import { descriptorReply, renderBrokerDescriptor } from './saml/descriptor.ts';
import { samlBroker } from './saml/saml-broker.ts';
import { readStoredToken } from './stored-token.ts';

/** Largest answer of a provider: a SAML response with many attributes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** GET and POST: sends the browser to the provider. */
async function begin(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const found = await deps.tabs.find(exchange);
  if (found.reply !== undefined) return found.reply;
  const provider = findProvider(deps, exchange);
  if ('reply' in provider) return provider.reply;
  if (provider.provider.isLinkOnly && found.tab.linking !== provider.provider.alias)
    return refuseLinkOnly(exchange, provider);
  return provider.protocol.begin(deps, exchange, found.tab, inPageLanguage(exchange, provider));
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
  if (found.protocol !== samlBroker) return refuseDescription(exchange, found);
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
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/link',
      title: 'Account linking by an application',
      handle: (exchange) => refuseRealm(exchange) ?? linkFromApplication(deps, exchange),
    },
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/token',
      title: 'Stored token of an identity provider',
      cors: 'handler',
      handle: (exchange) => readStoredToken(deps.verifier, exchange),
    },
  ];
}
