// A realm in which users forget passwords and confirm addresses, and browsers without JavaScript.
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type CallbackPage, startCallbackPage } from './callback.ts';
import { callAdmin, startServer, type TestServer } from './server.ts';

export interface AccountSite {
  readonly server: TestServer;
  readonly callback: CallbackPage;
  /** The authorization request of client `shop`. */
  authorizationUrl(extra?: Readonly<Record<string, string>>): string;
  stop(): Promise<void>;
}

export const ACCOUNT_REALM = 'accounts';
const PASSWORD = 'first-password';
export const addressOf = (username: string): string => `${username}@example.test`;

/** Realm `accounts` with these users, who have the same password and unverified addresses. */
export async function startAccountSite(
  usernames: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  args: readonly string[] = [],
): Promise<AccountSite> {
  const server = await startServer({ args });
  const callback = await startCallbackPage();
  const users = usernames.map((username) => ({
    username,
    email: addressOf(username),
    firstName: username,
    lastName: 'Example',
    enabled: true,
    credentials: [{ type: 'password', value: PASSWORD }],
  }));
  const shop = {
    clientId: 'shop',
    name: 'Shop',
    publicClient: true,
    redirectUris: ['http://127.0.0.1/*'],
    baseUrl: callback.url,
  };
  const realm = { realm: ACCOUNT_REALM, enabled: true, users, clients: [shop], ...settings };
  expect((await callAdmin(server.url, 'POST', '/admin/realms', realm)).status).toBe(201);
  return {
    server,
    callback,
    authorizationUrl(extra = {}) {
      const query = {
        client_id: 'shop',
        redirect_uri: callback.url,
        response_type: 'code',
        scope: 'openid',
        ...extra,
      };
      return `${server.url}/realms/${ACCOUNT_REALM}/protocol/openid-connect/auth?${new URLSearchParams(query)}`;
    },
    async stop() {
      callback.close();
      await server.stop();
    },
  };
}

/** A browser of its own, without JavaScript, as narrow as a small phone. */
export async function openBrowser(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const viewport = { width: 320, height: 640 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  return { context, page: await context.newPage() };
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username or email', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter');
}

/** The browser has returned to the application with a code. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'called back', exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy();
}

/** No page may be wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const box = await page.locator('html').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(320);
}
