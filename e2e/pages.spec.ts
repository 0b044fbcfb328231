import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { type CallbackPage, startCallbackPage } from './support/callback.ts';
import { person } from './support/clients.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { formAction, PlainBrowser } from './support/sign-in.ts';

let server: TestServer;
let callback: CallbackPage;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  callback = await startCallbackPage();
  await importRealm();
});
test.afterAll(async () => {
  callback.close();
  await server.stop();
});

const path = '/realms/demo/protocol/openid-connect';

function authorizationUrl(extra: Record<string, string> = {}): string {
  const parameters = {
    client_id: 'demo-web',
    redirect_uri: callback.url,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...extra,
  };
  return `${server.url}${path}/auth?${new URLSearchParams(parameters)}`;
}

const pages: [name: string, open: (page: Page) => Promise<unknown>, shows: string][] = [
  ['sign-in', (page) => page.goto(authorizationUrl()), '#kc-login'],
  ['sign-in after a wrong password', wrongPassword, '#input-error'],
  [
    'error',
    (page) => page.goto(authorizationUrl({ redirect_uri: 'https://evil.example/' })),
    '#kc-error-message',
  ],
  ['sign-out confirmation', signOutConfirmation, '#kc-logout'],
  ['signed out', signedOut, '#kc-info-message'],
  ['device code', (page) => page.goto(`${server.url}/realms/demo/device`), '#device-user-code'],
  ['device code after a wrong code', wrongDeviceCode, '#input-error'],
  ['device consent', deviceConsent, '#kc-cancel'],
  ['device result', deviceResult, '#kc-info-message'],
];

async function wrongDeviceCode(page: Page): Promise<void> {
  await page.goto(`${server.url}/realms/demo/device`);
  await page.fill('#device-user-code', 'nonsense');
  await page.click('button[type=submit]');
}

