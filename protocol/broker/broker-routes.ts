// The routes by which the browser goes to other identity providers and comes back.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { linkFromApplication } from './account-linking.ts';
import type { AskedProvider, BrokerDeps } from './brokering.ts';
import { findProvider, RULE, refuseLinkOnly } from './find-provider.ts';
import { providerProblem } from './provider-problem.ts';
import { readStoredToken } from './stored-token.ts';

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
  if (provider.provider.isLinkOnly && found.tab.linking !== provider.provider.alias)
    return refuseLinkOnly(exchange, provider);
  return provider.protocol.begin(deps, exchange, found.tab, provider);
}

/** GET and POST: the browser comes back from the provider. */
async function receive(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const provider = findProvider(deps, exchange);
  if ('reply' in provider) return provider.reply;
  const tabId = provider.protocol.tabOf(exchange);
  if (tabId === undefined) return refuseState(exchange, provider);
  const found = await deps.tabs.find(exchange, tabId);
  if (found.reply !== undefined) return found.reply;
  return provider.protocol.receive(deps, exchange, found.tab, provider);
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

export function createBrokerRoutes(deps: BrokerDeps): readonly RealmRoute[] {
  const both = (path: string, title: string, handle: RealmRoute['handle']): RealmRoute[] => {
    const get: RealmRoute = {
      realm: true,
      method: 'GET',
      path: `/realms/:realm/broker/:alias/${path}`,
      title,
      handle,
    };
    return [get, { ...get, method: 'POST', body: 'form' }];
  };
  return [
    ...both('login', 'Sign-in through an identity provider', (exchange) => begin(deps, exchange)),
    ...both('endpoint', 'Answer of an identity provider', (exchange) => receive(deps, exchange)),
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
