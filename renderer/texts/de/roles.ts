// The German texts of the screen Roles.
import type { ROLES as ENGLISH } from '../en/roles.ts';
import type { Texts } from '../text-key.ts';

export const ROLES: Texts<typeof ENGLISH> = {
  title: 'Rollen',
  summary: 'Realm- und Client-Rollen, zusammengesetzte Rollen und ihre Inhaber',
};
