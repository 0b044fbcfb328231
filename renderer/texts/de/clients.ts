// The German texts of the screen Clients.
import type { CLIENTS as ENGLISH } from '../en/clients.ts';
import type { Texts } from '../text-key.ts';

export const CLIENTS: Texts<typeof ENGLISH> = {
  title: 'Clients',
  summary: 'Anwendungen dieses Realms',
};
