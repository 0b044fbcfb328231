// The routes by which the browser goes to other identity providers and comes back.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { refuseRealm } from '#protocol/login/refuse-realm.ts';
import { providerVisit } from '#protocol/login/sign-out.ts';
import { linkFromApplication } from './account-linking.ts';
import type { AskedProvider, BrokerDeps } from './brokering.ts';
import {
  type FoundProvider,
  findProvider,
  RULE,
  refuseDescription,
  refuseLinkOnly,
  refuseUnsolicited,
} from './find-provider.ts';
import { inPageLanguage } from './page-language.ts';
import { providerProblem } from './provider-problem.ts';
import { descriptorReply, renderBrokerDescriptor } from './saml/descriptor.ts';
import { samlBroker } from './saml/saml-broker.ts';
import { readStoredToken } from './stored-token.ts';

/** Largest answer of a provider: a SAML response with many attributes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** What a route does at the provider of its path. */
type AtProvider = (deps: BrokerDeps, exchange: RealmExchange, found: FoundProvider) => Promise<Reply>;

/** The first steps of every route: the realm is in use, and the path names a provider. */
function atProvider(
  deps: BrokerDeps,
  from: 'browser' | 'application',
  handle: AtProvider,
): RealmRoute['handle'] {
  return async (exchange) => {
    exchange.activity.parties(from, 'understudy');
    const refused = refuseRealm(exchange);
    if (refused !== undefined) return refused;
    const found = findProvider(deps, exchange);
    return 'reply' in found ? found.reply : handle(deps, exchange, found);
  };
}

/** GET and POST: sends the browser to the provider. */
const begin: AtProvider = async (deps, exchange, asked) => {
  const found = await deps.tabs.find(exchange);
  if (found.reply !== undefined) return found.reply;
  const { isLinkOnly, alias } = asked.provider;
  if (isLinkOnly && found.tab.linking !== alias) return refuseLinkOnly(exchange, asked);
  return asked.protocol.begin(deps, exchange, found.tab, inPageLanguage(exchange, asked));
};

/** GET and POST: the browser comes back from the provider. */
const receive: AtProvider = async (deps, exchange, asked) => {
  const { protocol, provider } = asked;
  const other = await protocol.receiveOther?.(deps, exchange, asked);
  if (other !== undefined) return other;
  const name = exchange.pathParameters['client'];
  if (name !== undefined) {
    if (provider.isLinkOnly) return refuseLinkOnly(exchange, asked);
    return (
      (await protocol.receiveUnsolicited?.(deps, exchange, asked, name)) ?? refuseUnsolicited(exchange, asked)
    );
  }
  const tabId = protocol.tabOf(exchange);
  if (tabId === undefined) return refuseState(exchange, asked);
  const found = await deps.tabs.find(exchange, tabId);
  if (found.reply !== undefined) return found.reply;
  return protocol.receive(deps, exchange, found.tab, asked);
};

/** The metadata of this server for a SAML provider. */
const describe: AtProvider = async (deps, exchange, found) => {
  if (found.protocol !== samlBroker) return refuseDescription(exchange, found);
  try {
    return descriptorReply(await renderBrokerDescriptor(deps.saml, exchange, found.provider));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, RULE);
    return renderErrorPage(exchange, { status: 400, message: error.description, error });
  }
};

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
    ...both('login', 'Sign-in through an identity provider', atProvider(deps, 'browser', begin)),
    ...both('endpoint', 'Answer of an identity provider', atProvider(deps, 'browser', receive)),
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/endpoint/logout_response',
      title: 'Sign-out at an identity provider ended',
      handle: (exchange) => resumeSignOut(deps, exchange),
    },
    ...both(
      'endpoint/clients/:client',
      'SAML IdP-initiated sign-on at an identity provider',
      atProvider(deps, 'browser', receive),
    ),
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/broker/:alias/endpoint/descriptor',
      title: 'SAML metadata for an identity provider',
      background: true,
      cors: 'any',
      handle: atProvider(deps, 'application', describe),
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
