// Completing or correcting the user's name and e-mail address.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import {
  changeProfile,
  editableMembers,
  findProfileFaults,
  PROFILE_LABELS,
  type ProfileMember,
  type ProfileValues,
  profileValue,
} from '#protocol/realm/users/profile-rules.ts';
import { type FormField, renderField, renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import type { ActionPage, RequiredAction } from './required-action.ts';

const AUTOCOMPLETE: Readonly<Record<ProfileMember, string>> = {
  username: 'username',
  email: 'email',
  firstName: 'given-name',
  lastName: 'family-name',
};
function fieldOf(
  exchange: RealmExchange,
  page: ActionPage,
  member: ProfileMember,
  isFirst: boolean,
): FormField {
  return {
    id: member,
    name: member,
    label: PROFILE_LABELS[member],
    type: member === 'email' ? 'email' : 'text',
    inputMode: member === 'email' ? 'email' : 'text',
    value: exchange.form.get(member) ?? page.user[member] ?? '',
    autocomplete: AUTOCOMPLETE[member],
    autofocus: isFirst,
    problem: page.problems[member],
  };
}

/** Fields `username` (if editable), `email`, `firstName`, `lastName`. A changed e-mail is unverified. */
export const updateProfile: RequiredAction = {
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'login-update-profile',
      heading: 'Update Account Information',
      content: html`${renderNotice('You need to update your user profile to activate your account.')}
<form id="kc-update-profile-form" method="post" action="${page.action}" novalidate>
${editableMembers(exchange.realm).map((member, index) => renderField(fieldOf(exchange, page, member, index === 0)))}
<button class="primary" type="submit" id="kc-submit">Submit</button>
</form>`,
    }),
  async take({ realm, form }, { store }, { user }) {
    const values: ProfileValues = Object.fromEntries(
      editableMembers(realm).map((member) => [member, profileValue(member, form.get(member) ?? '')]),
    );
    const faults = await findProfileFaults(realm, store.users, user, values);
    if (faults.length > 0)
      return {
        state: 'wrong',
        problems: Object.fromEntries(faults.map(({ member, text }) => [member, text])),
      };
    return { state: 'done', change: (current) => changeProfile(realm, current, values) };
  },
};
