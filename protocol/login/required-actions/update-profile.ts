// Completing or correcting the user's name and e-mail address.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { type FormField, renderField, renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import type { ActionPage, FieldProblems, RequiredAction } from './required-action.ts';

type Member = 'username' | 'email' | 'firstName' | 'lastName';

const LABELS: Readonly<Record<Member, string>> = {
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
};
const AUTOCOMPLETE: Readonly<Record<Member, string>> = {
  username: 'username',
  email: 'email',
  firstName: 'given-name',
  lastName: 'family-name',
};
const MAX_LENGTH = 255;

function editable({ realm }: RealmExchange): readonly Member[] {
  const canRename = realm.stored.editUsernameAllowed === true && !realm.emailAsUsername;
  return canRename ? ['username', 'email', 'firstName', 'lastName'] : ['email', 'firstName', 'lastName'];
}

/** The submitted value; user names and e-mail addresses are stored in lower case. */
function readMember({ form }: RealmExchange, member: Member): string {
  const text = form.get(member)?.trim() ?? '';
  return member === 'username' || member === 'email' ? text.toLowerCase() : text;
}

function findFault(member: Member, text: string): string | undefined {
  if (text === '') return `Please specify ${LABELS[member].toLowerCase()}.`;
  if (text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) return `Length must be between 1 and ${MAX_LENGTH}.`;
  return member === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text) ? 'Invalid email address.' : undefined;
}

async function findTaken(
  { realm }: RealmExchange,
  users: UserStore,
  user: StoredUser,
  values: Readonly<Partial<Record<Member, string>>>,
): Promise<FieldProblems> {
  const isOther = (found: StoredUser | undefined): boolean => found !== undefined && found.id !== user.id;
  const { email, username = realm.emailAsUsername ? email : undefined } = values;
  const isShared = realm.stored.duplicateEmailsAllowed === true;
  if (email !== undefined && !isShared && isOther(await users.findByEmail(realm.id, email)))
    return { email: 'Email already exists.' };
  if (username !== undefined && isOther(await users.findByUsername(realm.id, username)))
    return { [realm.emailAsUsername ? 'email' : 'username']: 'Username already exists.' };
  return {};
}

function fieldOf(exchange: RealmExchange, page: ActionPage, member: Member, isFirst: boolean): FormField {
  return {
    id: member,
    name: member,
    label: LABELS[member],
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
${editable(exchange).map((member, index) => renderField(fieldOf(exchange, page, member, index === 0)))}
<button class="primary" type="submit" id="kc-submit">Submit</button>
</form>`,
    }),
  async take(exchange, { store }, { user }) {
    const values: Partial<Record<Member, string>> = Object.fromEntries(
      editable(exchange).map((member) => [member, readMember(exchange, member)]),
    );
    const faults = editable(exchange).flatMap((member) => {
      const fault = findFault(member, values[member] ?? '');
      return fault === undefined ? [] : [[member, fault] as const];
    });
    if (faults.length > 0) return { state: 'wrong', problems: Object.fromEntries(faults) };
    const taken = await findTaken(exchange, store.users, user, values);
    if (Object.keys(taken).length > 0) return { state: 'wrong', problems: taken };
    const renamed =
      exchange.realm.emailAsUsername && values.email !== undefined ? { username: values.email } : {};
    return {
      state: 'done',
      change: (current) => ({
        ...current,
        ...values,
        ...renamed,
        emailVerified: current.emailVerified === true && current.email === values.email,
      }),
    };
  },
};
