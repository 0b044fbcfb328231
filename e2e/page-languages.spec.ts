// The pages in other languages: every page in a long language and in one that is written from right to left.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { person } from './support/clients.ts';
import { callAdmin } from './support/server.ts';
import {
  authorizationUrl,
  DEMO_PATH,
  type PageSite,
  startPageSite,
  USER_PAGES,
} from './support/user-pages.ts';

let site: PageSite;
const bob = person('bob');

test.beforeAll(async () => {
  site = await startPageSite();
  // The language of the person would come before the browser's.
  const users = '/admin/realms/demo/users';
  const found = await callAdmin(site.server.url, 'GET', `${users}?username=alice&exact=true`);
  const [alice] = (await found.json()) as readonly { readonly id: string; readonly attributes?: object }[];
  const changed = { ...alice, attributes: { ...alice?.attributes, locale: [] } };
  expect((await callAdmin(site.server.url, 'PUT', `${users}/${alice?.id}`, changed)).status).toBe(204);
});
test.afterAll(() => site.stop());

/** Opens a page in a browser whose language is this one; `use` gets it at 320 pixels. */
async function inLanguage(
  browser: Browser,
  locale: string,
  javaScriptEnabled: boolean,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    locale,
    javaScriptEnabled,
    viewport: { width: 320, height: 640 },
  });
  await use(await context.newPage());
  await context.close();
}

for (const [locale, direction, letters] of [
  ['fr', 'ltr', /\p{Script=Latin}/u],
  ['ar', 'rtl', /\p{Script=Arabic}/u],
] as const)
  for (const [name, { open, shows }] of Object.entries(USER_PAGES))
    test(`issue 18 "Languages": page "${name}" fits 320 pixels in ${locale}`, async ({ browser }) => {
      await inLanguage(browser, locale, true, async (page) => {
        await open(page, site);
        await expect(page.locator(shows)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        await expect(page.locator('#kc-page-title')).toHaveText(letters);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
        const outside = await page.evaluate(
          `[...document.querySelectorAll('main *, header *')].filter((element) => {
            const { left, right, width, height } = element.getBoundingClientRect();
            return width > 1 && height > 1 && (left < 0 || right > innerWidth);
          }).map((element) => element.outerHTML.slice(0, 100))`,
        );
        expect(outside).toEqual([]);
      });
    });

test('Keycloak theme: a language that is chosen in the list shows the page in it, keeps the tab and is remembered', async ({
  browser,
}) => {
  await inLanguage(browser, 'en-US', true, async (page) => {
    await page.goto(authorizationUrl(site, { state: 'kept' }));
    await expect(page.locator('#login-select-toggle option:checked')).toHaveText('English');
    await page.selectOption('#login-select-toggle', { label: 'Deutsch' });
    await expect(page.locator('#kc-login')).toHaveText('Anmelden');
    await page.fill('#username', bob.username);
    await page.fill('#password', 'wrong');
    await page.click('#kc-login');
    await expect(page.locator('#input-error')).toHaveText('Benutzername oder Passwort ist falsch.');
    await page.fill('#password', bob.password);
    await page.click('#kc-login');
    await page.waitForURL(/\/callback\?.*state=kept/);
    await page.goto(`${site.server.url}${DEMO_PATH}/logout`);
    await expect(page.locator('#kc-logout')).toHaveText('Abmelden');
    const cookies = await page.context().cookies(`${site.server.url}/realms/demo/`);
    expect(cookies.find(({ name }) => name === 'KEYCLOAK_LOCALE')).toMatchObject({
      value: 'de',
      path: '/realms/demo/',
      httpOnly: true,
      expires: -1,
    });
  });
});

test('without scripts the languages are links', async ({ browser }) => {
  await inLanguage(browser, 'en-US', false, async (page) => {
    await page.goto(authorizationUrl(site));
    await page.getByRole('link', { name: '日本語' }).click();
    await expect(page.locator('#kc-login')).toHaveText('サインイン');
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.locator('#kc-login')).toHaveText('Sign In');
  });
});
