import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { dropFiles, type NamedFile, people, realmFile, realmSwitcher } from './support/realm-files.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const dialog = (page: Page): Locator => page.getByRole('dialog');
const button = (page: Page, name: string): Locator => dialog(page).getByRole('button', { name, exact: true });

async function choose(page: Page, action: string): Promise<void> {
  await realmSwitcher(page).click();
  await page.getByRole('option', { name: action }).click();
}

async function chooseFile(page: Page, { name, text }: NamedFile): Promise<void> {
  await choose(page, 'Import realm file…');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

const statusOf = async (realm: string): Promise<number> =>
  (await callAdmin(server.url, 'GET', `/admin/realms/${realm}`)).status;

test('contract "Console": a realm is created, duplicated, renamed, reset and deleted on screen', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Realm');
  await choose(page, 'Create realm…');
  await expectAccessible(page);
  await button(page, 'Create').click();
  await expect(dialog(page).getByText('Enter a name.')).toBeVisible();
  await dialog(page).getByLabel('Realm name').fill('demo');
  await expect(dialog(page).getByText('There is a realm “demo” already')).toBeVisible();
  await dialog(page).getByLabel('Realm name').fill('made');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(realmSwitcher(page)).toHaveValue('made');
  await expect(page.getByText('Settings of realm made.')).toBeVisible();

  await page.getByRole('tab', { name: 'Manage' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Duplicate realm made' }).click();
  await expect(dialog(page).getByLabel('Realm name')).toHaveValue('made-copy');
  await button(page, 'Duplicate').click();
  await expect(realmSwitcher(page)).toHaveValue('made-copy');

  await page.goto(`${server.url}/console/#/realm/unknown?realm=made-copy`);
  await expect(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'Rename realm made-copy' }).click();
  await dialog(page).getByLabel('Realm name').fill('renamed');
  await button(page, 'Rename').click();
  await expect(realmSwitcher(page)).toHaveValue('renamed');
  expect(await statusOf('made-copy')).toBe(404);

  await callAdmin(server.url, 'POST', '/admin/realms/renamed/users', { username: 'later' });
  await page.getByRole('button', { name: 'Reset realm renamed' }).click();
  await expect(dialog(page).getByText('goes back to how it was created or imported')).toBeVisible();
  await button(page, 'Reset').click();
  await expect(dialog(page)).toBeHidden();
  const users = await callAdmin(server.url, 'GET', '/admin/realms/renamed/users');
  expect(await users.json()).toEqual([]);

  await page.getByRole('button', { name: 'Delete realm renamed' }).click();
  await expect(button(page, 'Delete')).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('to confirm').fill('renamed');
  await button(page, 'Delete').click();
  await expect(dialog(page)).toBeHidden();
  await expect(realmSwitcher(page)).not.toHaveValue('renamed');
  await expect(page.getByRole('heading', { level: 1, name: 'Realm' })).toBeVisible();
  expect(await statusOf('renamed')).toBe(404);

  await choose(page, 'master');
  await page.getByRole('tab', { name: 'Manage' }).click();
  await expect(page.getByText('It cannot be renamed, duplicated, reset or deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete realm master' })).toBeDisabled();
});

test('contract "Console": the contents of a realm file are shown, imported, and reported; a realm that exists requires a choice', async ({
  page,
}) => {
  await openConsole(page, server.url);
  const shop = realmFile('shop', {
    clients: [{ clientId: 'web' }],
    users: people(1500),
    internationalizationEnabled: true,
  });
  await chooseFile(page, shop);
  await expect(dialog(page).getByRole('row', { name: 'shop 1 1,500' })).toBeVisible();
  await expectAccessible(page);
  expect(await statusOf('shop')).toBe(404);
  await button(page, 'Import').click();
  await expect(dialog(page).getByText('Imported realm shop.')).toBeVisible();
  await expect(dialog(page).getByText('1 client, 1,500 users.')).toBeVisible();
  await expect(realmSwitcher(page)).toHaveValue('shop');
  await expectAccessible(page);
  await button(page, 'Done').click();

  await chooseFile(page, realmFile('shop', { displayName: 'Second' }));
  await expect(button(page, 'Import')).toBeDisabled();
  await dialog(page).getByLabel('Skip').check();
  await button(page, 'Import').click();
  await expect(dialog(page).getByText('Skipped realm shop, which exists.')).toBeVisible();
  await button(page, 'Done').click();
  await chooseFile(page, realmFile('shop', { displayName: 'Second', scimApiEnabled: true }));
  await dialog(page).getByLabel('Replace').check();
  await button(page, 'Import').click();
  await expect(dialog(page).getByText('Replaced realm shop.')).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Import report' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Import report' })).toHaveAttribute('aria-selected', 'true');
  const stored = await callAdmin(server.url, 'GET', '/admin/realms/shop');
  expect(((await stored.json()) as { displayName: string }).displayName).toBe('Second');
});

test('contract "Console": dropped files are imported one after another; what is no realm file is refused with words', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Clients');
  const files = [
    { name: 'photo.png', text: '\u0089PNG' },
    { name: 'broken.json', text: '{\n  "realm": "x",\n  "users": [}' },
    realmFile('twice', { clients: [{ clientId: 'a' }, { clientId: 'a' }] }),
    realmFile('dropped', { users: people(3) }),
  ];
  await dropFiles(page, files);
  await expect(dialog(page).getByText('photo.png is not a JSON file')).toBeVisible();
  await button(page, 'Next file').click();
  await expect(dialog(page).getByText('not JSON at line 3')).toBeVisible();
  await button(page, 'Next file').click();
  await button(page, 'Import').click();
  await expect(dialog(page).getByText('clients[1].clientId "a" is used twice')).toBeVisible();
  await button(page, 'Next file').click();
  await expect(page.getByRole('heading', { name: 'Import realm file (4 of 4)' })).toBeVisible();
  await button(page, 'Import').click();
  await expect(dialog(page).getByText('Imported realm dropped.')).toBeVisible();
  await button(page, 'Done').click();
  await expect(realmSwitcher(page)).toHaveValue('dropped');
  for (const realm of ['x', 'twice']) expect(await statusOf(realm)).toBe(404);

  const text = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'words');
    return data;
  });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: text });
  await expect(page.getByText('Drop to import realm')).toBeHidden();
});

test('contract "Console": an import shows its progress in users, and leaves nothing when it is cancelled', async ({
  page,
}, info) => {
  test.slow();
  const path = info.outputPath('big.json');
  writeFileSync(path, realmFile('big', { users: people(60_000) }).text);
  await openConsole(page, server.url);
  await choose(page, 'Import realm file…');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (await chooser).setFiles(join(path));
  await expect(dialog(page).getByRole('row', { name: 'big 0 60,000' })).toBeVisible();
  await button(page, 'Import').click();
  await expect(dialog(page).getByText(/(Checking|Storing): [\d,]+ of 60,000 users/)).toBeVisible();
  const cancelled = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/imports/'),
  );
  await button(page, 'Cancel').click();
  // The response comes when nothing of the import is left.
  expect((await cancelled).status()).toBe(200);
  await expect(dialog(page)).toBeHidden();
  expect(await statusOf('big')).toBe(404);
  await chooseFile(page, realmFile('big'));
  await expect(dialog(page).getByRole('row', { name: 'big 0 0' })).toBeVisible();
});
