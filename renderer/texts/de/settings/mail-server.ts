// The German texts of the settings of a realm's mail server.
import type { SettingTexts } from '../../setting-text.ts';

export const MAIL_SERVER: SettingTexts = {
  host: {
    label: 'Host',
    help: 'Name oder Adresse des Mailservers. Ist das Feld leer, werden Nachrichten nicht zugestellt.',
  },
  port: { label: 'Port', help: 'Port des Servers.', unset: '25, mit SSL 465' },
  ssl: { label: 'SSL', help: 'Verschlüsselt die Verbindung von Anfang an.' },
  starttls: { label: 'StartTLS', help: 'Verschlüsselt die Verbindung, wenn der Server es unterstützt.' },
  auth: { label: 'Authentifizierung', help: 'Der Mailserver verlangt Benutzername und Passwort.' },
  user: { label: 'Benutzername', help: 'Benutzername auf dem Mailserver.' },
  password: { label: 'Passwort', help: 'Passwort auf dem Mailserver. Es wird nie wieder angezeigt.' },
  from: {
    label: 'Absender',
    help: 'Absenderadresse, auch für Nachrichten, die nicht zugestellt werden.',
    unset: 'no-reply@localhost',
  },
  fromDisplayName: {
    label: 'Anzeigename des Absenders',
    help: 'Name des Absenders.',
    unset: 'Name des Realms',
  },
  replyTo: { label: 'Antwortadresse', help: 'Adresse für Antworten.', unset: 'Absender' },
  replyToDisplayName: {
    label: 'Anzeigename der Antwortadresse',
    help: 'Name, der bei Antworten angezeigt wird.',
  },
  envelopeFrom: {
    label: 'Envelope-Absender',
    help: 'Adresse für unzustellbare Nachrichten.',
    unset: 'Absender',
  },
};
