// Sends the link of a forgotten password, with an answer that does not say whether it was sent.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { makeTabLink } from './action-tokens/action-mailer.ts';
import { ACTION_TOKEN } from './action-tokens/link-request.ts';
import { type AuthenticationSession, NO_PROGRESS } from './authentication-session.ts';
import { chooseLocale } from './choose-locale.ts';
import type { Parts } from './complete-sign-in.ts';
import { renderInfoPage } from './info-page.ts';
import { proceedUrl } from './login-action-url.ts';
import { messageOf } from './texts/message.ts';
import { inLanguageOf } from './texts/page-texts.ts';
import { EN } from './texts/table.ts';

/** The rule in Activity. */
export const RESET_RULE = 'reset-credentials';

const SENT = EN.emailSentMessage;

/** Why a user gets no link. */
export interface NoLink {
  readonly reason: string;
  readonly remedy: Remedy;
  readonly event: UserEventError;
}

/** Why nobody who entered the name can reset a password. */
export function findUserRefusal(
  { realm }: RealmExchange,
  username: string,
  user: StoredUser | undefined,
): NoLink | undefined {
  if (user === undefined || isServiceAccount(user))
    return {
      reason: `No message was sent: realm ${realm.name} has no user "${username.slice(0, 255)}" who signs in.`,
      remedy: fixable(
        { kind: 'create-user', user: username.slice(0, 255) },
        `Add the user to realm ${realm.name} (users[].username), or enter the name of an existing user.`,
      ),
      event: 'user_not_found',
    };
  if (isUserEnabled(user)) return undefined;
  return {
    reason: `No message was sent: user ${user.username} is disabled.`,
    remedy: fixable({ kind: 'enable-user', user: user.username }),
    event: 'user_disabled',
  };
}

function findAddressRefusal({ username, email = '' }: StoredUser): NoLink | undefined {
  if (email !== '') return undefined;
  return {
    reason: `No message was sent: user ${username} has no e-mail address.`,
    remedy: `Set email of user ${username}.`,
    event: 'invalid_email',
  };
}

/** A link is made for every name, so that the time of the answer does not reveal which users exist. */
export async function sendResetLink(
  { deps }: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  { user, refused }: { readonly user: StoredUser | undefined; readonly refused?: NoLink | undefined },
): Promise<NoLink | undefined> {
  const type = 'reset-credentials';
  const problem = refused ?? (user === undefined ? undefined : findAddressRefusal(user));
  const isSent = user !== undefined && problem === undefined;
  const made = await makeTabLink(exchange, deps, tab, {
    type,
    user: isSent ? user : { id: createUuid() },
    email: isSent ? user.email : undefined,
  });
  if (!isSent) return problem;
  const to = user.email ?? '';
  const locale = chooseLocale(exchange, tab, user);
  await deps.sendMail(exchange, { kind: type, user, to, locale, ...made });
  exchange.activity.user(user.username);
  exchange.activity.eventDetails({ email: to });
  exchange.activity.recordPass('send-reset-password', `A link was sent to ${to}.`);
  return undefined;
}

/** The same page, whether a link was sent or not; the tab begins anew. */
export async function answerResetLink(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  refused: NoLink | undefined,
): Promise<Reply> {
  if (refused !== undefined) {
    const { event: userEventError, ...details } = refused;
    exchange.activity.refused(
      new OAuthError('access_denied', { description: SENT, userEventError, ...details }),
      RESET_RULE,
    );
  }
  const progress = { ...NO_PROGRESS, notice: SENT };
  const renewed = await parts.authentications.renew(exchange, tab, { progress });
  if (tab.request.protocol === ACTION_TOKEN)
    return renderInfoPage(inLanguageOf(exchange, tab, undefined), {
      title: messageOf('understudy.emailSentTitle'),
      message: messageOf('emailSentMessage'),
    });
  return redirectReply(proceedUrl(exchange, renewed));
}
