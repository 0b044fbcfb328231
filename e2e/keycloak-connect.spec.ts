import { expect, type Page, test } from '@playwright/test';
import type { TestUser } from '#fixtures/test/user.ts';
import { type AdapterApplication, startAdapterApplication } from './support/adapter-application.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let application: AdapterApplication;

test.beforeEach(async () => {
  server = await startServer();
  application = await startAdapterApplication(server.url);
  await (await realmOf(server)).client('demo-web', { adminUrl: `${application.url}/` });
});
test.afterEach(async () => {
  application.close();
  await server.stop();
});

async function alice(): Promise<TestUser> {
  return (await realmOf(server)).user('alice');
}

async function signIn(page: Page): Promise<void> {
  await (await alice()).signIn(page);
  await page.goto(application.url);
  await expect(page.locator('#name')).toHaveText('alice');
}

test('keycloak-connect: signing out of the server ends the session of the application, and of no other browser', async ({
  page,
  browser,
}) => {
  await signIn(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${server.url}/realms/demo/protocol/openid-connect/logout`);
  await elsewhere.click('#kc-logout');
  await expect(elsewhere.locator('.instruction')).toHaveText('You are logged out');
  expect(application.logouts).toEqual(['LOGOUT 1']);
  await page.goto(application.url);
  await expect(page.locator('#password')).toBeVisible();
  await other.goto(application.url);
  await expect(other.locator('#name')).toHaveText('alice');
});

test('keycloak-connect: an administrator signs the user out of the application after a restart of the server', async ({
  page,
}) => {
  await signIn(page);
  const { dataDir } = server;
  await server.stop();
  server = await startServer({ dataDir });
  application.useServer(server.url);
  await (await alice()).signOut();
  expect(application.logouts).toEqual(['LOGOUT 1']);
  await page.goto(application.url);
  await expect(page.locator('#password')).toBeVisible();
});
