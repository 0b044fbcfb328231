// The German texts of components that several screens share.
import type { COMPONENTS as ENGLISH } from '../en/components.ts';
import type { Texts } from '../text-key.ts';

export const COMPONENTS: Texts<typeof ENGLISH> = {
  'field.unsupported': '{{label}} (nicht unterstützt)',
  'field.required': 'Geben Sie einen Wert ein. Dieses Feld ist erforderlich.',
  'field.seconds': 'Sekunden',
  'field.listHelp': '{{help}} Drücken Sie nach jedem Eintrag die Eingabetaste.',
};
