// The German texts of the screen Faults.
import type { FAULTS as ENGLISH } from '../en/faults.ts';
import type { Texts } from '../text-key.ts';

export const FAULTS: Texts<typeof ENGLISH> = {
  title: 'Störungen',
  summary: 'Absichtlich falsche Antworten: Fehler, Verzögerungen, ungültige Token und Schlüssel',
};
