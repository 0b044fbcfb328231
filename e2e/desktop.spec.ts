import { chromium, expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { createFolder } from './support/server.ts';

let desktop: Desktop;
const alice = person('alice');

test.beforeAll(async () => {
  // A first start, as users have it.
  desktop = await startDesktop([`--data-dir=${createFolder()}`]);
});
test.afterAll(async () => {
  await desktop.close();
});

test('contract "Start": on the first start, the window opens on the demo realm', async () => {
  await expect(desktop.window.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
});

test('the window is hardened: isolated, sandboxed, no Node in the page, a strict Content-Security-Policy', async () => {
  const { window, app } = desktop;
  expect(await window.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
  expect(await window.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Electron.WebPreferences;
    };
    const { contextIsolation, sandbox, nodeIntegration, webSecurity } = contents.getLastWebPreferences();
    return { contextIsolation, sandbox, nodeIntegration, webSecurity };
  });
  expect(preferences).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  const policy = await window.evaluate(async () =>
    (await fetch(location.href)).headers.get('content-security-policy'),
  );
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
});

test('"Try it" starts the sample application, a user signs in to it in Chromium, and Activity shows the exchange', async () => {
  const { window } = desktop;
  await window.getByRole('link', { name: 'Overview' }).click();
  await window
    .getByRole('button', { name: /Try it|Start/ })
    .first()
    .click();
  await expect(window.getByText('Running', { exact: true })).toBeVisible();
  const url = await applicationUrl();
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage();
  await page.goto(url);
  await page.click('#sign-in');
  await page.fill('#username', alice.username);
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
  await expect(page.locator('#input-error')).toBeVisible();
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('#signed-in')).toHaveText(`Hello, ${alice.name}`);
  await browser.close();
  await window.getByRole('link', { name: /Activity/ }).click();
  await expect(window.getByText(/Token request/).first()).toBeVisible();
  await expect(window.getByText('demo-web').first()).toBeVisible();
});

test('console "Sign in as": the system browser is signed in as the user, not the window', async () => {
  const { window, app } = desktop;
  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url: string) => {
      (globalThis as { signInUrl?: string }).signInUrl = url;
    };
  });
  await window.getByRole('link', { name: 'Users', exact: true }).click();
  await window.getByRole('link', { name: 'bob', exact: true }).click();
  await window.getByRole('button', { name: 'Sign in as' }).click();
  const dialog = window.getByRole('dialog', { name: 'Sign in as bob' });
  await dialog.getByRole('combobox', { name: 'Client' }).fill('demo-web');
  await window.getByRole('option', { name: 'demo-web', exact: true }).click();
  await dialog.getByRole('button', { name: 'Sign in as bob' }).click();
  await expect(dialog).toBeHidden();
  const url = await app.evaluate(() => (globalThis as { signInUrl?: string }).signInUrl ?? '');
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage();
  await page.goto(url);
  await expect(page.locator('#signed-in')).toHaveText(`Hello, ${person('bob').name}`);
  await browser.close();
});

/** Sends a request from the page, so that it passes the desktop's proxy. */
async function applicationUrl(): Promise<string> {
  const applications = await desktop.window.evaluate(async () => {
    const answer = await fetch('/emulator/v1/realms/demo/applications');
    return (await answer.json()) as { id: string; url?: string }[];
  });
  const url = applications.find((application) => application.id === 'web')?.url;
  if (url === undefined)
    throw new Error(`the sample application does not run: ${JSON.stringify(applications)}`);
  return url;
}

function browserOptions() {
  const executablePath = test.info().project.use.launchOptions?.executablePath;
  return {
    args: test.info().project.use.launchOptions?.args ?? [],
    ...(executablePath === undefined ? {} : { executablePath }),
  };
}

for (const screen of ['Overview', 'Activity', 'Device', 'Clients', 'Users', 'Sessions', 'Realm']) {
  test(`WCAG 2.2 AA: ${screen} passes the accessibility checks in the window`, async () => {
    const { window } = desktop;
    await window
      .getByRole('link', { name: new RegExp(screen) })
      .first()
      .click();
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(window);
  });
}

// Last, because the test driver waits forever for a navigation that the window blocks.
test('navigation and new windows are denied; permissions are denied', async () => {
  const { window, app } = desktop;
  const before = window.url();
  await app.evaluate(({ shell }) => {
    (globalThis as { opened?: string[] }).opened = [];
    shell.openExternal = async (url: string) => {
      (globalThis as { opened?: string[] }).opened?.push(url);
    };
  });
  await window.evaluate(() => {
    globalThis.open('https://example.test/outside');
    globalThis.open('file:///etc/passwd');
  });
  await window.evaluate(() => {
    location.href = 'https://example.test/navigated';
  });
  await expect.poll(() => app.evaluate(() => (globalThis as { opened?: string[] }).opened?.length)).toBe(2);
  expect(await app.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([
    'https://example.test/outside',
    'https://example.test/navigated',
  ]);
  expect(window.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  const permission = await window.evaluate(() =>
    navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state),
  );
  expect(permission).toBe('denied');
});
