// The link that confirms a new e-mail address.
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import { emailField } from '#protocol/realm/profile/profile-fields.ts';
import { changeProfile } from '#protocol/realm/profile/profile-values.ts';
import { withoutAction } from '#protocol/realm/users/required-actions.ts';
import { findBrowserSession } from '../browser-session.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { endOtherSessions } from '../required-actions/end-other-sessions.ts';
import { followUserChange } from '../save-user-change.ts';
import { messageOf } from '../texts/message.ts';
import { refuseLink, refuseUsedLink } from './link-problems.ts';
import { backToOf, showLinkEnd } from './link-request.ts';
import type { LinkType } from './link-type.ts';
import { consumeLink } from './used-links.ts';

const ACTION = 'UPDATE_EMAIL';

/** Compat: single-use, and in any browser: whoever opens the link has the message sent to the new address. */
export const updateEmailLink: LinkType = {
  async open(parts, exchange, { token, user, own }) {
    const { store } = parts.deps;
    const { realm, activity } = exchange;
    const email = token.newEmail ?? '';
    const [fault] = await findProfileFaults(realm, store.users, emailField(realm), user, { email: [email] });
    if (fault !== undefined)
      return refuseLink(
        exchange,
        {
          message: fault.text,
          reason: `${email} cannot be the address of user ${user.username} any more: ${fault.text}`,
          remedy: 'Choose another address.',
          event: fault.kind === 'email-taken' ? 'email_in_use' : 'invalid_email',
        },
        token,
      );
    const link = { id: token.id, type: token.type, expiresAt: token.expiresAt * 1000 };
    if (!(await consumeLink(store.sessions, exchange, { link }))) return refuseUsedLink(exchange, token);
    await followUserChange(store, realm, user, (current) =>
      withoutAction({ ...changeProfile(realm, current, { email: [email] }), emailVerified: true }, ACTION),
    );
    if (token.logoutSessions === true) {
      const browser = await findBrowserSession(parts.deps, exchange);
      await endOtherSessions(exchange, parts.deps, user, browser?.session.id);
    }
    activity.recordPass('update-email-link', `${user.username} has the address ${email} now.`);
    activity.eventDetails({ previous_email: user.email ?? '', updated_email: email });
    if (own !== undefined) {
      const { actions = [], ...progress } = own.progress;
      const left = { ...progress, actions: actions.filter((action) => action !== ACTION) };
      const isOfApplication = own.request.action?.name === ACTION;
      const change = { progress: isOfApplication ? { ...left, actionStatus: 'success' as const } : left };
      return continueSignIn(parts, exchange, await parts.authentications.renew(exchange, own, change));
    }
    return showLinkEnd(exchange, {
      title: messageOf('emailUpdatedTitle'),
      message: messageOf('emailUpdated', email),
      backTo: backToOf(exchange, token),
    });
  },
};
