// Fields of a user: details, required actions and attributes.
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import { userField } from '../../components/setting-field.ts';
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
      userField('username', { check: checkUsername }),
      userField('email', { check: checkEmail }),
      userField('firstName'),
      userField('lastName'),
      userField('enabled'),
      userField('emailVerified'),
      userField('requiredActions', { placeholder: 'None', wide: true, choices: REQUIRED_ACTIONS }),
    ],
  },
  {
    title: 'Attributes',
    summary: 'Protocol mappers can add attributes to tokens.',
    fields: [userField('attributes', { wide: true })],
  },
];
