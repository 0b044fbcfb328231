// The first hour on the Overview screen.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail } from './support/console.ts';
import { kitOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

test('console "Overview": a newcomer reads the product, what to do first, the issuer and what is ready to try', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await expect(rail(page).getByText('Understudy', { exact: true })).toBeVisible();
  await expect(page.getByText('Try a sign-in to realm demo (Demo realm)')).toBeVisible();
  const web = page.getByRole('region', { name: 'Try it: Web application' });
  await expect(web.getByText('Ready to try', { exact: true })).toBeVisible();
  await expect(page.getByText('stopped', { exact: true })).toBeHidden();
  const addresses = page.getByRole('table', { name: 'Addresses', exact: true });
  await expect(addresses.getByRole('rowheader')).toHaveText(['Issuer', 'Discovery']);
  await expect(addresses).toContainText(`${server.url}/realms/demo/.well-known/openid-configuration`);
  await expectAccessible(page);
});

test('console "Overview": the other addresses are folded until somebody asks for them, by keyboard too', async ({
  page,
}) => {
  await openConsole(page, server.url);
  const endpoints = page.getByRole('table', { name: 'OpenID Connect endpoints' });
  await expect(page.getByRole('table', { name: 'Addresses', exact: true })).toBeVisible();
  await expect(endpoints).toBeHidden();
  await page.getByRole('button', { name: 'OpenID Connect endpoints' }).press('Enter');
  await expect(endpoints).toContainText(`${server.url}/realms/demo/protocol/openid-connect/token`);
  await expect(endpoints).toContainText('/ext/ciba/auth');
  await expectAccessible(page);
});

test('console "Overview": an application that is started says so, and can be stopped', async ({ page }) => {
  await openConsole(page, server.url);
  const web = page.getByRole('region', { name: 'Try it: Web application' });
  const opened = page.waitForEvent('popup');
  await web.getByRole('button', { name: 'Try it' }).click();
  await expect((await opened).locator('body')).toContainText('Sign in');
  await expect(web.getByText('Running', { exact: true })).toBeVisible();
  await web.getByRole('button', { name: 'Stop' }).click();
  await expect(web.getByText('Ready to try', { exact: true })).toBeVisible();
});

test('console "Overview": in realm master it says why there is nothing to try, and leads to the demo realm', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/overview?realm=master`);
  await expect(page.getByText('The realm master is for the administrators of this server.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch to the demo realm' }).click();
  await expect(page.getByRole('region', { name: 'Try it: Web application' })).toBeVisible();
});

test('console "Overview": a realm without the client of an application names the missing client', async ({
  page,
}) => {
  await kitOf(server).clone('demo', { name: 'half' });
  const clients = '/admin/realms/half/clients';
  const found = await callAdmin(server.url, 'GET', `${clients}?clientId=demo-web`);
  const [client] = (await found.json()) as [{ id: string }];
  await callAdmin(server.url, 'DELETE', `${clients}/${client.id}`);
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/overview?realm=half`);
  const web = page.getByRole('region', { name: 'Try it: Web application' });
  await expect(web.getByText('Realm half has no confidential client demo-web')).toBeVisible();
  await expect(web.getByRole('button', { name: 'Try it' })).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Try it: Service provider' }).getByRole('button', { name: 'Try it' }),
  ).toBeVisible();
});

test('console "Overview": the account console opens in the browser, and its address can be copied', async ({
  page,
}) => {
  await openConsole(page, server.url);
  const row = page.getByRole('region', { name: 'Try it: Account console' });
  await expect(row.getByRole('link')).toHaveAttribute('href', `${server.url}/realms/demo/account/`);
  await expect(row.getByRole('button', { name: 'Copy address of the account console' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await row.getByRole('button', { name: 'Open' }).click();
  await expect((await opened).getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});

test('console "Overview": a realm whose client account is disabled says that the account console is off', async ({
  page,
}) => {
  const clients = [{ clientId: 'account', enabled: false }];
  await callAdmin(server.url, 'POST', '/admin/realms', { realm: 'closed', enabled: true, clients });
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/overview?realm=closed`);
  const row = page.getByRole('region', { name: 'Try it: Account console' });
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await expect(row).toContainText('Client account is disabled.');
  await row.getByRole('link', { name: 'client' }).click();
  await expect(page).toHaveURL(/#\/clients\//);
});
