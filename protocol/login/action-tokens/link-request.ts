// What follows a link outside the sign-in that asked for it: pages for its actions, and a last page.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { clientHome } from '../client-home.ts';
import { renderErrorPage } from '../error-page.ts';
import { type InfoPage, renderInfoPage } from '../info-page.ts';
import type { SignInProtocol, SignInRequest } from '../sign-in.ts';
import { messageOf } from '../texts/message.ts';
import { EN } from '../texts/table.ts';
import type { ActionToken } from './action-token.ts';

/** Name of the row in the sign-in protocol table. */
export const ACTION_TOKEN = 'action-token';
/** The rule in Activity. */
const END_OF_LINK = 'end-of-link';
/** Compat: the client of a link that names none. */
export const ACCOUNT_CLIENT = 'account';

interface LinkData {
  /** Absolute URL of the last page's link. */
  readonly backTo: string | undefined;
}

/** Where the last page of a link leads: the token's address or the client's home page. */
export function backToOf(
  { realm, baseUrl }: RealmExchange,
  { clientId, redirectUri }: Pick<ActionToken, 'clientId' | 'redirectUri'>,
): string | undefined {
  return redirectUri ?? clientHome(realm.clients.get(clientId ?? ''), baseUrl);
}

/** The last page of a link. It is no sign-in. */
export function showLinkEnd(exchange: RealmExchange, page: InfoPage): Reply {
  exchange.activity.recordPass(END_OF_LINK, page.message.text);
  return renderInfoPage(exchange, page);
}

/** The request of a tab that a link has opened. It signs nobody in. */
export function linkRequest(exchange: RealmExchange, token: ActionToken): SignInRequest {
  const data: LinkData = { backTo: backToOf(exchange, token) };
  return {
    protocol: ACTION_TOKEN,
    clientId: token.clientId ?? ACCOUNT_CLIENT,
    passive: false,
    forceLogin: true,
    flow: exchange.activity.flow,
    data,
  };
}

/** Compat: without a sign-in that asked for the link, the browser gets no session. */
export const linkProtocol: SignInProtocol & { readonly finish: NonNullable<SignInProtocol['finish']> } = {
  finish(exchange, { data }) {
    const { backTo } = data as LinkData;
    return showLinkEnd(exchange, {
      title: messageOf('understudy.accountUpdatedTitle'),
      message: messageOf('accountUpdatedMessage'),
      backTo,
    });
  },
  complete: async (exchange, request, { user }) => linkProtocol.finish(exchange, request, user),
  refuse: async (exchange, { data }, error) => {
    const { backTo } = data as LinkData;
    const message = error.description || EN['understudy.notCompleted'];
    return renderErrorPage(exchange, { status: 400, message, error, backTo });
  },
};
