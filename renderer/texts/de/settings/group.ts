// The German texts of the settings of groups.
import type { SettingTexts } from '../../setting-text.ts';

export const GROUP: SettingTexts = {
  name: { label: 'Name', help: 'Der Name der Gruppe.' },
  description: { label: 'Beschreibung', help: 'Wird in der Konsole angezeigt.' },
  attributes: {
    label: 'Attribute',
    help: 'Attribute, die Mapper denen der Mitglieder hinzufügen können.',
  },
};
