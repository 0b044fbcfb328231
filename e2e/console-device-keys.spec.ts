import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { holdRequests, intercept } from './support/console.ts';
import { askForSignIn, pollResult } from './support/consumption-device.ts';
import { card, history, openDevice, phone } from './support/device-screen.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

const ask = (bindingMessage: string, parameters: Record<string, string> = {}) =>
  askForSignIn(server.url, { binding_message: bindingMessage, ...parameters });

/** Sends requests one after another, and waits for the card of the last one. */
async function askFor(page: Page, names: readonly string[]) {
  const requests = [];
  for (const name of names) requests.push(await ask(name));
  await expect(phone(page).getByRole('article')).toHaveCount(names.length);
  return requests;
}

const FIVE = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

test('console "Device": five presses of A in a row approve five prompts', async ({ page }) => {
  await openDevice(page, server.url);
  const requests = await askFor(page, FIVE);
  await expect(card(page, 'ONE')).toBeFocused();
  for (const _ of FIVE) await page.keyboard.press('a');
  await expect(history(page).getByRole('listitem')).toHaveCount(5);
  for (const request of requests) expect(await pollResult(server.url, request)).toBe('tokens');
});

test('console "Device": each press answers another prompt while earlier answers are still being sent', async ({
  page,
}) => {
  await openDevice(page, server.url);
  const requests = await askFor(page, FIVE);
  const letGo = await holdRequests(page, 'POST', '**/device/prompts/**');
  for (const key of ['a', 'd', 'a', 'c']) await page.keyboard.press(key);
  await expect(card(page, 'FIVE')).toBeFocused();
  // A held key answers only once.
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  letGo();
  await expect(history(page).getByRole('listitem')).toHaveCount(5);
  const results = [];
  for (const request of requests) results.push(await pollResult(server.url, request));
  expect(results).toEqual(['tokens', 'access_denied', 'tokens', 'access_denied', 'tokens']);
});

test('console "Device": "Approve all" answers every pending prompt of the realm', async ({ page }) => {
  await openDevice(page, server.url);
  const first = await ask('ALONE');
  await expect(card(page, 'ALONE')).toBeVisible();
  const all = page.getByRole('button', { name: /^Approve all/ });
  await expect(all).toBeHidden();
  const second = await ask('SECOND', { login_hint: 'bob' });
  await expect(all).toHaveText(/^Approve all 2 prompts/);
  await expectAccessible(page);
  await all.click();
  await expect(all).toBeHidden();
  await expect(history(page).getByRole('listitem')).toHaveCount(2);
  for (const request of [first, second]) expect(await pollResult(server.url, request)).toBe('tokens');
});

test('console "Device": Shift+A approves all, and the next prompt gets the focus', async ({ page }) => {
  await openDevice(page, server.url);
  const requests = await askFor(page, FIVE);
  await expect(card(page, 'ONE')).toBeFocused();
  await page.keyboard.press('Shift+A');
  await expect(history(page).getByRole('listitem')).toHaveCount(5);
  for (const request of requests) expect(await pollResult(server.url, request)).toBe('tokens');
  const last = await ask('LAST');
  await expect(card(page, 'LAST')).toBeFocused();
  await page.keyboard.press('d');
  await expect(history(page)).toContainText('Denied');
  expect(await pollResult(server.url, last)).toBe('access_denied');
});

test('console "Device": of several answers, those rejected by the server are counted', async ({ page }) => {
  await openDevice(page, server.url);
  await askFor(page, FIVE);
  let refused = 0;
  await intercept(page, '**/device/prompts/**', (route) =>
    refused++ < 2 ? route.fulfill({ status: 502, json: { errorMessage: 'Not taken.' } }) : route.continue(),
  );
  await page.keyboard.press('Shift+A');
  await expect(page.getByRole('alert')).toContainText('2 of 5 prompts were not approved');
  await expect(page.getByRole('alert')).toContainText('Not taken.');
  await expect(history(page).getByRole('listitem')).toHaveCount(3);
  // The prompts can be answered again.
  await page.getByRole('button', { name: 'Approve all 2 prompts' }).click();
  await expect(history(page).getByRole('listitem')).toHaveCount(5);
});
