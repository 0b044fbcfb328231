import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail } from './support/console.ts';
import { createSamlClient } from './support/saml.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

/** The first is that of WCAG 2.2 §1.4.10. */
const WIDTHS = [320, 400, 640, 900] as const;

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** Expects that nothing overflows the window at any width; parts that are too wide scroll by themselves. */
async function expectToFit(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [class*="Skeleton"]')).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(
      () => (document.scrollingElement?.scrollWidth ?? Number.POSITIVE_INFINITY) - innerWidth,
    );
    expect(excess, `${what} at ${width} pixels`).toBeLessThanOrEqual(0);
  }
}

/** Expects the same of every tab of the open screen. */
async function expectTabsToFit(page: Page, what: string): Promise<void> {
  for (const tab of await page.getByRole('tablist').first().getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel').first()).not.toBeEmpty();
    await expectToFit(page, `${what}: ${await tab.textContent()}`);
  }
}

/** Expects the same of every screen, and of those with tabs: lists in the navigation `screens`, and an entry of each. */
async function expectScreensToFit(
  page: Page,
  screens: Locator,
  entries: readonly (readonly [list: string, entry: string])[],
): Promise<void> {
  const links = await screens.getByRole('link').all();
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    await link.click();
    await expectToFit(page, (await link.textContent()) ?? '');
  }
  await screens.getByRole('link', { name: 'Realm' }).click();
  await expectTabsToFit(page, 'Realm');
  for (const [list, name] of entries) {
    await screens.getByRole('link', { name: list }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await expectTabsToFit(page, name);
  }
}

test('console "Frame": every screen fits a narrow window', async ({ page }) => {
  await openConsole(page, server.url);
  await expectScreensToFit(page, rail(page), [
    ['Clients', 'demo-web'],
    ['Clients', 'demo-saml'],
    ['Clients', 'demo-registry'],
    ['Users', 'alice'],
    ['Roles', 'default-roles-demo'],
  ]);
});

test.describe('in German, whose words are longer', () => {
  test.use({ locale: 'de-DE' });

  test('issue 18 "Console in languages": every screen fits a narrow window', async ({ page }) => {
    await openConsole(page, server.url, 'Clients');
    await expectScreensToFit(page, page.getByRole('navigation', { name: 'Seiten' }), [
      ['Clients', 'demo-web'],
      ['Clients', 'demo-saml'],
      ['Clients', 'demo-registry'],
      ['Benutzer', 'alice'],
      ['Rollen', 'default-roles-demo'],
    ]);
  });

  test('issue 18 "Console in languages": the fields of an encrypted assertion and the buttons of the form fit, too', async ({
    page,
  }) => {
    await openConsole(page, server.url, 'Clients');
    await page.getByRole('link', { name: 'demo-saml', exact: true }).click();
    await page.getByRole('tab', { name: 'Schlüssel' }).click();
    await page.getByRole('switch', { name: 'Assertions verschlüsseln' }).click();
    await page.getByRole('switch', { name: 'Metadaten-URL verwenden' }).click();
    await expect(page.getByText('Korrigieren Sie zuerst diese Felder: Metadaten-URL.')).toBeVisible();
    await expectToFit(page, 'the keys of a SAML client');
    await expectAccessible(page);
  });
});

test('console "Frame": a very long entity ID is broken and pushes nothing out of reach', async ({ page }) => {
  const clientId = `https://${'x'.repeat(120)}.example.com/saml/metadata`;
  await createSamlClient(server.url, { clientId });
  await openConsole(page, server.url);
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('textbox', { name: 'Search clients' }).fill(clientId);
  await page.getByRole('link', { name: clientId }).click();
  await expectToFit(page, 'a client with a long name');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'Import metadata' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
});

test('console "Frame": in a narrow window, everything is still reachable and keeps its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await callAdmin(server.url, 'PUT', '/emulator/v1/realms/demo/clock', { offsetMs: 90_061_000 });
  await openConsole(page, server.url);
  await expect(page.getByText(/^realm clock/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.press('Escape');
  const realm = page.getByRole('combobox', { name: 'Realm' });
  await realm.click();
  await page.getByRole('option', { name: 'master' }).click();
  await expect(realm).toHaveValue('master');
  await realm.click();
  await page.getByRole('option', { name: 'demo', exact: true }).click();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('button', { name: 'Create client' }).click();
  const choices = page.getByRole('dialog').getByRole('radiogroup').first().locator('label');
  expect(await choices.count()).toBe(3);
  for (const choice of await choices.all()) {
    await expect(choice).toBeInViewport({ ratio: 1 });
    expect(await choice.evaluate((label) => label.scrollWidth - label.clientWidth)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});
