// The link that verifies an e-mail address.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { withoutAction } from '#protocol/realm/users/required-actions.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { messageOf, type PageMessage } from '../texts/message.ts';
import { ACTION_TOKEN, backToOf, showLinkEnd } from './link-request.ts';
import { askFirst } from './link-tab.ts';
import type { LinkType, OpenedLink } from './link-type.ts';

const ACTION = 'VERIFY_EMAIL';

/** Compat: the link works until it expires; the sign-in that asked for it goes on, in its browser. */
export const verifyEmailLink: LinkType = {
  async open(parts, exchange, link) {
    const { token, user, own } = link;
    const isPending = (user.requiredActions ?? []).includes(ACTION);
    if (user.emailVerified === true && !isPending && !isSigningIn(link))
      return showEnd(exchange, link, messageOf('emailVerifiedAlreadyMessage'));
    if (own === undefined) {
      const message = messageOf('confirmEmailAddressVerification', token.email ?? '');
      return askFirst(parts, exchange, token, { title: messageOf('understudy.confirmEmailTitle'), message });
    }
    await parts.deps.store.users.update(exchange.realm.id, user.id, (current) =>
      current.email === user.email ? withoutAction({ ...current, emailVerified: true }, ACTION) : current,
    );
    exchange.activity.recordPass('verify-email-link', `${user.username} verified ${user.email ?? ''}.`);
    exchange.activity.eventDetails({ email: user.email ?? '' });
    return isSigningIn(link)
      ? goOn(parts, exchange, own)
      : showEnd(exchange, link, messageOf('emailVerifiedMessage'));
  },
};

/** Whether the link continues a sign-in, which may be of a user who has not authenticated in this tab yet. */
function isSigningIn({ own }: OpenedLink): boolean {
  return own !== undefined && own.request.protocol !== ACTION_TOKEN;
}

async function goOn(
  parts: Parts,
  exchange: RealmExchange,
  own: NonNullable<OpenedLink['own']>,
): Promise<Reply> {
  const isOfApplication = own.request.action?.name === ACTION;
  const progress = isOfApplication ? { ...own.progress, actionStatus: 'success' as const } : own.progress;
  return continueSignIn(parts, exchange, await parts.authentications.renew(exchange, own, { progress }));
}

function showEnd(exchange: RealmExchange, { token }: OpenedLink, message: PageMessage): Reply {
  const backTo = backToOf(exchange, token);
  return showLinkEnd(exchange, { title: messageOf('emailVerifyTitle'), message, backTo });
}
