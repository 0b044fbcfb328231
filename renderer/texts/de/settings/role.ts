// The German texts of the settings of roles.
import type { SettingTexts } from '../../setting-text.ts';

export const ROLE: SettingTexts = {
  name: { label: 'Rollenname', help: 'Der Name der Rolle in Token und Assertions.' },
  description: { label: 'Beschreibung', help: 'Wird in der Konsole angezeigt.' },
  attributes: {
    label: 'Attribute',
    help: 'Freie Attribute; Rollen der Container-Registry werden durch sie beschrieben.',
  },
};
