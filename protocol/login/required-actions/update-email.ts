// Changing the e-mail address, which a link confirms if the realm verifies addresses.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import { emailField } from '#protocol/realm/profile/profile-fields.ts';
import { changeProfile, profileValue } from '#protocol/realm/profile/profile-values.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { mailTabLink } from '../action-tokens/action-mailer.ts';
import { renderField, renderNotice } from '../form-field.ts';
import { renderInfoPage } from '../info-page.ts';
import { renderPage } from '../page-layout.ts';
import { messageOfFault } from '../profile-form/fault-message.ts';
import { messageOf } from '../texts/message.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import { endOtherSessions, renderEndOtherSessions } from './end-other-sessions.ts';
import type { RequiredAction } from './required-action.ts';

const FIELD = 'email';

/** Whether a link must confirm the address: not if it is the user's verified one. */
function needsLink({ realm }: RealmExchange, user: StoredUser, email: string): boolean {
  const isVerified = user.email === email && user.emailVerified === true;
  return realm.stored.verifyEmail === true && !isVerified;
}

function renderSent(exchange: RealmExchange, email: string): Reply {
  return renderInfoPage(exchange, {
    title: messageOf('emailUpdateConfirmationSentTitle'),
    message: messageOf('emailUpdateConfirmationSent', email),
  });
}

/** Fields `email`, `logout-sessions`. Without `verifyEmail` of the realm, the address changes at once and is unverified. */
export const updateEmail: RequiredAction = {
  canBeInitiated: true,
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'update-email',
      heading: texts.say('updateEmailTitle'),
      content: html`${renderNotice(texts, page.isInitiated ? undefined : texts.say('updateEmailMessage'))}
<form id="kc-update-email-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderField(texts, { id: FIELD, name: FIELD, label: texts.say('email'), type: 'email', inputMode: 'email', autocomplete: 'email', autofocus: true, value: exchange.form.get(FIELD) ?? page.user.email ?? '', problem: texts.showProblem(page.problems[FIELD]) })}
${renderEndOtherSessions(texts)}
${renderActionButtons(texts, page)}
</form>`,
    });
  },
  async take(exchange, deps, { user, authentication, sessionId }) {
    const { realm } = exchange;
    const email = profileValue(FIELD, exchange.form.get(FIELD) ?? '');
    const [fault] = await findProfileFaults(realm, deps.store.users, emailField(realm), user, {
      email: [email],
    });
    if (fault !== undefined) return { state: 'wrong', problems: { [FIELD]: messageOfFault(fault) } };
    const logoutSessions = exchange.form.has('logout-sessions');
    if (!needsLink(exchange, user, email)) {
      if (logoutSessions) await endOtherSessions(exchange, deps, user, sessionId);
      return { state: 'done', change: (current) => changeProfile(realm, current, { email: [email] }) };
    }
    await mailTabLink(exchange, deps, authentication, {
      type: 'update-email',
      user,
      to: email,
      email: user.email ?? '',
      newEmail: email,
      logoutSessions,
    });
    exchange.activity.recordPass('send-update-email', `A link was sent to ${email}.`);
    return { state: 'asked', page: renderSent(exchange, email) };
  },
};
