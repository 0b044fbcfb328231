// The tab in which a link opens its pages, and the page that asks before it does.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { type AuthenticationSession, NO_PROGRESS, type Progress } from '../authentication-session.ts';
import { ensureBrowserId, withCookies } from '../browser-cookies.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { identifyingKeys } from '../executions/table.ts';
import { type InfoPage, renderInfoPage } from '../info-page.ts';
import { makeActionLink, tabOf } from './action-link.ts';
import type { ActionToken } from './action-token.ts';
import { linkRequest } from './link-request.ts';
import type { OpenedLink } from './link-type.ts';

/** What the link's user still has to do in the tab, who is authenticated by the link. */
export function linkProgress(
  { clock, realm }: RealmExchange,
  { token, user, own }: OpenedLink,
  actions: readonly string[],
  isSingleUse: boolean,
): Progress {
  const now = clock.now();
  const client = realm.clients.get(own?.request.clientId ?? '');
  // The link stands for the user name and the password; a second factor is still asked for.
  const passed = identifyingKeys(findFlowTree(realm, client, 'browser'), 'one-click');
  return {
    ...NO_PROGRESS,
    userId: user.id,
    linkedUserId: user.id,
    done: Object.fromEntries(passed.map((key) => [key, now])),
    levels: { [PASSWORD_LEVEL]: now },
    rememberMe: own?.progress.rememberMe ?? false,
    actions,
    ...(isSingleUse ? { link: { id: token.id, type: token.type, expiresAt: token.expiresAt * 1000 } } : {}),
  };
}

/** Shows the actions' pages: in the tab that asked for the link or, in another browser, in a new one. */
export async function openActions(
  parts: Parts,
  exchange: RealmExchange,
  { token, own }: OpenedLink,
  progress: Progress,
): Promise<Reply> {
  const { tab, cookies } =
    own === undefined ? await openTab(parts, exchange, token) : { tab: own, cookies: [] };
  const change = { progress, anotherUser: false, startedAt: exchange.clock.now() };
  const renewed = await parts.authentications.renew(exchange, tab, change);
  return withCookies(await continueSignIn(parts, exchange, renewed), cookies);
}

async function openTab(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
): Promise<{ readonly tab: AuthenticationSession; readonly cookies: readonly string[] }> {
  const { browserId, cookies } = ensureBrowserId(exchange);
  const request = linkRequest(exchange, token);
  return { tab: await parts.authentications.begin(exchange, browserId, request), cookies };
}

/**
 * Compat: another browser than the one that asked for the link asks the person first, so that a program that opens
 * links in messages changes nothing.
 */
export async function askFirst(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
  page: Pick<InfoPage, 'title' | 'message' | 'actions'>,
): Promise<Reply> {
  const { tab, cookies } = await openTab(parts, exchange, token);
  const confirmed = { ...token, clientId: tab.request.clientId, tab: tabOf(exchange, tab) };
  const proceed = await makeActionLink(exchange, parts.deps.keys, confirmed, tab.tabId);
  exchange.activity.outcome('asked');
  return withCookies(renderInfoPage(exchange, { ...page, proceed }), cookies);
}
