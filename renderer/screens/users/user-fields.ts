// Fields of who a user is and what they must do at the next sign-in.
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** What is wrong with a user name, if anything. */
export function checkUsername(value: string): string | undefined {
  return value.trim() === '' ? 'Give the user a name to sign in with.' : undefined;
}

/** What is wrong with an e-mail address, if anything. */
export function checkEmail(value: string): string | undefined {
  return value === '' || /^[^\s@]+@[^\s@]+$/.test(value)
    ? undefined
    : 'An e-mail address has the form name@example.org.';
}

/** The form of a user. */
export const USER_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Details',
    fields: [
      { kind: 'text', member: 'username', label: 'Username', check: checkUsername },
      { kind: 'text', member: 'email', label: 'E-mail', check: checkEmail },
      { kind: 'text', member: 'firstName', label: 'First name' },
      { kind: 'text', member: 'lastName', label: 'Last name' },
      { kind: 'switch', member: 'enabled', label: 'Enabled', initial: true },
      { kind: 'switch', member: 'emailVerified', label: 'E-mail address is verified', initial: false },
      {
        kind: 'list',
        member: 'requiredActions',
        label: 'At the next sign-in',
        help: 'What the user must do before they get to the application.',
        placeholder: 'Nothing',
        wide: true,
        choices: REQUIRED_ACTIONS,
      },
    ],
  },
  {
    title: 'Attributes',
    summary: 'Protocol mappers read them into tokens.',
    fields: [{ kind: 'map', member: 'attributes', label: 'Attributes', wide: true }],
  },
];
