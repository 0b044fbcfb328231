// The link that confirms that an account of an identity provider is linked with a user.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findProviderFlow, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { type AuthenticationSession, isTimedOut, type Progress } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { LINK_BY_EMAIL } from '../flow/first-login-steps.ts';
import { messageOf } from '../texts/message.ts';
import { tabOf } from './action-link.ts';
import type { ActionToken } from './action-token.ts';
import { foreignLink, linkRule, refuseLink, refuseUsedLink } from './link-problems.ts';
import { ACTION_TOKEN, showLinkEnd } from './link-request.ts';
import { askFirst } from './link-tab.ts';
import type { LinkType, OpenedLink } from './link-type.ts';
import { consumeLink } from './used-links.ts';

/** Compat: single-use. The sign-in that asked for the link goes on in its own browser. */
export const idpLink: LinkType = {
  async open(parts, exchange, link) {
    const { token, own } = link;
    const { provider = '', username = '' } = token.identity ?? {};
    exchange.activity.eventDetails({
      email: token.email ?? '',
      identity_provider: provider,
      identity_provider_identity: username,
    });
    const asking = own !== undefined && own.request.protocol !== ACTION_TOKEN ? own : undefined;
    const tab = asking ?? (await findAsking(parts, exchange, token));
    if (tab === undefined || !isOf(tab, token)) return refuseLink(exchange, ended(), token);
    if (own === undefined)
      return askFirst(
        parts,
        exchange,
        { ...token, originalTab: token.tab },
        {
          title: messageOf('confirmAccountLinking', username, provider),
          message: messageOf('confirmAccountLinkingBody', username, provider),
        },
      );
    const used = { id: token.id, type: token.type, expiresAt: token.expiresAt * 1000 };
    if (!(await consumeLink(parts.deps.store.sessions, exchange, { link: used })))
      return refuseUsedLink(exchange, token);
    return confirm(parts, exchange, link, tab, asking !== undefined);
  },
};

const ended = () =>
  foreignLink('The sign-in that asked for the link has ended, or is one of another account by now.');

/** The tab that asked for the link, of another browser, if it is still signing in. */
async function findAsking(
  parts: Parts,
  exchange: RealmExchange,
  token: ActionToken,
): Promise<AuthenticationSession | undefined> {
  const name = token.originalTab ?? token.tab ?? '';
  const found = await parts.authentications.findAnywhere(exchange, name.split('.')[1] ?? '');
  if (found === undefined || found.finished || isTimedOut(exchange, found)) return undefined;
  return tabOf(exchange, found) === name ? found : undefined;
}

/** Whether the tab still signs in the person whom the link is about. */
function isOf({ progress }: AuthenticationSession, { identity }: ActionToken): boolean {
  const { brokered } = progress;
  return (
    brokered?.isLinked === false &&
    brokered.identity.provider === identity?.provider &&
    brokered.identity.id === identity.id
  );
}

async function confirm(
  parts: Parts,
  exchange: RealmExchange,
  { token, user }: OpenedLink,
  tab: AuthenticationSession,
  isOwn: boolean,
): Promise<Reply> {
  exchange.activity.recordPass(
    linkRule(token),
    `${user.username} confirmed the link with ${token.identity?.username} of ${token.identity?.provider}.`,
  );
  if (isOwn)
    return continueSignIn(
      parts,
      exchange,
      await parts.authentications.renew(exchange, tab, { progress: confirmed(exchange, tab, token) }),
    );
  await parts.authentications.amend(exchange, tab, (current) =>
    isOf(current, token) ? confirmed(exchange, current, token) : current.progress,
  );
  return showLinkEnd(exchange, {
    title: messageOf('emailVerifyTitle'),
    message: messageOf('identityProviderLinkSuccess'),
  });
}

/** The steps that send the link are passed, and say who the user is. */
function confirmed(
  { realm, clock }: RealmExchange,
  { progress }: AuthenticationSession,
  { identity, userId }: ActionToken,
): Progress {
  const flow = findIdentityProvider(realm, identity?.provider ?? '')?.firstLoginFlow;
  const { steps } = findProviderFlow(realm, flow, 'first broker login');
  const keys = listAuthenticators(steps)
    .filter(({ authenticator }) => authenticator === LINK_BY_EMAIL)
    .map(({ key }) => key);
  const now = clock.now();
  return {
    ...progress,
    userId,
    done: { ...progress.done, ...Object.fromEntries(keys.map((key) => [key, now])) },
  };
}
