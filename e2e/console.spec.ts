import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

test('console: a headless server requires a sign-in to the master realm', async ({ page }) => {
  await page.goto(`${server.url}/console/`);
  await expect(page.locator('#kc-login')).toBeVisible();
  await page.fill('#username', 'admin');
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
  await expect(page.locator('#input-error')).toBeVisible();
  expect((await page.request.get(`${server.url}/emulator/v1/server`)).status()).toBe(401);
  await page.fill('#password', 'admin');
  await page.click('#kc-login');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('console: over plain HTTP from another machine, it says why sign-in is impossible and what to do', async ({
  page,
}) => {
  // The same server under a name of another machine.
  await page.route('http://console.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${server.url}${pathname}` }) });
  });
  await page.goto('http://console.example/console/');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText(/Start the server with --https-port=8443/)).toBeVisible();
});

test('console: a client is created and found', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('button', { name: 'Create client' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Client ID/)
    .fill('made-in-console');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create/ })
    .click();
  await expect(page.getByRole('heading', { name: /made-in-console/ })).toBeVisible();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByPlaceholder(/Client ID/).fill('made-in');
  await expect(page.getByRole('link', { name: 'made-in-console' })).toBeVisible();
});

test('console: Activity shows why a request was refused and what would accept it', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('link', { name: /Activity/ }).click();
  const parameters = {
    client_id: 'demo-web',
    response_type: 'code',
    redirect_uri: 'https://evil.example/x',
    scope: 'openid',
  };
  await page.request.get(
    `${server.url}/realms/demo/protocol/openid-connect/auth?${new URLSearchParams(parameters)}`,
  );
  await page.getByText('Refused', { exact: true }).click();
  await page.getByText('demo-web').first().click();
  await expect(page.getByText(/redirectUris of client demo-web does not match/).first()).toBeVisible();
  await expect(page.getByText(/to redirectUris of client demo-web/).first()).toBeVisible();
});

/** The name of the focused element right after the palette's key was handled, before anything else runs. */
function pressPaletteKey(): Promise<string | null | undefined> {
  const key = new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true });
  document.documentElement.dispatchEvent(key);
  // After the key's immediate effects and before any timer.
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(document.activeElement?.getAttribute('aria-label'));
    port2.postMessage('');
  });
}

test('console "Frame": text typed right after the palette’s key goes into its search', async ({ page }) => {
  await openConsole(page, server.url);
  expect(await page.evaluate(pressPaletteKey)).toBe('Search');
  await page.keyboard.type('Settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('console "Frame": a user found only by the server is selected as soon as it responds', async ({
  page,
}) => {
  // A separate server, because so many users would push those of other tests off the first page.
  const crowded = await startServer();
  const people = Array.from({ length: 60 }, (_, index) => `aa-${index}`);
  for (const username of [...people, 'zelda']) {
    const user = { username, enabled: true };
    expect((await callAdmin(crowded.url, 'POST', '/admin/realms/demo/users', user)).status).toBe(201);
  }
  await openConsole(page, crowded.url);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zelda');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'zelda' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'zelda' })).toBeVisible();
  await crowded.stop();
});

test('console: the palette opens by keyboard and finds a user', async ({ page }) => {
  await openConsole(page, server.url);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('alice');
  await expect(page.getByRole('dialog').getByRole('button').first()).toHaveText(/alice/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /alice/i })).toBeVisible();
});

test('WCAG 2.2 AA: a user and its forms pass the accessibility checks', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('link', { name: 'carol' }).click();
  await expect(page.getByRole('heading', { name: /carol/i })).toBeVisible();
  await expectAccessible(page);
});
