// Resumes the authentication session of a browser tab, or renders a page explaining why it cannot continue.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type {
  AuthenticationSession,
  AuthenticationSessions,
  FoundAuthentication,
} from './authentication-session.ts';
import { readBrowserId } from './browser-cookies.ts';
import { type BrowserSessionDependencies, findBrowserSession } from './browser-session.ts';
import { clientHome } from './client-home.ts';
import { renderErrorPage } from './error-page.ts';
import { renderInfoPage } from './info-page.ts';
import { messageOf } from './texts/message.ts';
import { rememberTab } from './texts/page-texts.ts';

const COOKIE_NOT_FOUND = 'Cookie not found. Please make sure cookies are enabled in your browser.';
const START_AGAIN = 'An error occurred, please login again through your application.';

/** The authentication session, or the page to show instead. */
export type ResumedAuthentication =
  | { readonly authentication: AuthenticationSession; readonly page: undefined }
  | { readonly authentication: undefined; readonly page: Reply };

interface Problem {
  readonly rule: string;
  readonly message: string;
  readonly reason: string;
  readonly remedy: Remedy;
}

function stop(exchange: RealmExchange, client: Client | undefined, problem: Problem): ResumedAuthentication {
  const { rule, message, reason, remedy } = problem;
  const error = new OAuthError('invalid_request', { description: message, reason, remedy });
  exchange.activity.refused(error, rule);
  const backTo = clientHome(client, exchange.baseUrl);
  return {
    authentication: undefined,
    page: renderErrorPage(exchange, { status: 400, message, error, backTo }),
  };
}

function explainMissing(
  exchange: RealmExchange,
  state: Exclude<FoundAuthentication['state'], 'found'>,
): Problem {
  if (readBrowserId(exchange) === undefined || state === 'other browser') {
    return {
      rule: 'check-browser-cookie',
      message: COOKIE_NOT_FOUND,
      reason:
        "The form belongs to another browser session: the request does not carry that browser's AUTH_SESSION_ID cookie.",
      remedy:
        'Allow cookies for this server, use one host name throughout (localhost and 127.0.0.1 have separate cookies), and make scripts send back every cookie they receive.',
    };
  }
  return {
    rule: 'find-authentication',
    message: START_AGAIN,
    reason:
      'The tab_id is unknown: the sign-in is more than half a day old, or the server has been restarted since.',
    remedy: 'Start the sign-in again from the application.',
  };
}

function explainClient(exchange: RealmExchange, clientId: string): Problem | undefined {
  const { realm } = exchange;
  const client = realm.clients.get(clientId);
  const rule = 'check-client';
  if (!realm.enabled) {
    const reason = `Realm ${realm.name} is disabled.`;
    return {
      rule,
      message: 'Realm not enabled',
      reason,
      remedy: fixable({ kind: 'enable-realm', realm: realm.name }),
    };
  }
  if (client === undefined) {
    const reason = `Client ${clientId} was removed during the sign-in.`;
    const remedy = `Add client ${clientId} to realm ${realm.name} again.`;
    return { rule, message: 'Client not found.', reason, remedy };
  }
  if (client.enabled) return undefined;
  const reason = `Client ${clientId} was disabled during the sign-in.`;
  const remedy = fixable({ kind: 'enable-client', client: clientId });
  return { rule, message: 'Client disabled.', reason, remedy };
}

/** Answers a form or link of a tab that has already signed in. */
async function stopFinished(
  deps: BrowserSessionDependencies,
  exchange: RealmExchange,
  client: Client | undefined,
  tab: AuthenticationSession,
): Promise<ResumedAuthentication> {
  const problem: Problem = {
    rule: 'check-authentication-finished',
    message: START_AGAIN,
    reason: 'This tab has already signed in. The earlier page has expired.',
    remedy: 'Start the sign-in again from the application.',
  };
  const browser = await findBrowserSession(deps, exchange);
  if (browser === undefined) return stop(exchange, client, problem);
  rememberTab(exchange, tab, browser.user);
  exchange.activity.recordNote(problem.rule, problem.reason);
  const backTo = clientHome(client, exchange.baseUrl);
  const page = {
    title: messageOf('understudy.signedInTitle'),
    message: messageOf('alreadyLoggedIn'),
    backTo,
  };
  return { authentication: undefined, page: renderInfoPage(exchange, page) };
}

/** Finds the sign-in that `tabId`, by default the query's `tab_id`, identifies in this browser and adds the exchange to its flow. */
export async function resumeAuthentication(
  deps: BrowserSessionDependencies,
  authentications: AuthenticationSessions,
  exchange: RealmExchange,
  tabId?: string,
): Promise<ResumedAuthentication> {
  exchange.activity.parties('browser', 'understudy');
  const found = await authentications.find(exchange, tabId);
  if (found.state !== 'found') {
    const client = exchange.realm.clients.get(exchange.query.get('client_id') ?? '');
    return stop(exchange, client, explainMissing(exchange, found.state));
  }
  const { authentication } = found;
  rememberTab(exchange, authentication);
  const { clientId, flow, eventDetails } = authentication.request;
  exchange.activity.joinFlow(flow);
  if (eventDetails !== undefined) exchange.activity.eventDetails(eventDetails);
  exchange.activity.client(clientId);
  const client = exchange.realm.clients.get(clientId);
  const problem = explainClient(exchange, clientId);
  if (problem !== undefined) return stop(exchange, client, problem);
  return authentication.finished
    ? stopFinished(deps, exchange, client, authentication)
    : { authentication, page: undefined };
}
