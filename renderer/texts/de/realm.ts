// The German texts of the screen Realm.
import type { REALM as ENGLISH } from '../en/realm.ts';
import type { Texts } from '../text-key.ts';

export const REALM: Texts<typeof ENGLISH> = {
  title: 'Realm',
  summary: 'Namen, Anmeldung, Schlüssel, Gültigkeitsdauern, CIBA-Richtlinie, Client-Scopes, Einwilligungen',
};
