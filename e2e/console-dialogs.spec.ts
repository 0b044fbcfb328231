import { expect, type Locator, type Page, test } from '@playwright/test';
import { holdRequests, openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

async function openScreen(page: Page, ...names: readonly string[]): Promise<void> {
  const [screen = '', ...rest] = names;
  await rail(page).getByRole('link', { name: screen }).click();
  for (const name of rest)
    await page
      .getByRole('tab', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .click();
}

const CLIENTS = '**/admin/realms/demo/clients';
const message = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

async function fillNewClient(page: Page, clientId: string): Promise<void> {
  await openScreen(page, 'Clients');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('dialog').getByLabel('Client ID').fill(clientId);
}

test('console "Frame": Esc closes every dialog, and the focus returns to its control', async ({ page }) => {
  await openConsole(page, server.url);
  const dialogs: readonly (readonly [path: readonly string[], opener: string])[] = [
    [['Clients'], 'Create client'],
    [['Clients', 'demo-saml'], 'Import metadata'],
    [['Clients', 'demo-saml', 'Keys'], 'Generate key pair'],
    [['Clients', 'demo-saml', 'Mappers'], 'Add mapper'],
    [['Clients', 'demo-saml', 'Mappers'], 'X500 email'],
    [['Users'], 'Create user'],
    [['Realm', 'Keys'], 'Add key'],
    [['Realm', 'Client scopes'], 'Create client scope'],
    [['Device'], 'Add rule'],
  ];
  for (const [path, name] of dialogs) {
    await openScreen(page, ...path);
    const opener = page.getByRole('button', { name, exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener, name).toBeFocused();
  }
});

test('console "Frame": Enter in a field of a dialog works like its button', async ({ page }) => {
  await openConsole(page, server.url);
  await fillNewClient(page, 'by-enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'by-enter' })).toBeVisible();
  await page.getByRole('tab', { name: 'Mappers' }).click();
  const add = page.getByRole('button', { name: 'Add mapper' });
  await add.click();
  await page.getByRole('textbox', { name: /Name/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Mapper / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(add).toBeFocused();
});

test('console "Frame": a dialog can be closed while the server is slow, and a message reports the result', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await fillNewClient(page, 'slow-client');
  const letGo = await holdRequests(page, 'POST', CLIENTS);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(message(page, 'Created client slow-client.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'slow-client' })).toBeVisible();
});

test('console "Frame": a dialog that was closed early still reports a refusal', async ({ page }) => {
  await openConsole(page, server.url);
  await fillNewClient(page, 'taken');
  const letGo = await holdRequests(page, 'POST', CLIENTS);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', { clientId: 'taken' });
  letGo();
  await expect(message(page, 'Client taken was not created')).toContainText('Client taken already exists');
});

test('console "Frame": an open dialog shows the refusal once and allows another attempt', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await fillNewClient(page, 'demo-web');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/Client demo-web already exists/);
  await page.getByRole('dialog').getByLabel('Client ID').fill('demo-web-2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'demo-web-2' })).toBeVisible();
});

test('console "Clients": leaving a form during a save still reports the refusal and keeps the input', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await openScreen(page, 'Clients', 'demo-saml', 'Keys');
  await page.getByRole('textbox', { name: /Signing certificate/ }).fill('no certificate!');
  const letGo = await holdRequests(page, 'PUT', /\/admin\/realms\/demo\/clients\//);
  await page.getByRole('button', { name: 'Save' }).click();
  await openScreen(page, 'Users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  letGo();
  await expect(message(page, 'Not saved: Keys of demo-saml')).toContainText('must be an X.509 certificate');
  await openScreen(page, 'Clients', 'demo-saml', 'Keys (unsaved)');
  await expect(page.getByRole('textbox', { name: /Signing certificate/ })).toHaveValue('no certificate!');
});

test('console "Users": text typed during a save is kept', async ({ page }) => {
  await openConsole(page, server.url);
  await openScreen(page, 'Users', 'bob');
  const first = page.getByRole('textbox', { name: /First name/ });
  await first.fill('Robert');
  const letGo = await holdRequests(page, 'PUT', /\/admin\/realms\/demo\/users\//);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('textbox', { name: /Last name/ }).fill('Typed meanwhile');
  letGo();
  await expect(page.getByText(/^Saved: /)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Last name/ })).toHaveValue('Typed meanwhile');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(first).toHaveValue('Robert');
});

test('console "Device": with the keyboard only, a rule is changed, moved and deleted without losing the focus', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await openScreen(page, 'Device');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  for (const count of [1, 2, 3]) {
    await button('Add rule').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).press('Enter');
    await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(count);
    await expect(button('Add rule')).toBeFocused();
  }
  await button('Edit rule 1').press('Enter');
  await page.getByRole('combobox', { name: /Answer/ }).click();
  await page.getByRole('option', { name: 'Deny' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button('Edit rule 1')).toBeFocused();
  await button('Move rule 1 down').press('Enter');
  await expect(button('Move rule 2 down')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Move rule 3 up')).toBeFocused();
  await button('Delete rule 3').press('Enter');
  await expect(button('Delete rule 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Delete rule 1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Add rule')).toBeFocused();
});

test('console "Frame": after an entry of a list is deleted by keyboard, the next one has the focus', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await openScreen(page, 'Clients', 'demo-saml', 'Mappers');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await button('Delete mapper X500 email').press('Enter');
  await expect(button('Delete mapper X500 givenName')).toBeFocused();
  await button('Delete mapper X500 surname').press('Enter');
  await expect(button('Delete mapper X500 givenName')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No mappers', { exact: true })).toBeVisible();
  await expect(button('Add mapper')).toBeFocused();
  for (let left = 3; left > 0; left--)
    await page
      .getByRole('button', { name: /^Undo: / })
      .first()
      .click();
  await expect(page.getByRole('table', { name: 'Mappers' }).getByRole('row')).toHaveCount(4);
});

test('console "Frame": a failed copy is reported', async ({ page }) => {
  await openConsole(page, server.url);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Write permission denied.'));
  });
  await openScreen(page, 'Realm', 'Keys');
  await page
    .getByRole('row', { name: /RS256/ })
    .getByRole('button', { name: /^Change|Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Copy certificate' }).click();
  await expect(message(page, 'The certificate was not copied')).toContainText('Write permission denied.');
});
