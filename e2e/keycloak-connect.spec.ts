import { expect, type Page, test } from '@playwright/test';
import { type AdapterApplication, startAdapterApplication } from './support/adapter-application.ts';
import { person } from './support/clients.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let application: AdapterApplication;
const alice = person('alice');

test.beforeEach(async () => {
  server = await startServer();
  application = await startAdapterApplication(server.url);
  const [client] = (await (
    await callAdmin(server.url, 'GET', '/admin/realms/demo/clients?clientId=demo-web')
  ).json()) as [{ id: string }];
  const changed = { ...client, adminUrl: `${application.url}/` };
  const saved = await callAdmin(server.url, 'PUT', `/admin/realms/demo/clients/${client.id}`, changed);
  expect(saved.status).toBe(204);
});
test.afterEach(async () => {
  application.close();
  await server.stop();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(application.url);
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
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
  const [user] = (await (
    await callAdmin(server.url, 'GET', '/admin/realms/demo/users?username=alice&exact=true')
  ).json()) as [{ id: string }];
  const ended = await callAdmin(server.url, 'POST', `/admin/realms/demo/users/${user.id}/logout`);
  expect(ended.status).toBe(204);
  expect(application.logouts).toEqual(['LOGOUT 1']);
  await page.goto(application.url);
  await expect(page.locator('#password')).toBeVisible();
});
