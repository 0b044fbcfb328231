// The German texts of the screen Logs.
import type { LOGS as ENGLISH } from '../en/logs.ts';
import type { Texts } from '../text-key.ts';

export const LOGS: Texts<typeof ENGLISH> = {
  title: 'Protokolle',
  summary: 'Das laufende Protokoll, nach Stufe und Kategorie',
};
