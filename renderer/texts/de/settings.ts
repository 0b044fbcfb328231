// The German texts of the screen Settings.
import type { SETTINGS as ENGLISH } from '../en/settings.ts';
import type { Texts } from '../text-key.ts';

export const SETTINGS: Texts<typeof ENGLISH> = {
  title: 'Einstellungen',
  summary: 'Startoptionen, ihre Werte und deren Herkunft',
};
