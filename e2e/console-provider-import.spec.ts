// Descriptions of identity providers in the console: SAML metadata and discovery documents from addresses and files.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const LARGE = Buffer.alloc(1024 * 1024 + 1, 'x');
const large = createServer((_request, response) => response.end(LARGE));

test.beforeAll(async () => {
  server = await startServer();
  await new Promise<void>((done) => large.listen(0, '127.0.0.1', done));
});
test.afterAll(async () => {
  large.close();
  await server.stop();
});

/** The dialog of a new provider of this type. */
async function openDialog(page: Page, type: string): Promise<Locator> {
  await openConsole(page, server.url, 'Providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add identity provider' });
  await dialog.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  return dialog;
}

const choose = (dialog: Locator, name: string, buffer: Buffer): Promise<void> =>
  dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });

async function metadataOf(realm: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/realms/${realm}/protocol/saml/descriptor`);
  return Buffer.from(await answer.text());
}

test('console "Providers": SAML metadata from a file fills in addresses and certificates', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'SAML 2.0');
  await choose(dialog, 'notes.txt', Buffer.from('no metadata'));
  await expect(dialog.getByRole('alert')).toBeVisible();
  await choose(dialog, 'idp.xml', await metadataOf('master'));
  await expect(dialog.getByText(/settings imported from idp\.xml/)).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'saml' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Identity provider entity ID/ })).toHaveValue(
    `${server.url}/realms/master`,
  );
  await expect(page.getByRole('textbox', { name: /^Single sign-on service URL/ })).toHaveValue(
    `${server.url}/realms/master/protocol/saml`,
  );
});

test('console "Providers": a discovery document from a file fills in the addresses', async ({ page }) => {
  const dialog = await openDialog(page, 'OpenID Connect');
  const document = await fetch(`${server.url}/realms/master/.well-known/openid-configuration`);
  await choose(dialog, 'discovery.json', Buffer.from(await document.text()));
  await dialog.getByText(/settings imported from discovery\.json/).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^Token URL/ })).toHaveValue(
    `${server.url}/realms/master/protocol/openid-connect/token`,
  );
});

for (const [type, field] of [
  ['SAML 2.0', 'Metadata URL'],
  ['OpenID Connect', 'Discovery URL'],
] as const)
  test(`bad input: a description for ${type} over 1 MiB is too large, from a file and from an address`, async ({
    page,
  }) => {
    const dialog = await openDialog(page, type);
    await choose(dialog, 'federation.xml', LARGE);
    await expect(dialog.getByRole('alert')).toHaveText(
      'federation.xml is larger than 1 MiB. Choose a file that describes this provider only.',
    );
    await expectAccessible(page);
    await dialog
      .getByRole('textbox', { name: field })
      .fill(`http://127.0.0.1:${(large.address() as AddressInfo).port}/`);
    await expect(dialog.getByRole('alert')).toBeHidden();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByText(/The response is larger than 1048576 bytes/)).toBeVisible();
    await expect(dialog.getByText(/JSON/)).toBeHidden();
  });
