// The German texts of the settings of users.
import type { SettingTexts } from '../../setting-text.ts';

export const USER: SettingTexts = {
  username: { label: 'Benutzername', help: 'Der Name für die Anmeldung; gespeichert in Kleinbuchstaben.' },
  email: { label: 'E-Mail', help: 'Benutzer können sich damit anmelden, wenn der Realm es erlaubt.' },
  emailVerified: { label: 'E-Mail-Adresse bestätigt', help: 'Ob die E-Mail-Adresse bestätigt ist.' },
  firstName: { label: 'Vorname', help: 'Claim given_name.' },
  lastName: { label: 'Nachname', help: 'Claim family_name.' },
  enabled: { label: 'Aktiviert', help: 'Ein deaktivierter Benutzer kann sich nicht anmelden.' },
  attributes: { label: 'Attribute', help: 'Protokoll-Mapper können Attribute in Token aufnehmen.' },
  requiredActions: {
    label: 'Erforderliche Aktionen',
    help: 'Was der Benutzer bei der nächsten Anmeldung tun muss.',
  },
};
