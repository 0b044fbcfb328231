// The sample consumption device as a person at the till uses it.
import { expect, type Page } from '@playwright/test';
import { callAdmin } from './server.ts';

/** Starts it in the demo realm and gives its address. */
export async function startTill(serverUrl: string): Promise<string> {
  const path = '/emulator/v1/realms/demo/applications/consumption-device';
  const answer = await callAdmin(serverUrl, 'POST', path);
  const { url, error } = (await answer.json()) as { url?: string; error?: string };
  if (url === undefined) throw new Error(`the till does not run: ${answer.status} ${error}`);
  return url;
}

/** Asks a customer to pay what is in the cart of a new page; gives the binding message that the till shows. */
export async function askToPay(page: Page, url: string, customer = 'alice'): Promise<string> {
  await page.goto(url);
  await page.fill('#customer', customer);
  await page.click('#pay');
  await expect(page.locator('#waiting')).toHaveText('Waiting for approval');
  return (await page.locator('#binding-message').textContent()) ?? '';
}
