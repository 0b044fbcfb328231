// Login themes: what Keycloak's themes bring along shows on the pages of a real browser.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { callAdmin } from './support/server.ts';
import { authorizationUrl, type PageSite, startPageSite, USER_PAGES } from './support/user-pages.ts';

/** A square of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FILES: Readonly<Record<string, string>> = {
  'modern/login/theme.properties':
    'parent=keycloak.v2\nstyles=css/styles.css css/modern.css\nscripts=js/modern.js\n',
  'modern/login/resources/css/modern.css': `
    :root { --pf-v5-global--primary-color--100: rgb(0, 128, 0); }
    #keycloak-bg { background-color: rgb(250, 240, 230); }
    .kc-logo-text { background-image: url("../img/logo.png"); width: 40px; height: 40px; }
    .kc-logo-text span { display: none; }
    .pf-v5-theme-dark #keycloak-bg { background-color: rgb(20, 20, 20); }`,
  'modern/login/resources/js/modern.js': 'document.documentElement.dataset.ran = "yes";',
  'modern/login/messages/messages_en.properties': 'loginAccountTitle=Welcome to Acme\n',
  'modern/login/messages/messages_de.properties': 'loginAccountTitle=Willkommen bei Acme\n',
  'classic/login/theme.properties': 'parent=keycloak\nstyles=css/login.css css/classic.css\n',
  'classic/login/resources/css/classic.css': `
    .login-pf body { background-color: rgb(1, 2, 3); }
    .card-pf { border-top: 4px solid rgb(200, 0, 0); }
    .pf-c-form-control { border-color: rgb(0, 0, 200); }
    .pf-m-primary { background-color: rgb(200, 0, 0); }`,
  'bare/login/theme.properties': 'styles=css/bare.css\nkcInputClass=bare-input\n',
  'bare/login/resources/css/bare.css': '.bare-input { border: 3px solid rgb(9, 9, 9); }',
  'templates/login/theme.properties': 'parent=keycloak.v2\nstyles=css/styles.css css/none.css\n',
  'templates/login/login.ftl': '<#import "template.ftl" as layout>',
};

let site: PageSite;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-themes-'));
  for (const [path, content] of Object.entries(FILES)) write(path, content);
  write('modern/login/resources/img/logo.png', Buffer.from(PIXEL, 'base64'));
  site = await startPageSite([`--spi-theme-folder-dir=${folder}`]);
});
test.afterAll(() => site.stop());

function write(path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function use(changes: Readonly<Record<string, unknown>>): Promise<void> {
  expect((await callAdmin(site.server.url, 'PUT', '/admin/realms/demo', changes)).status).toBe(204);
}

/** What the browser complains about, such as what the policy of the page forbids. */
function complaints(page: Page): readonly string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`${response.status()} ${response.url()}`);
  });
  return found;
}

const style = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('Keycloak theme below keycloak.v2: stylesheet, variables of PatternFly, logo, script, texts and dark mode', async ({
  page,
}) => {
  const found = complaints(page);
  await use({
    loginTheme: 'modern',
    displayNameHtml: '<div class="kc-logo-text"><span>Acme</span></div><script>document.title = "x"</script>',
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(authorizationUrl(site));
  await expect(page.locator('#kc-page-title')).toHaveText('Welcome to Acme');
  expect(await style(page, '#keycloak-bg', 'background-color')).toBe('rgb(250, 240, 230)');
  expect(await style(page, '#kc-login', 'background-color')).toBe('rgb(0, 128, 0)');
  expect(await style(page, '.kc-logo-text', 'background-image')).toContain(
    '/resources/theme/login/modern/img/logo.png',
  );
  await expect(page.locator('.kc-logo-text span')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-ran', 'yes');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/pf-v5-theme-dark/);
  expect(await style(page, '#keycloak-bg', 'background-color')).toBe('rgb(20, 20, 20)');
  await page.selectOption('#login-select-toggle', { label: 'Deutsch' });
  await expect(page.locator('#kc-page-title')).toHaveText('Willkommen bei Acme');
  expect(found).toEqual([]);
});

test('Keycloak theme below keycloak: class names of PatternFly 4, light colours, and the menu of languages', async ({
  page,
}) => {
  const found = complaints(page);
  await use({ loginTheme: 'classic', displayNameHtml: '' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(authorizationUrl(site));
  expect(await style(page, '#keycloak-bg', 'background-color')).toBe('rgb(1, 2, 3)');
  expect(await style(page, 'main', 'border-top-color')).toBe('rgb(200, 0, 0)');
  expect(await style(page, '#password', 'border-color')).toBe('rgb(0, 0, 200)');
  expect(await style(page, '#kc-login', 'background-color')).toBe('rgb(200, 0, 0)');
  expect(await style(page, 'main', 'background-color'), 'such themes know no dark colours').toBe(
    'rgb(255, 255, 255)',
  );
  await page.locator('#kc-current-locale-link').focus();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(found).toEqual([]);
});

test('Keycloak theme without a parent: nothing but its own stylesheet', async ({ page }) => {
  await use({ loginTheme: 'bare' });
  await page.goto(authorizationUrl(site));
  expect(await style(page, '#password', 'border-color')).toBe('rgb(9, 9, 9)');
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
});

test('a changed stylesheet shows when the page is reloaded', async ({ page }) => {
  await use({ loginTheme: 'bare' });
  await page.goto(authorizationUrl(site));
  write('bare/login/resources/css/bare.css', '.bare-input { border: 3px solid rgb(7, 7, 7); }');
  await page.reload();
  expect(await style(page, '#password', 'border-color')).toBe('rgb(7, 7, 7)');
});

test('bad input: templates that are not run, missing files and missing themes are in the import report and the log', async ({
  page,
}) => {
  await use({ loginTheme: 'templates' });
  await page.goto(authorizationUrl(site));
  await expect(page.locator('#kc-login')).toBeVisible();
  const read = async (): Promise<string> =>
    (await callAdmin(site.server.url, 'GET', '/emulator/v1/realms/demo/import-report')).text();
  expect(await read()).toContain('FreeMarker templates are not run: login.ftl.');
  expect(await read()).toContain('styles of theme templates names css/none.css');
  expect(site.server.output()).toMatch(/WARN .*styles of theme templates names css\/none\.css/);
  await use({ loginTheme: 'nowhere' });
  expect(await read()).toContain('Theme nowhere has no folder nowhere/login');
});

for (const theme of ['modern', 'classic'])
  test(`every page fits 320 pixels with the theme ${theme}`, async ({ browser }) => {
    test.slow();
    await use({ loginTheme: theme });
    for (const realm of ['demo', 'steps', 'shortcuts'])
      await callAdmin(site.server.url, 'PUT', `/admin/realms/${realm}`, { loginTheme: theme });
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    for (const name of ['sign-in', ...Object.keys(USER_PAGES).filter((_name, index) => index % 4 === 0)]) {
      const described = USER_PAGES[name];
      if (described === undefined) continue;
      const page = await context.newPage();
      await described.open(page, site);
      await expect(page.locator(described.shows)).toBeVisible();
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(320);
      await page.close();
      await context.clearCookies();
    }
    await context.close();
  });
