import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, intercept, openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

const bar = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Not saved.' });
const banner = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'not reachable' });
const stale = (page: Page): Locator => page.locator('main [data-stale="true"]');

async function openTab(page: Page, screen: string, tab: string): Promise<void> {
  await rail(page).getByRole('link', { name: screen }).click();
  await page.getByRole('tab', { name: tab }).click();
}

/** Lets the server refuse the next changes of the realm with these faults. */
async function refuseRealm(page: Page, errors: readonly { field?: string; errorMessage: string }[]) {
  await intercept(page, '**/admin/realms/demo', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: { errors } }) : route.continue(),
  );
}

test('console "Save bar": a refused field is said at the bar, brought into view and has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  const refused = page.getByRole('textbox', { name: /Password policy/ });
  await refused.fill('length(4)');
  // The person is at the other end of a long form when the answer comes.
  const last = page.getByRole('tabpanel', { name: 'Sign-in' }).locator('[data-member] input').last();
  await last.scrollIntoViewIfNeeded();
  await refuseRealm(page, [{ field: 'passwordPolicy', errorMessage: 'This policy is not known.' }]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText('Not saved. The server rejected 1 field: Password policy.');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(refused).toBeFocused();
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('This policy is not known.')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await refused.fill('length(5)');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
});

test('console "Save bar": several refused fields are counted, the first is shown, and "Show field" leads back to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  await page.getByRole('textbox', { name: /Password policy/ }).fill('length(4)');
  const members = page.getByRole('tabpanel', { name: 'Sign-in' }).locator('[data-member]');
  const names = await members.evaluateAll((all) => all.map((one) => one.getAttribute('data-member') ?? ''));
  const policy = names.indexOf('passwordPolicy');
  const later = names.slice(policy + 1).at(-1) ?? '';
  // The server names them in another order than the form.
  await refuseRealm(page, [
    { field: `attributes.${later}`, errorMessage: 'Second fault.' },
    { errorMessage: 'passwordPolicy is not known.' },
    { field: 'smtpServer', errorMessage: 'Third fault.' },
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText(
    /The server rejected 2 fields: Password policy, .+\. smtpServer: Third fault\./,
  );
  const first = page.getByRole('textbox', { name: /Password policy/ });
  await expect(first).toBeFocused();
  await page.locator(`[data-member="${later}"] input`).first().focus();
  await page.getByRole('button', { name: 'Show field' }).click();
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport({ ratio: 1 });
});

test('console "Save bar": a server that is gone is said there', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  await page.getByRole('textbox', { name: /Password policy/ }).fill('length(4)');
  await server.kill();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText('Not saved. The server does not answer.');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  server = await startServer();
});

test('console "Save bar": Settings lead to the first refused option, even when a search hides it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await rail(page).getByRole('link', { name: 'Settings' }).click();
  const field = (key: string) => page.locator(`[data-setting="${key}"]`).getByRole('textbox', { name: key });
  await field('log-console-format').fill('%p %d{yyyy %s%n');
  await field('log-file-format').fill('%q');
  const search = page.getByRole('textbox', { name: 'Search the options' });
  await search.fill('gelf');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar(page)).toContainText('The server rejected 2 fields: ');
  await expect(search).toHaveValue('');
  const keys = await page
    .locator('[data-setting]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-setting')));
  const first =
    keys.indexOf('log-console-format') < keys.indexOf('log-file-format')
      ? 'log-console-format'
      : 'log-file-format';
  await expect(field(first)).toBeFocused();
  await expect(field(first)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

/** The same data directory and address, as a user starts it again. */
async function startAgain(): Promise<void> {
  const { dataDir, url } = server;
  server = await startServer({ dataDir, args: [`--http-port=${new URL(url).port}`] });
}

test('console "Server gone": a banner says so and what is shown is marked; when it is back, everything is loaded again', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await server.kill();
  await expect(banner(page)).toContainText(/No answer since \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d\./);
  await expect(banner(page)).toContainText('bin/understudy.sh start --headless');
  await expect(stale(page)).toHaveCSS('filter', 'grayscale(1)');
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expectAccessible(page);
  // The page finds the server when everything is as it will be.
  await intercept(page, '**/*', (route) => route.abort('connectionrefused'));
  await startAgain();
  const created = await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', {
    clientId: 'came-later',
  });
  expect(created.status).toBe(201);
  await expect(banner(page)).toBeVisible();
  await page.unroute('**/*');
  await expect(banner(page)).toBeHidden();
  await expect(stale(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'came-later' })).toBeVisible();
});

test('console "Server gone": the banner stays in view, the button looks at once, and in dark it is accessible, too', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 400, height: 700 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  await server.kill();
  await expect(banner(page)).toBeVisible();
  await page
    .getByRole('tabpanel', { name: 'Sign-in' })
    .locator('[data-member] input')
    .last()
    .scrollIntoViewIfNeeded();
  await expect(banner(page)).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect(banner(page)).toBeVisible();
  await startAgain();
  await expect(banner(page)).toBeHidden();
});

test('console "Server gone": a browser that has lost its network still asks a server on this machine', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('console "Server gone": one request that is lost is no reason for a banner', async ({ page }) => {
  await openConsole(page, server.url);
  await page.route('**/emulator/v1/server', (route) => route.abort('connectionreset'), { times: 1 });
  const looked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  // Asked again by itself, every ten seconds.
  expect((await looked).ok()).toBe(true);
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('console: a wrong screen says so and lists the screens', async ({ page }) => {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/clinets`);
  await expect(page.getByRole('heading', { level: 1, name: 'No such screen' })).toBeVisible();
  await expect(page.getByText('/clinets')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Screens of the console' })
    .getByRole('link', { name: 'Clients' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('console: a wrong realm says so, lists the realms, and leaves the chosen one as it was', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/device?realm=nope%20%3Cb%3E`);
  await expect(page.getByRole('heading', { level: 1, name: 'No such realm' })).toBeVisible();
  await expect(page.getByText('nope <b>')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Realms of this server' })
    .getByRole('link', { name: 'master' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Device' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('master');
  // The switcher leads out of such an address, too.
  await page.goto(`${server.url}/console/#/users?realm=nope`);
  await expect(page.getByRole('heading', { level: 1, name: 'No such realm' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'demo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`console: without JavaScript it says that it needs it, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${server.url}/console/`);
    const heading = page.getByRole('heading', { level: 1, name: 'The console needs JavaScript' });
    await expect(heading).toBeInViewport({ ratio: 1 });
    // Its styles are let in by the page's policy.
    await expect(heading).toHaveCSS('font-size', '22px');
    await expect(page.locator('body')).toHaveCSS(
      'background-color',
      colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(26, 27, 30)',
    );
    expect(refused).toEqual([]);
    await context.close();
  });
}
