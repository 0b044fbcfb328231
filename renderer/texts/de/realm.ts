// The German texts of the screen Realm.
import type { REALM as ENGLISH } from '../en/realm.ts';
import type { Texts } from '../text-key.ts';

export const REALM: Texts<typeof ENGLISH> = {
  title: 'Realm',
  summary: 'Namen, Anmeldung, Schlüssel, Gültigkeitsdauern, CIBA-Richtlinie, Client-Scopes, Einwilligungen',
  'mail.sender': 'Absender',
  'mail.server': 'Mailserver',
  'mail.serverSummary': 'Nachrichten werden nur zugestellt, wenn Understudy mit --mail=send gestartet wurde.',
  'mail.checkAddress': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel idp@example.test.',
  'mail.checkSender': 'Geben Sie die Adresse des Absenders ein.',
  'mail.checkAccount': 'Geben Sie den Namen des Kontos ein.',
};
