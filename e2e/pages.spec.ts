import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';
import { formAction, PlainBrowser } from './support/sign-in.ts';
import {
  authorizationUrl,
  DEMO_PATH,
  meet,
  type PageSite,
  startPageSite,
  USER_PAGES,
} from './support/user-pages.ts';

let site: PageSite;
const alice = person('alice');

test.beforeAll(async () => {
  site = await startPageSite();
});
test.afterAll(() => site.stop());

for (const [name, { open, shows }] of Object.entries(USER_PAGES)) {
  test(`WCAG 2.2 AA: page "${name}" passes the accessibility checks`, async ({ page }) => {
    await open(page, site);
    await expect(page.locator(shows)).toBeVisible();
    await expectAccessible(page);
  });

  test(`contract "Pages": page "${name}" works without scripts and fits 320 pixels`, async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await open(page, site);
    await expect(page.locator(shows)).toBeVisible();
    const root = page.locator('html');
    const box = await root.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(320);
    await context.close();
  });
}

test('contract "Pages": the sign-in form can be filled in and submitted with the keyboard only', async ({
  page,
}) => {
  await page.goto(authorizationUrl(site));
  await expect(page.locator('#username')).toBeFocused();
  await page.keyboard.type(alice.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(alice.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?.*code=/);
});

test('contract "Pages": consent can be given with the keyboard only, and a denial is returned to the client', async ({
  page,
}) => {
  await meet(page, site, 'carl');
  await expect(page.locator('h1')).toHaveText('Grant Access to Web shop');
  await page.locator('#kc-login').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#kc-cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?.*error=access_denied/);
  await meet(page, site, 'carl');
  await page.locator('#kc-login').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?.*code=/);
});

test('pages have a Content-Security-Policy without scripts, frame-ancestors and the other security headers', async () => {
  const answer = await fetch(authorizationUrl(site));
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('unsafe');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('cache-control')).toContain('no-store');
});

test("cookies of the sign-in are HttpOnly where Keycloak's are", async () => {
  const answer = await fetch(authorizationUrl(site));
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('AUTH_SESSION_ID='));
  expect(session).toMatch(/HttpOnly/i);
  expect(session).toMatch(/Path=\/realms\/demo\//i);
});

test('a sign-in form works only in the browser session that received it', async () => {
  const given = new PlainBrowser();
  const action = formAction(await (await given.request(authorizationUrl(site))).text(), 'kc-form-login');
  const body = new URLSearchParams({ username: alice.username, password: alice.password });
  const target = new URL(action, site.server.url).href;
  const foreign = await new PlainBrowser().request(target, { method: 'POST', body });
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('location')).toBeNull();
  const own = await given.request(target, { method: 'POST', body });
  expect(own.status).toBe(302);
});

test('no input is echoed unescaped', async () => {
  const hostile = `"><script>alert(1)</script>`;
  for (const url of [
    authorizationUrl(site, { login_hint: hostile }),
    authorizationUrl(site, { client_id: hostile }),
    authorizationUrl(site, { redirect_uri: hostile }),
    `${site.server.url}${DEMO_PATH}/logout?post_logout_redirect_uri=${encodeURIComponent(hostile)}&client_id=${encodeURIComponent(hostile)}`,
    `${site.server.url}/realms/${encodeURIComponent(hostile)}`,
    `${site.server.url}/${encodeURIComponent(hostile)}`,
  ]) {
    const text = await (await fetch(url)).text();
    expect(text).not.toContain('<script>alert');
  }
});

test('DNS rebinding: a request with a foreign Host is refused on every path', async () => {
  skipWithSeveralServers('servers accept the name by which the balancer was called, because they trust it');
  const { request } = await import('node:http');
  for (const target of [
    '/realms/demo',
    '/health/ready',
    '/console/',
    '/admin/realms',
    '/emulator/v1/server',
    '/nothing',
  ]) {
    const status = await new Promise((done, failed) => {
      const outgoing = request(
        `${site.server.url}${target}`,
        { headers: { host: 'rebound.example' } },
        (response) => {
          response.resume();
          done(response.statusCode);
        },
      );
      outgoing.on('error', failed);
      outgoing.end();
    });
    expect([400, 403, 421]).toContain(status);
  }
});
