// The German texts of the screen Device.
import type { DEVICE as ENGLISH } from '../en/device.ts';
import type { Texts } from '../text-key.ts';

export const DEVICE: Texts<typeof ENGLISH> = {
  title: 'Gerät',
  summary: 'CIBA-Anfragen, Gerätecodes, automatische Antworten',
};
