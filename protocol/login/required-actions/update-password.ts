// Setting a new password.
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { renderField, renderNotice } from '../form-field.ts';
import { findNewPasswordProblem } from '../new-password.ts';
import { renderPage } from '../page-layout.ts';
import { describePasswordPolicy } from '../texts/describe-password-policy.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import { endOtherSessions, renderEndOtherSessions } from './end-other-sessions.ts';
import type { ActionPage, FieldProblems, RequiredAction } from './required-action.ts';

const NEW = 'password-new';
const CONFIRM = 'password-confirm';

function findProblems({ form, realm }: RealmExchange, user: StoredUser): FieldProblems | undefined {
  const problem = findNewPasswordProblem({
    password: form.get(NEW) ?? '',
    confirmed: form.get(CONFIRM),
    policy: realm.stored.passwordPolicy,
    user,
  });
  return problem === undefined
    ? undefined
    : { [problem.field === 'password' ? NEW : CONFIRM]: problem.message };
}

/** Whether the user has the action; not so after a forgotten password or if the application started it. */
function isRequired({ user }: ActionPage): boolean {
  return (user.requiredActions ?? []).includes('UPDATE_PASSWORD');
}

/** Fields `password-new`, `password-confirm`, `logout-sessions`. The realm's password policy applies. */
export const updatePassword: RequiredAction = {
  canBeInitiated: true,
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'login-update-password',
      heading: texts.say('updatePasswordTitle'),
      content: html`${renderNotice(texts, texts.say(isRequired(page) ? 'updatePasswordMessage' : 'resetPasswordMessage'))}
<form id="kc-passwd-update-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
<input type="text" value="${page.user.username}" autocomplete="username" hidden readonly>
${renderField(texts, { id: NEW, name: NEW, label: texts.say('passwordNew'), type: 'password', autocomplete: 'new-password', autofocus: true, hint: describePasswordPolicy(texts, exchange.realm.stored.passwordPolicy), problem: texts.showProblem(page.problems[NEW]) })}
${renderField(texts, { id: CONFIRM, name: CONFIRM, label: texts.say('passwordConfirm'), type: 'password', autocomplete: 'new-password', problem: texts.showProblem(page.problems[CONFIRM]) })}
${renderEndOtherSessions(texts)}
${renderActionButtons(texts, page)}
</form>`,
    });
  },
  async take(exchange, deps, { user, sessionId }) {
    const problems = findProblems(exchange, user);
    if (problems !== undefined) return { state: 'wrong', problems };
    const hashed = await hashPassword(exchange.form.get(NEW) ?? '', exchange.clock.now());
    if (exchange.form.has('logout-sessions')) await endOtherSessions(exchange, deps, user, sessionId);
    return {
      state: 'done',
      change: (current) => ({
        ...current,
        credentials: [
          hashed,
          ...(current.credentials ?? []).filter(({ type }) => type !== undefined && type !== 'password'),
        ],
      }),
    };
  },
};
