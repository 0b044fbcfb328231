// Parts of the Device screen, in a browser or in the desktop window.
import type { Locator, Page } from '@playwright/test';
import { openConsole } from './console.ts';

/** The phone that shows the pending prompts. */
export const phone = (page: Page): Locator => page.getByRole('region', { name: 'Authentication device' });

/** The prompt with this binding message. */
export const card = (page: Page, bindingMessage: string): Locator =>
  phone(page).getByRole('article', { name: bindingMessage });

/** The list of answered prompts. */
export const history = (page: Page): Locator => page.getByRole('region', { name: 'Answered prompts' });

/** Signs in to the console and opens the screen. */
export async function openDevice(page: Page, serverUrl: string): Promise<void> {
  await openConsole(page, serverUrl, 'Device');
}
