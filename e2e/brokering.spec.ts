import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

const KINDS = [
  'google',
  'github',
  'microsoft',
  'facebook',
  'gitlab',
  'linkedin-openid-connect',
  'oidc',
  'keycloak-oidc',
];

let server: TestServer;
let application: Server;
let callback: string;
let idp: IdentityProvider;

test.beforeAll(async () => {
  server = await startServer();
  application = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>back</p>'),
  );
  await new Promise<void>((done) => application.listen(0, '127.0.0.1', done));
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  const created = await callAdmin(server.url, 'POST', '/admin/realms', {
    realm: 'brokered',
    enabled: true,
    clients: [{ clientId: 'app', publicClient: true, redirectUris: ['*'] }],
    users: [
      {
        username: 'known',
        email: 'known@example.com',
        firstName: 'Kim',
        lastName: 'Known',
        enabled: true,
        credentials: [{ type: 'password', value: 'known-password' }],
      },
    ],
    identityProviders: KINDS.map((providerId) => ({
      alias: providerId,
      providerId,
      enabled: true,
      config: {
        clientId: 'client-at-provider',
        clientSecret: 'secret',
        authorizationUrl: 'https://idp.example/auth',
        tokenUrl: 'https://idp.example/token',
        userInfoUrl: 'https://idp.example/userinfo',
        issuer: 'https://idp.example',
      },
    })),
  });
  expect(created.status).toBe(201);
  idp = await realmOf(server, 'brokered');
});
test.afterAll(async () => {
  application.close();
  await server.stop();
});

const authorizationUrl = (changes: Readonly<Record<string, string>> = {}): string => {
  const query = {
    client_id: 'app',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    ...changes,
  };
  return `${server.url}/realms/brokered/protocol/openid-connect/auth?${new URLSearchParams(query)}`;
};

const isBack = (page: Page) => page.waitForURL(/\/callback\?.*code=/);

for (const alias of KINDS)
  test(`issue "Other identity providers" 3: a person signs in with ${alias} at its stand-in, without a network`, async ({
    page,
  }) => {
    await page.goto(authorizationUrl());
    await idp.provider(alias).signIn(page, { email: `${alias}@example.com` });
    await isBack(page);
  });

test('test kit "provider": the claims of the person reach the user', async ({ page }) => {
  await page.goto(authorizationUrl({ kc_idp_hint: 'google' }));
  await idp
    .provider('google')
    .signIn(page, { email: 'zoe@corp.example', firstName: 'Zoe', lastName: 'Zander', username: 'zoe' });
  await isBack(page);
  const [user] = await idp.admin<{ firstName: string; lastName: string }[]>(
    'GET',
    '/users?email=zoe@corp.example',
  );
  expect(user).toMatchObject({ firstName: 'Zoe', lastName: 'Zander' });
});

test('test kit "provider": a refusal, and a provider that fails, are explained on the sign-in page', async ({
  page,
}) => {
  await page.goto(authorizationUrl());
  await idp.provider('github').refuse(page);
  await expect(page.getByText('Access denied when authenticating with GitHub')).toBeVisible();
  await idp.provider('github').fail('server_error');
  await page.locator('#social-github').click();
  await expect(page.getByText('Unexpected error when authenticating with identity provider')).toBeVisible();
  await idp.provider('github').fail(undefined);
});

test('issue "Other identity providers" 2: a missing address is asked for, and an existing account is linked with its password', async ({
  page,
  browser,
}) => {
  await page.goto(authorizationUrl());
  await idp
    .provider('facebook')
    .signIn(page, { email: 'known2@example.com', emailPrivate: true, username: 'k2' });
  await expect(page.getByRole('heading', { name: 'Update Account Information' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill('known@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Account already exists' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add to existing account' }).click();
  await page.locator('#password').fill('known-password');
  await page.locator('#kc-login').click();
  await isBack(page);
  const context: BrowserContext = await browser.newContext();
  const again = await context.newPage();
  await again.goto(authorizationUrl());
  await idp.provider('facebook').signIn(again, { email: 'known2@example.com' });
  await isBack(again);
  await context.close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`WCAG 2.2 AA: sign-in page with providers, and a stand-in, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(authorizationUrl());
    await expect(page.locator('#kc-social-providers')).toBeVisible();
    await expectAccessible(page);
    await page.locator('#social-google').click();
    await expect(page.getByRole('heading', { name: 'Stand-in for Google' })).toBeVisible();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });

test('OIDC Core §3.1.2.6: with prompt=none, no provider is asked', async ({ page }) => {
  await page.goto(authorizationUrl({ kc_idp_hint: 'google', prompt: 'none' }));
  await page.waitForURL(/error=login_required/);
});
