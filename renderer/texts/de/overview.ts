// The German texts of the screen Overview.
import type { OVERVIEW as ENGLISH } from '../en/overview.ts';
import type { Texts } from '../text-key.ts';

export const OVERVIEW: Texts<typeof ENGLISH> = {
  title: 'Übersicht',
  summary: 'Endpunkte, Demo-Benutzer, Ausprobieren',
};
