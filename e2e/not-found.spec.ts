import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const WRONG = [
  ['/realms/nope/account', 'There is no realm of this name.'],
  ['/realms/nope/protocol/openid-connect/auth', 'There is no realm of this name.'],
  ['/realms/nope/.well-known/openid-configuration', 'There is no realm of this name.'],
  ['/realms/nope', 'There is no realm of this name.'],
  ['/foo', 'There is nothing at this address.'],
  ['/auth/realms/demo/account', 'There is nothing at this address.'],
  ['/console/foo', 'The console has no such file.'],
  ['/console/foo/bar', 'There is nothing at this address.'],
] as const;

for (const [path, text] of WRONG)
  test(`RFC 9110 §15.5.5: a browser at ${path} gets the styled page with the existing realms`, async ({
    page,
  }) => {
    const response = await page.goto(`${server.url}${path}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    // It uses the stylesheet of the sign-in pages.
    await expect(page.locator('main')).toHaveCSS('border-radius', '8px');
    await expect(page.getByRole('listitem')).toHaveText([/^demo(?!-)/, /^demo-partner/, /^master/]);
  });

test('WCAG 2.2 AA: the page passes the accessibility checks and fits a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.url}/realms/nope/account`);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a realm on the page links to its console and its discovery document', async ({ page }) => {
  await page.goto(`${server.url}/realms/nope/account`);
  const master = page.getByRole('listitem').filter({ hasText: 'master' });
  const discovery = await master.getByRole('link', { name: 'OpenID configuration' }).getAttribute('href');
  const document = (await (await fetch(`${server.url}${discovery}`)).json()) as { issuer: string };
  expect(document.issuer).toBe(`${server.url}/realms/master`);
  await master.getByRole('link', { name: 'Console' }).click();
  await page.fill('#username', 'admin');
  await page.fill('#password', 'admin');
  await page.click('#kc-login');
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('master');
});

test('programs get the refusal as JSON, whatever is wrong with the URL', async () => {
  for (const [path] of WRONG)
    for (const accept of ['application/json', '*/*', undefined]) {
      const response = await fetch(
        `${server.url}${path}`,
        accept === undefined ? {} : { headers: { accept } },
      );
      expect(response.status, path).toBe(404);
      expect(Object.keys((await response.json()) as object), path).toEqual(['error', 'error_description']);
    }
  const posted = await fetch(`${server.url}/realms/nope/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ grant_type: 'password' }),
  });
  expect(await posted.json()).toEqual({
    error: 'Realm does not exist',
    error_description: 'There is no realm of this name.',
  });
});

test('not-found page: neither a script of another origin nor a browser that used a reachable host name can read realm names', async () => {
  const browserHeaders = { accept: 'text/html,application/xhtml+xml' };
  const url = `${server.url}/realms/nope/.well-known/openid-configuration`;
  const opened = await (await fetch(url, { headers: browserHeaders })).text();
  expect(opened).toContain('realm=demo');
  const script = await fetch(url, { headers: { ...browserHeaders, origin: 'https://evil.example' } });
  expect(await script.text()).not.toMatch(/demo|master/);
  const named = await startServer({ args: ['--hostname=https://sso.example.test'] });
  try {
    const answer = await fetch(`${named.url}/realms/nope/account`, { headers: browserHeaders });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/realm=|>demo|>master/);
  } finally {
    await named.stop();
  }
});
