// The German texts of the screen Activity.
import type { ACTIVITY as ENGLISH } from '../en/activity.ts';
import type { Texts } from '../text-key.ts';

export const ACTIVITY: Texts<typeof ENGLISH> = {
  title: 'Aktivität',
  summary: 'Alle Anfragen und Antworten, dekodiert',
};
