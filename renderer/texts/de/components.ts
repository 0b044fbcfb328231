// The German texts of components that several screens share.
import type { COMPONENTS as ENGLISH } from '../en/components.ts';
import type { Texts } from '../text-key.ts';

export const COMPONENTS: Texts<typeof ENGLISH> = {
  'field.unsupported': '{{label}} (nicht unterstützt)',
  'field.required': 'Geben Sie einen Wert ein. Dieses Feld ist erforderlich.',
  'field.seconds': 'Sekunden',
  'field.listHelp': '{{help}} Drücken Sie nach jedem Eintrag die Eingabetaste.',
  'count.users_one': '{{count, number}} Benutzer',
  'count.users_other': '{{count, number}} Benutzer',
  'count.clients_one': '{{count, number}} Client',
  'count.clients_other': '{{count, number}} Clients',
  'count.roles_one': '{{count, number}} Rolle',
  'count.roles_other': '{{count, number}} Rollen',
  'count.groups_one': '{{count, number}} Gruppe',
  'count.groups_other': '{{count, number}} Gruppen',
  'count.members_one': '{{count, number}} Mitglied',
  'count.members_other': '{{count, number}} Mitglieder',
  'count.sessions_one': '{{count, number}} Sitzung',
  'count.sessions_other': '{{count, number}} Sitzungen',
  'count.consents_one': '{{count, number}} Einwilligung',
  'count.consents_other': '{{count, number}} Einwilligungen',
  'count.settings_one': '{{count, number}} Einstellung',
  'count.settings_other': '{{count, number}} Einstellungen',
};
