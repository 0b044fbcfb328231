// Fields of a user: details, required actions and attributes.
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if a username is not valid. */
export function checkUsername(value: string): string | undefined {
  return value.trim() === '' ? 'Enter a username.' : undefined;
}

/** Returns a message if an e-mail address is not valid. */
export function checkEmail(value: string): string | undefined {
  return value === '' || /^[^\s@]+@[^\s@]+$/.test(value)
    ? undefined
    : 'Enter an e-mail address such as name@example.org.';
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
      { kind: 'switch', member: 'emailVerified', label: 'E-mail verified', initial: false },
      {
        kind: 'list',
        member: 'requiredActions',
        label: 'Required user actions',
        help: 'What the user must do at the next sign-in.',
        placeholder: 'None',
        wide: true,
        choices: REQUIRED_ACTIONS,
      },
    ],
  },
  {
    title: 'Attributes',
    summary: 'Protocol mappers can add attributes to tokens.',
    fields: [{ kind: 'map', member: 'attributes', label: 'Attributes', wide: true }],
  },
];