async function deviceConsent(page: Page): Promise<void> {
  const answer = await fetch(`${server.url}${path}/auth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'demo-tv', scope: 'openid profile email' }),
  });
  const { verification_uri_complete } = (await answer.json()) as { verification_uri_complete: string };
  await page.goto(verification_uri_complete);
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
}

async function deviceResult(page: Page): Promise<void> {
  await deviceConsent(page);
  await page.click('#kc-login[name=accept]');
}

/** Users of realm `steps`, each with a different page after the password. */
const STEPS: readonly [username: string, requiredAction: string | undefined, shows: string][] = [
  ['tina', 'TERMS_AND_CONDITIONS', '#kc-accept'],
  ['paul', 'UPDATE_PASSWORD', '#password-new'],
  ['nora', 'UPDATE_PROFILE', '#firstName'],
  ['emil', 'VERIFY_EMAIL', '#kc-submit'],
  ['otto', 'CONFIGURE_TOTP', '#kc-totp-secret-key'],
  ['dora', undefined, '#otp'],
  ['carl', undefined, '#kc-cancel'],
];
for (const [username, , shows] of STEPS) {
  pages.push([`page that ${username} meets (${shows})`, (page) => meet(page, username), shows]);
}
pages.push(
  ['wrong one-time code', wrongCode, '#input-error-otp'],
  ['wrong new password', wrongNewPassword, '#input-error-password-confirm'],
);

function describeSteps(): object {
  const device = {
    type: 'otp',
    secretData: '{"value":"abcdefghij0123456789"}',
    credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
  };
  const users = STEPS.map(([username, action]) => ({
    username,
    email: `${username}@example.test`,
    enabled: true,
    requiredActions: action === undefined ? [] : [action],
    credentials: [{ type: 'password', value: 'password' }, ...(username === 'dora' ? [device] : [])],
  }));
  const client = {
    clientId: 'demo-web',
    name: 'Web shop',
    publicClient: true,
    redirectUris: ['http://127.0.0.1/*'],
  };
  return { realm: 'steps', enabled: true, users, clients: [{ ...client, consentRequired: true }] };
}

async function importRealm(): Promise<void> {
  const made = await callAdmin(server.url, 'POST', '/admin/realms', describeSteps());
  expect(made.status).toBe(201);
}

async function meet(page: Page, username: string): Promise<void> {
  await page.goto(authorizationUrl().replace('/realms/demo/', '/realms/steps/'));
  await page.fill('#username', username);
  await page.fill('#password', 'password');
  await page.click('#kc-login');
}

async function wrongCode(page: Page): Promise<void> {
  await meet(page, 'dora');
  await page.fill('#otp', '000000');
  await page.click('#kc-login');
}

async function wrongNewPassword(page: Page): Promise<void> {
  await meet(page, 'paul');
  await page.fill('#password-new', 'one');
  await page.fill('#password-confirm', 'other');
  await page.click('#kc-submit');
}

async function wrongPassword(page: Page): Promise<void> {
  await page.goto(authorizationUrl());
  await page.fill('#username', 'alice');
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
}

async function signOutConfirmation(page: Page): Promise<void> {
  await page.goto(authorizationUrl());
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('h1')).toHaveText('called back');
  await page.goto(`${server.url}${path}/logout`);
}

async function signedOut(page: Page): Promise<void> {
  await signOutConfirmation(page);
  await page.click('#kc-logout');
}

for (const [name, open, shows] of pages) {
  test(`WCAG 2.2 AA: the ${name} page passes the accessibility checks`, async ({ page }) => {
    await open(page);
    await expect(page.locator(shows)).toBeVisible();
    await expectAccessible(page);
  });

  test(`contract "Pages": the ${name} page works without scripts and fits 320 pixels`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await open(page);
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
  await page.goto(authorizationUrl());
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
  await meet(page, 'carl');
  await expect(page.locator('h1')).toHaveText('Grant Access to Web shop');
  await page.locator('#kc-login').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#kc-cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?.*error=access_denied/);
  await meet(page, 'carl');
  await page.locator('#kc-login').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/callback\?.*code=/);
});

test('pages have a Content-Security-Policy without scripts, frame-ancestors and the other security headers', async () => {
  const answer = await fetch(authorizationUrl());
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('unsafe');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('cache-control')).toContain('no-store');
});

test("cookies of the sign-in are HttpOnly where Keycloak's are", async () => {
  const answer = await fetch(authorizationUrl());
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('AUTH_SESSION_ID='));
  expect(session).toMatch(/HttpOnly/i);
  expect(session).toMatch(/Path=\/realms\/demo\//i);
});

test('a sign-in form works only in the browser session that received it', async () => {
  const given = new PlainBrowser();
  const action = formAction(await (await given.request(authorizationUrl())).text(), 'kc-form-login');
  const body = new URLSearchParams({ username: alice.username, password: alice.password });
  const target = new URL(action, server.url).href;
  const foreign = await new PlainBrowser().request(target, { method: 'POST', body });
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('location')).toBeNull();
  const own = await given.request(target, { method: 'POST', body });
  expect(own.status).toBe(302);
});

test('no input is echoed unescaped', async () => {
  const hostile = `"><script>alert(1)</script>`;
  for (const url of [
    authorizationUrl({ login_hint: hostile }),
    authorizationUrl({ client_id: hostile }),
    authorizationUrl({ redirect_uri: hostile }),
    `${server.url}${path}/logout?post_logout_redirect_uri=${encodeURIComponent(hostile)}&client_id=${encodeURIComponent(hostile)}`,
    `${server.url}/realms/${encodeURIComponent(hostile)}`,
    `${server.url}/${encodeURIComponent(hostile)}`,
  ]) {
    const text = await (await fetch(url)).text();
    expect(text).not.toContain('<script>alert');
  }
});

test('DNS rebinding: a request with a foreign Host is refused on every path', async () => {
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
        `${server.url}${target}`,
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
