// Completing or correcting the user's profile.
import { html } from '#protocol/http/html.ts';
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { changeProfile, valuesOf } from '#protocol/realm/profile/profile-values.ts';
import { renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { messageOfFault } from '../profile-form/fault-message.ts';
import { enteredValues, readProfileValues, renderProfileFields } from '../profile-form/profile-form.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { RequiredAction } from './required-action.ts';

/** The fields of the realm's user profile. A changed e-mail is unverified. */
export const updateProfile: RequiredAction = {
  canBeInitiated: true,
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'login-update-profile',
      heading: texts.say('loginProfileTitle'),
      content: html`${renderNotice(texts, page.isInitiated ? undefined : texts.say('updateProfileMessage'))}
<form id="kc-update-profile-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderProfileFields(exchange.realm, texts, {
  fields: listFields(exchange.realm, { form: 'update-profile', scopes: page.scopes }),
  valuesOf: (name) =>
    page.problems[name] === undefined && Object.keys(page.problems).length === 0
      ? valuesOf(page.user, name)
      : (enteredValues(exchange, name) ?? valuesOf(page.user, name)),
  problems: page.problems,
})}
${renderActionButtons(texts, page)}
</form>`,
    });
  },
  async take({ realm, form }, { store }, { user, scopes }) {
    const fields = listFields(realm, { form: 'update-profile', scopes });
    const values = readProfileValues(form, fields);
    const faults = await findProfileFaults(realm, store.users, fields, user, values);
    if (faults.length > 0)
      return {
        state: 'wrong',
        problems: Object.fromEntries(faults.map((fault) => [fault.field, messageOfFault(fault)])),
      };
    return { state: 'done', change: (current) => changeProfile(realm, current, values) };
  },
};
