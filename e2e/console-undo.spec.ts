// Deletions can be undone for ten seconds, during which the entry exists on the server and nowhere in the console.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async ({ page }) => {
  server = await startServer();
  // Time passes as usual until a test moves it.
  await page.clock.install();
});
test.afterEach(async () => {
  await server.stop();
});

const DEMO = '/admin/realms/demo';

async function read<T>(path: string): Promise<T> {
  return (await (await callAdmin(server.url, 'GET', path)).json()) as T;
}

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly clientId?: string;
  readonly username?: string;
}

/** Names of the entries of a collection on the server. */
async function namesOf(path: string): Promise<readonly string[]> {
  const entries = await read<readonly Named[]>(path);
  return entries.map(({ name, clientId, username }) => clientId ?? username ?? name ?? '');
}

const hasClient = async (name: string): Promise<boolean> =>
  (await read<readonly Named[]>(`${DEMO}/clients?clientId=${name}`)).length > 0;

const pending = (page: Page): Locator => page.getByRole('region', { name: 'Pending deletions' });
const undo = (page: Page, doing: string): Locator => page.getByRole('button', { name: `Undo: ${doing}` });

/** Puts the pointer on the messages. */
async function holdTime(page: Page): Promise<void> {
  // Again if the message has moved away from under the pointer, because one above it is gone.
  await expect(async () => {
    await pending(page).getByRole('listitem').last().hover();
    await expect(pending(page)).toContainText('(paused)', { timeout: 1000 });
  }).toPass();
}

async function deleteOpenEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

async function openClient(page: Page, name: string): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('console "Undo": a deleted client is offered nowhere, its address says so, and an undo brings its screen back', async ({
  page,
}) => {
  await openClient(page, 'demo-tv');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page).toHaveURL(/tokens\?realm=demo$/);
  const address = page.url();
  await deleteOpenEntry(page);
  await expect(pending(page)).toContainText(/Deleting client demo-tv in (10|\d) s/);
  await expect(page.getByRole('textbox', { name: 'Search clients' })).toBeFocused();
  await holdTime(page);
  await expect(page.getByRole('link', { name: 'demo-tv' })).toHaveCount(0);
  await expectAccessible(page);
  await page.clock.fastForward(60_000);
  expect(await hasClient('demo-tv')).toBe(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('demo-');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'demo-web' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'demo-tv' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await undo(page, 'Deleting client demo-tv').click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await deleteOpenEntry(page);
  await holdTime(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Deleting client demo-tv' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expectAccessible(page);
  await page.locator('main').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab', { name: 'Tokens' })).toBeVisible();
  await page.clock.fastForward(60_000);
  expect(await hasClient('demo-tv')).toBe(true);
});

test('console "Undo": a bulk deletion has one message, brings all rows back with the focus, or deletes all', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Users');
  const row = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const select = async (): Promise<void> => {
    for (const name of ['bob', 'carol']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await deleteOpenEntry(page);
    await expect(row('bob')).toHaveCount(0);
    await holdTime(page);
  };
  await select();
  await expect(pending(page).getByRole('listitem')).toHaveText(/^Deleting 2 users in \d+ s/);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await undo(page, 'Deleting 2 users').press('Enter');
  await expect(row('bob')).toBeFocused();
  await expect(page.getByText('3 users', { exact: true })).toBeVisible();
  await select();
  await expect(page.getByText('2 users selected')).toBeHidden();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(pending(page)).not.toContainText('(paused)');
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Deleted 2 users.')).toBeVisible();
  expect(await namesOf(`${DEMO}/users`)).toEqual(['alice']);
  await expect(pending(page).getByRole('listitem')).toHaveCount(0);
});

test('console "Undo": several deletions are undone one by one, and a mapper returns with its row', async ({
  page,
}) => {
  await openClient(page, 'demo-saml');
  await page.getByRole('tab', { name: 'Mappers' }).click();
  const button = (name: string): Locator => page.getByRole('button', { name: `Delete mapper ${name}` });
  await page.getByRole('button', { name: 'X500 email', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/mapper=.*realm=demo|realm=demo.*mapper=/);
  const address = page.url();
  await page.keyboard.press('Escape');
  await button('X500 email').press('Enter');
  await button('X500 surname').press('Enter');
  await expect(pending(page).getByRole('listitem')).toHaveCount(2);
  await holdTime(page);
  await page.goto(address);
  await expect(page.locator('main').getByText('Deleting mapper X500 email', { exact: true })).toBeVisible();
  await undo(page, 'Deleting mapper X500 surname').press('Enter');
  await expect(button('X500 surname')).toBeFocused();
  await expect(button('X500 email')).toHaveCount(0);
  await undo(page, 'Deleting mapper X500 email').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('console "Undo": a new entry may have the name of one that is being deleted', async ({ page }) => {
  await openClient(page, 'demo-tv');
  const [before] = await read<readonly Named[]>(`${DEMO}/clients?clientId=demo-tv`);
  await deleteOpenEntry(page);
  await page.getByRole('button', { name: 'Create client' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /Client ID/ })
    .fill('demo-tv');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'demo-tv' })).toBeVisible();
  const [after] = await read<readonly Named[]>(`${DEMO}/clients?clientId=demo-tv`);
  expect(after?.id).not.toBe(before?.id);
  await expect(pending(page).getByRole('listitem')).toHaveCount(0);
});

test('console "Undo": a refused deletion is reported with its reason, and the entry is back', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Users');
  const row = page.getByRole('link', { name: 'bob', exact: true });
  for (const [answer, reason] of [
    [{ status: 403, body: '{"error":"Nobody deletes Bob."}' }, 'Nobody deletes Bob.'],
    [{ status: 409, body: '{"errorMessage":"Bob is needed."}' }, 'Bob is needed.'],
    [undefined, 'The server is not responding.'],
  ] as const) {
    await page.route(`**${DEMO}/users/*`, (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      return answer === undefined
        ? route.abort()
        : route.fulfill({ ...answer, contentType: 'application/json' });
    });
    await page.getByRole('checkbox', { name: 'Select bob' }).check();
    await deleteOpenEntry(page);
    await expect(row).toHaveCount(0);
    await page.clock.fastForward(10_000);
    await expect(page.getByText('The user bob was not deleted')).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(row).toBeVisible();
    await page.getByRole('button', { name: 'Close this message' }).click();
    await page.unroute(`**${DEMO}/users/*`);
  }
  expect(await namesOf(`${DEMO}/users`)).toContain('bob');
});

test('console "Undo": changing the realm, an export and closing the page send the deletion', async ({
  page,
  context,
}) => {
  await openConsole(page, server.url, 'Users');
  const remove = async (name: string): Promise<void> => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await deleteOpenEntry(page);
    expect(await namesOf(`${DEMO}/users`)).toContain(name);
  };
  await remove('alice');
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await expect(page.getByText('Deleted user alice.')).toBeVisible();
  expect(await namesOf(`${DEMO}/users`)).toEqual(['bob', 'carol']);
  await page.goBack();
  await remove('bob');
  await rail(page).getByRole('link', { name: 'Realm' }).click();
  await page.getByRole('tab', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export for Keycloak' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString('utf8')).not.toContain('"bob"');
  await rail(page).getByRole('link', { name: 'Users' }).click();
  await remove('carol');
  await context.newPage();
  await page.close();
  await expect.poll(() => namesOf(`${DEMO}/users`)).toEqual([]);
});
