// The German texts of controls that are used on every screen.
import type { UI as ENGLISH } from '../en/ui.ts';
import type { Texts } from '../text-key.ts';

export const UI: Texts<typeof ENGLISH> = {
  'message.close': 'Diese Meldung schließen',
};
