import { expect, type Page, test } from '@playwright/test';
import { person } from './support/clients.ts';
import { startOidcApplication } from './support/oidc-spa.ts';
import { startServer, type TestServer } from './support/server.ts';
import type { SinglePageApplication } from './support/spa.ts';

let server: TestServer;
let application: SinglePageApplication;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  application = await startOidcApplication(server.url);
});
test.afterAll(async () => {
  application.close();
  await server.stop();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(application.url);
  await expect(page.locator('#state')).toHaveText('signed out');
  await page.click('#login');
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('#state')).toHaveText('signed in');
}

test('oidc-client-ts signs a user in, in Chromium, and reads the profile', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('#name')).toHaveText('alice');
});

test('oidc-client-ts renews its tokens with the refresh token', async ({ page }) => {
  await signIn(page);
  const before = await page.locator('#token').textContent();
  await page.click('#refresh');
  await expect(page.locator('#state')).toHaveText('refreshed');
  expect(await page.locator('#token').textContent()).not.toBe(before);
});

test('OIDC Core §3.1.2.1: oidc-client-ts renews its tokens silently, in a frame with prompt=none', async ({
  page,
}) => {
  await signIn(page);
  const before = await page.locator('#token').textContent();
  await page.click('#silent');
  await expect(page.locator('#state')).toHaveText('renewed');
  expect(await page.locator('#token').textContent()).not.toBe(before);
  await expect(page.locator('#error')).toBeEmpty();
});

test('OIDC Session Management §3: oidc-client-ts detects that the user has signed out elsewhere', async ({
  page,
  context,
}) => {
  await signIn(page);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${server.url}/realms/demo/protocol/openid-connect/logout`);
  await expect(page.locator('#state')).toHaveText('signed in');
  await elsewhere.click('#kc-logout');
  await expect(elsewhere.locator('.instruction')).toHaveText('You are logged out');
  await expect(page.locator('#state')).toHaveText('session ended');
});

test('OIDC RP-Initiated Logout §2: oidc-client-ts signs out and returns to the application; the next sign-in requires the password', async ({
  page,
}) => {
  await signIn(page);
  await page.click('#logout');
  await expect(page.locator('#state')).toHaveText('signed out');
  await page.click('#login');
  await expect(page.locator('#password')).toBeVisible();
});
