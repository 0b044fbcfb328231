import { expect, type Page, test } from '@playwright/test';
import { person } from './support/clients.ts';
import { startServer, type TestServer } from './support/server.ts';
import { type SinglePageApplication, startSinglePageApplication } from './support/spa.ts';

let server: TestServer;
let application: SinglePageApplication;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  application = await startSinglePageApplication(server.url);
});
test.afterAll(async () => {
  application.close();
  await server.stop();
});

async function signIn(page: Page, query = ''): Promise<void> {
  await page.goto(`${application.url}/${query}`);
  await expect(page.locator('#state')).toHaveText('signed out');
  await page.click('#login');
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('#state')).toHaveText('signed in');
}

test('keycloak-js signs a user in, in Chromium, and reads the token', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('#name')).toHaveText('alice');
});

test('keycloak-js refreshes its token across origins', async ({ page }) => {
  await signIn(page);
  const before = await page.locator('#token').textContent();
  await page.click('#refresh');
  await expect(page.locator('#state')).toHaveText('refreshed');
  expect(await page.locator('#token').textContent()).not.toBe(before);
});

test('keycloak-js loads the user’s profile across origins', async ({ page }) => {
  await signIn(page);
  await page.click('#profile');
  await expect(page.locator('#name')).toHaveText(`${alice.name} <${alice.email}>`);
});

test('keycloak-js signs out and returns to the application, and the next sign-in requires the password', async ({
  page,
}) => {
  await signIn(page);
  await page.click('#logout');
  await expect(page.locator('#state')).toHaveText('signed out');
  await page.click('#login');
  await expect(page.locator('#password')).toBeVisible();
});

test('a wrong password shows an error on the same page; the right one then succeeds', async ({ page }) => {
  await page.goto(application.url);
  await page.click('#login');
  await page.fill('#username', alice.username);
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
  await expect(page.locator('#input-error')).toHaveText('Invalid username or password.');
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('#state')).toHaveText('signed in');
});

test('one click on a listed user of the demo realm signs in without a password', async ({ page }) => {
  await page.goto(application.url);
  await page.click('#login');
  await page.getByRole('button', { name: 'Continue as Alice', exact: true }).click();
  await expect(page.locator('#state')).toHaveText('signed in');
  await expect(page.locator('#name')).toHaveText('alice');
});

test('OIDC Session Management §3: keycloak-js detects through the session iframe that the user has signed out elsewhere', async ({
  page,
  context,
}) => {
  const frames: string[] = [];
  page.on('response', (answer) => {
    if (/iframe|3p-cookies/.test(answer.url()))
      frames.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  await signIn(page, '?watch');
  await expect
    .poll(() => frames.join('\n'))
    .toContain('204 /realms/demo/protocol/openid-connect/login-status-iframe.html/init');
  expect(frames.filter((line) => !/^20[04] /.test(line))).toEqual([]);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${server.url}/realms/demo/protocol/openid-connect/logout`);
  await expect(page.locator('#state')).toHaveText('signed in');
  await elsewhere.click('#kc-logout');
  await expect(elsewhere.locator('.instruction')).toHaveText('You are logged out');
  await expect(page.locator('#state')).toHaveText('session ended');
});
