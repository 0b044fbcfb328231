// The languages of the console: that of the browser, the switch, and what keeps its own language.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer({});
});
test.afterAll(async () => {
  await server.stop();
});

const language = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function choose(page: Page, button: string | RegExp, name: string): Promise<void> {
  await language(page, button).click();
  await page.getByRole('menuitemradio', { name }).click();
}

test.describe('with a French and German browser', () => {
  test.use({ locale: 'fr-FR' });

  test('issue 18 "Console in languages": a browser whose languages the console lacks gets English', async ({
    page,
  }) => {
    await openConsole(page, server.url, 'Mail');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('issue 18 "Console in languages": the second language of the browser is shown if the first is missing', async ({
    page,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'languages', { get: () => ['fr-FR', 'de-CH', 'en'] }),
    );
    await openConsole(page, server.url, 'Mail', 'E-Mails');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test.describe('with a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('issue 18 "Console in languages": a German browser gets German, in titles, dates and plurals, too', async ({
    page,
  }) => {
    await openConsole(page, server.url, 'Mail', 'E-Mails');
    await expect(page).toHaveTitle('E-Mails · Understudy');
    await expect(page.getByRole('navigation', { name: 'Seiten' })).toContainText('Benutzer');
    await expect(page.getByRole('heading', { name: 'Noch keine Nachrichten' })).toBeVisible();
    await expectAccessible(page);
  });

  test('issue 18 "Console in languages": another language is shown at once, remembered, and keeps the focus on the switch', async ({
    page,
  }) => {
    await openConsole(page, server.url, 'Mail', 'E-Mails');
    await choose(page, 'Sprache: System', 'English');
    await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(language(page, 'Language: English')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
    await choose(page, 'Language: English', 'System');
    await expect(page.getByRole('heading', { level: 1, name: 'E-Mails' })).toBeVisible();
  });
});

test('issue 18 "Console in languages": the palette changes the language, and finds the entry in English', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Mail');
  for (const [entry, title] of [
    ['Language: Deutsch', 'E-Mails'],
    ['Sprache: English', 'Mail'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('language');
    await page.getByText(entry).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('issue 18 "Console in languages": a language whose texts cannot be loaded is not shown', async ({
  page,
}) => {
  await page.route(/\/assets\/german-/, (route) => route.abort());
  await openConsole(page, server.url, 'Mail');
  await choose(page, 'Language: System', 'Deutsch');
  await expect(page.getByRole('alert')).toContainText('The language was not changed');
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  await page.reload();
  await expect(language(page, 'Language: System')).toBeVisible();
});

test('issue 18 "Console in languages": English users do not load German texts', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openConsole(page, server.url, 'Mail');
  expect(loaded.filter((url) => /\/assets\/german-/.test(url))).toEqual([]);
});

test('issue 18 "Console in languages": the menu stays beside its button when the page scrolls, and does not scroll it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openConsole(page, server.url, 'Overview');
  await language(page, 'Language: System').click();
  const menu = page.getByRole('menu');
  const scrolled = () => page.evaluate(() => globalThis.scrollY);
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
  expect(await scrolled()).toBe(0);
  const place = await menu.boundingBox();
  // The place of the menu at the moment of the scrolling, and not only after it has been put right.
  const top = await menu.evaluate((element) => {
    globalThis.scrollTo({ top: 200, behavior: 'instant' });
    return element.getBoundingClientRect().top;
  });
  expect(await scrolled()).toBe(200);
  expect(top).toBe(place?.y);
});
