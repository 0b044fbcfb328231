// "Sign in as": the console opens an application in the browser, signed in as a user.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

async function openDialog(page: Page, username: string): Promise<Locator> {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: username, exact: true }).click();
  await page.getByRole('button', { name: 'Sign in as' }).click();
  return page.getByRole('dialog', { name: `Sign in as ${username}` });
}

async function choose(page: Page, dialog: Locator, clientId: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Client' }).fill(clientId);
  await page.getByRole('option', { name: clientId, exact: true }).click();
}

/** Presses the button of the dialog, and returns the tab that opens. */
async function submit(page: Page, dialog: Locator, username: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: `Sign in as ${username}` }).click();
  const tab = await opened;
  await expect(dialog).toBeHidden();
  return tab;
}

test('console "Sign in as": the web application opens signed in, and Activity shows who signed in by the link', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'alice');
  await choose(page, dialog, 'demo-web');
  await expect(dialog.getByText('Starts the sample application of this client first')).toBeVisible();
  await expectAccessible(page);
  const tab = await submit(page, dialog, 'alice');
  await expect(tab.locator('#signed-in')).toHaveText(`Hello, ${person('alice').name}`);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('link', { name: /^Sign in as · alice/ })).toBeVisible();
});

test('console "Sign in as": another user replaces the first one, at a SAML service provider', async ({
  page,
}) => {
  const first = await openDialog(page, 'alice');
  await submit(page, first, 'alice');
  await page.getByRole('main').getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'bob', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in as' }).click();
  const second = page.getByRole('dialog', { name: 'Sign in as bob' });
  await choose(page, second, 'demo-saml');
  const tab = await submit(page, second, 'bob');
  await expect(tab.getByText('bob', { exact: true }).first()).toBeVisible();
});

test('console "Sign in as": without a known start, the dialog asks; refusals say what to do', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'carol');
  await choose(page, dialog, 'demo-spa');
  await expect(dialog.getByText('do not say where the application starts')).toBeVisible();
  const submitButton = dialog.getByRole('button', { name: 'Sign in as carol' });
  await submitButton.click();
  await expect(dialog.getByText('Enter a URL.')).toBeVisible();
  const address = dialog.getByRole('textbox', { name: 'Start address' });
  await address.fill('https://elsewhere.test/');
  await submitButton.click();
  await expect(dialog.getByText(/no redirect URI of client demo-spa matches/)).toBeVisible();
  await expect(dialog.getByText(/add the URL to the redirect URIs/)).toBeVisible();
  await address.fill(`${server.url}/console/`);
  const tab = await submit(page, dialog, 'carol');
  await tab.waitForURL(/\/console\//);
});

test('console "Sign in as": a link from another site asks before it signs in, and works once', async ({
  page,
  context,
}) => {
  const created = await callAdmin(server.url, 'POST', '/emulator/v1/realms/demo/sign-in-links', {
    user: 'alice',
  });
  const { signInUrl } = (await created.json()) as { signInUrl: string };
  const other = server.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${other}/realms/demo`);
  await page.setContent(`<a href="${signInUrl}">Free cake</a>`);
  await page.getByRole('link', { name: 'Free cake' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in as alice' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue as alice' }).click();
  await expect(page.getByRole('heading', { name: 'Signed in as alice' })).toBeVisible();
  await context.clearCookies();
  await page.goto(signInUrl);
  await expect(page.getByText('This sign-in link cannot be used.')).toBeVisible();
  await expect(page.getByText('The link was used before.')).toBeVisible();
  await expectAccessible(page);
});
