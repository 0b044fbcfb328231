import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

async function openGuides(page: Page, clientId: string): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('textbox', { name: 'Search clients' }).fill(clientId);
  await page.getByRole('link', { name: clientId, exact: true }).click();
  await page.getByRole('tab', { name: 'Guides' }).click();
}

const choice = (page: Page, title: string) => page.getByRole('radio', { name: title, exact: true });
const file = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('console "Overview": the guides begin with demo-web, and the address keeps client and guide', async ({
  page,
}) => {
  await openConsole(page, server.url);
  const own = page.getByRole('region', { name: 'Your own application' });
  await expect(own.getByRole('combobox', { name: 'Client' })).toHaveValue('demo-web');
  await expect(file(page, 'app.mjs')).toContainText('demo-web-secret');
  await own.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'demo-spa' }).click();
  await expect(choice(page, 'Express')).toHaveCount(0);
  await own.getByText('Vue', { exact: true }).click();
  await expect(page).toHaveURL(/client=demo-spa&guide=vue/);
  await page.reload();
  await expect(choice(page, 'Vue')).toBeChecked();
  await expect(file(page, 'main.js')).toContainText("client_id: 'demo-spa'");
});

test('console "Clients": each file of a guide is copied as it is, and all of them as a script', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openGuides(page, 'demo-web');
  await page.getByRole('button', { name: 'Copy app.mjs' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const shown = await file(page, 'app.mjs').locator('pre').textContent();
  expect(await copied()).toBe(shown);
  await page.getByRole('button', { name: 'Copy all as shell script' }).click();
  await expect.poll(copied).toContain(`cat > app.mjs <<'END'\n${shown}END\n`);
  expect(await copied()).toMatch(/^npm install express.*node app\.mjs\n$/s);
});

test('console "Clients": a new client opens its guides, without those that do not fit it', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('dialog').getByText('Public (browser or native)').click();
  await page.getByRole('textbox', { name: /Client ID/ }).fill('shop');
  await page
    .getByLabel(/redirect URIs/)
    .first()
    .fill('http://localhost:4321/*');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
  await expect(page).toHaveURL(/\/guides(\?|$)/);
  await expect(choice(page, 'React')).toBeChecked();
  await expect(choice(page, 'Flask')).toHaveCount(0);
  await expect(file(page, 'main.jsx')).toContainText("redirect_uri: 'http://localhost:4321/'");
  await expect(page.getByText('is missing')).toHaveCount(0);
});

test('console "Clients": the redirect URI that a guide needs is added with its button, and nothing before', async ({
  page,
}) => {
  const path = '/admin/realms/demo/clients';
  const settings = { clientId: 'elsewhere', secret: 'x', redirectUris: ['https://app.example.com/*'] };
  await callAdmin(server.url, 'POST', path, settings);
  const registered = async (): Promise<unknown> => {
    const [client] = (await (await callAdmin(server.url, 'GET', `${path}?clientId=elsewhere`)).json()) as {
      redirectUris: string[];
    }[];
    return client?.redirectUris;
  };
  await openGuides(page, 'elsewhere');
  await page.getByText('Next.js', { exact: true }).first().click();
  await expect(page.getByText('Redirect URI is missing')).toBeVisible();
  await expectAccessible(page);
  expect(await registered()).toEqual(settings.redirectUris);
  await page.getByRole('button', { name: 'Add redirect URI' }).click();
  await expect(page.getByText('Redirect URI is missing')).toHaveCount(0);
  expect(await registered()).toEqual([
    ...settings.redirectUris,
    'http://localhost:3000/api/auth/callback/keycloak',
  ]);
});

test('console "Clients": a client that no guide fits says so', async ({ page }) => {
  await openGuides(page, 'demo-private-key-jwt');
  await expect(page.getByText('No guide fits this client.')).toBeVisible();
  const section = page.getByRole('region', { name: 'Use in your application' });
  await expect(section.getByRole('radio')).toHaveCount(0);
});

test('console "Clients": an unknown guide in the address shows the first one', async ({ page }) => {
  await openConsole(page, server.url);
  await page.evaluate(() => {
    location.hash = '#/overview?client=nobody&guide=cobol';
  });
  await expect(choice(page, 'Express')).toBeChecked();
});
