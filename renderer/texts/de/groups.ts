// The German texts of the screen Groups.
import type { GROUPS as ENGLISH } from '../en/groups.ts';
import type { Texts } from '../text-key.ts';

export const GROUPS: Texts<typeof ENGLISH> = {
  title: 'Gruppen',
  summary: 'Gruppenbaum, Mitglieder, Rollen, Standardgruppen',
};
