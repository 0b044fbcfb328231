// The German texts of the screen Users.
import type { USERS as ENGLISH } from '../en/users.ts';
import type { Texts } from '../text-key.ts';

export const USERS: Texts<typeof ENGLISH> = {
  title: 'Benutzer',
  summary: 'Personen, die sich anmelden können',
};
