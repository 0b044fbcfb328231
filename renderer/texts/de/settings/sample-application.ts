// The German titles of the sample applications, and what each does.
import type { SettingTexts } from '../../setting-text.ts';

export const SAMPLE_APPLICATION: SettingTexts = {
  web: {
    label: 'Webanwendung',
    help: 'Eine kleine Webanwendung, die Benutzer mit dem Authorization-Code-Ablauf und PKCE anmeldet und die erhaltenen Token anzeigt.',
  },
  'consumption-device': {
    label: 'Kasse',
    help: 'Eine Kasse, die einen Kunden bittet, eine Zahlung zu bestätigen (CIBA), und wartet. Die Anfrage erscheint auf der Seite „Gerät“ wie auf dem Telefon des Kunden.',
  },
  'service-provider': {
    label: 'Service-Provider',
    help: 'Eine Anwendung, die Benutzer mit SAML 2.0 an- und abmeldet. Ihre Anfragen sind signiert; sie zeigt Name-ID, Attribute und das empfangene XML.',
  },
};
