// Opens links with action tokens: checks them, then does what their type asks for.

import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type AuthenticationSession, isTimedOut, NO_PROGRESS } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { findNextPage, proceed } from '../continue-sign-in.ts';
import { refuseRealm } from '../refuse-realm.ts';
import { tabOf } from './action-link.ts';
import { type ActionToken, readActionToken } from './action-token.ts';
import {
  expiredLink,
  findUserProblem,
  foreignLink,
  linkError,
  linkRule,
  refuseLink,
  refuseUsedLink,
} from './link-problems.ts';
import { ACTION_TOKEN } from './link-request.ts';
import { LINK_TYPES } from './link-types.ts';
import { isLinkUsed } from './used-links.ts';

/** GET and POST: a link of a message. */
export async function handleActionToken(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const { activity, query, realm } = exchange;
  activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange);
  if (refused !== undefined) return refused;
  const read = await readActionToken(exchange, parts.deps.keys, query.get('key') ?? '');
  if (read.state === 'none') return refuseLink(exchange, foreignLink(read.reason), undefined);
  const { token } = read;
  const own = await findOwnTab(parts, exchange, token);
  if (own !== undefined) activity.joinFlow(own.request.flow);
  if (token.clientId !== undefined) activity.client(token.clientId);
  const user = await parts.deps.store.users.find(realm.id, token.userId);
  if (user !== undefined) activity.user(user.username);
  activity.eventDetails({ token_id: token.id, action: token.type });
  if (read.state === 'expired') return refuseExpired(parts, exchange, token, own);
  if (await isLinkUsed(parts.deps.store.sessions, exchange, token.id)) return refuseUsedLink(exchange, token);
  return openLink(parts, exchange, token, user, own);
}

function openLink(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
  user: StoredUser | undefined,
  own: AuthenticationSession | undefined,
): Reply | Promise<Reply> {
  const type = LINK_TYPES[token.type];
  if (token.userId === '' && type.openForNewUser !== undefined)
    return type.openForNewUser(parts, exchange, token);
  const problem = findUserProblem(token, user) ?? type.findProblem?.(exchange, token);
  if (problem !== undefined || user === undefined)
    return refuseLink(exchange, problem ?? foreignLink('The user is unknown.'), token);
  return type.open(parts, exchange, { token, user, own });
}

/** The tab that asked for the link, or that confirmed it: in this browser, and still signing in. */
async function findOwnTab(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
): Promise<AuthenticationSession | undefined> {
  const found = await parts.authentications.find(exchange);
  if (found.state !== 'found') return undefined;
  const { authentication } = found;
  const isOwn = token.tab === tabOf(exchange, authentication);
  return isOwn && !authentication.finished && !isTimedOut(exchange, authentication)
    ? authentication
    : undefined;
}

/** Compat: the browser that has the sign-in open starts it again; every other one gets an error page. */
async function refuseExpired(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
  own: AuthenticationSession | undefined,
): Promise<Reply> {
  if (own === undefined || own.request.protocol === ACTION_TOKEN)
    return refuseLink(exchange, expiredLink(exchange, token, 'Action expired.'), token);
  const problem = expiredLink(exchange, token, 'Action expired. Please start again.');
  const again = await parts.authentications.renew(exchange, own, { progress: NO_PROGRESS });
  const next = await findNextPage(parts, exchange, again);
  const page = await proceed(parts, exchange, again, next, { notice: problem.message });
  exchange.activity.refused(linkError(problem), linkRule(token));
  exchange.activity.outcome('refused');
  return page;
}
