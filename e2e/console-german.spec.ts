// What screens share, in German: dialogs, deletions with undo, and whose words an error has.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { intercept, openConsole } from './support/console.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.use({ locale: 'de-DE' });

test.beforeAll(async () => {
  server = await startServer({});
});
test.afterAll(async () => {
  await server.stop();
});

async function openCreateRealm(page: Page) {
  await openConsole(page, server.url, 'Mail', 'E-Mails');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Realm erstellen');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Realm erstellen' });
  await dialog.getByRole('textbox', { name: 'Name des Realms' }).fill('neu');
  return dialog;
}

test('issue 18 "Console in languages": without an answer, the console explains the error in German', async ({
  page,
}) => {
  const dialog = await openCreateRealm(page);
  await intercept(page, /\/admin\/realms$/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  const reason = dialog.getByText('Der Server antwortet nicht.');
  await expect(reason).toBeVisible();
  expect(await reason.getAttribute('lang')).toBeNull();
  await expectAccessible(page);
});

test('issue 18 "Console in languages": what the server says about an error is marked as English', async ({
  page,
}) => {
  const dialog = await openCreateRealm(page);
  await intercept(page, /\/admin\/realms$/, (route) =>
    route.fulfill({ status: 400, json: { errorMessage: 'Realm names must be shorter.' } }),
  );
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await expect(dialog.getByText('Realm names must be shorter.')).toHaveAttribute('lang', 'en');
});

test('issue 18 "Console in languages": a deletion is announced and undone in German', async ({ page }) => {
  await openConsole(page, server.url, 'Clients', 'Clients');
  await page.getByRole('link', { name: 'demo-web', exact: true }).click();
  await page.waitForURL(/\/clients\/[\w-]+/);
  await page.goto(page.url().replace(/(\/clients\/[\w-]+)[^?]*/, '$1/mappers'));
  await page.getByRole('button', { name: 'Mapper hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mapper hinzufügen' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Kostenstelle');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await page.getByRole('dialog', { name: 'Mapper Kostenstelle' }).getByRole('button').first().click();
  const remove = page.getByRole('button', { name: 'Mapper Kostenstelle löschen' });
  await remove.click();
  const pending = page.getByRole('region', { name: 'Ausstehende Löschungen' });
  await expect(pending).toContainText('Mapper Kostenstelle wird gelöscht (in ');
  await expectAccessible(page);
  await pending.getByRole('button', { name: 'Rückgängig machen: Mapper Kostenstelle wird gelöscht' }).click();
  await expect(remove).toBeVisible();
});
