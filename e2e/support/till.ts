// Uses the sample consumption device like a cashier.
import { expect, type Page } from '@playwright/test';
import { callAdmin } from './server.ts';

/** Starts it in the demo realm and returns its URL. */
export async function startTill(serverUrl: string): Promise<string> {
  const path = '/emulator/v1/realms/demo/applications/consumption-device';
  const answer = await callAdmin(serverUrl, 'POST', path);
  const { url, error } = (await answer.json()) as { url?: string; error?: string };
  if (url === undefined) throw new Error(`the till does not run: ${answer.status} ${error}`);
  return url;
}

/** Starts a new sale for a customer; returns the binding message that the till shows. */
export async function askToPay(page: Page, url: string, customer = 'alice'): Promise<string> {
  await page.goto(url);
  await page.fill('#customer', customer);
  await page.click('#pay');
  await expect(page.locator('#waiting')).toHaveText('Waiting for approval');
  return (await page.locator('#binding-message').textContent()) ?? '';
}
