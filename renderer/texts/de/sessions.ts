// The German texts of the screen Sessions.
import type { SESSIONS as ENGLISH } from '../en/sessions.ts';
import type { Texts } from '../text-key.ts';

export const SESSIONS: Texts<typeof ENGLISH> = {
  title: 'Sitzungen',
  summary: 'Aktive Sitzungen; Sitzungen beenden, Token ablaufen lassen',
};
