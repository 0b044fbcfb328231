// A realm in which users forget passwords and confirm addresses, and browsers without JavaScript.
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type CallbackPage, startCallbackPage } from './callback.ts';
import { callAdmin, moveClock, startServer, type TestServer } from './server.ts';

/** The realm at some server. */
export interface AccountRealm {
  readonly callback: CallbackPage;
  /** The authorization request of client `shop`. */
  authorizationUrl(extra?: Readonly<Record<string, string>>): string;
  /** Moves the realm's clock to this many milliseconds ahead of real time. */
  moveClock(offsetMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** The realm and its server. */
export interface AccountSite extends AccountRealm {
  readonly server: TestServer;
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
  const site = await createAccountRealm(server, usernames, settings);
  return {
    ...site,
    server,
    async stop() {
      await site.stop();
      await server.stop();
    },
  };
}

/** The same at a server that runs already, and goes on when the site is stopped. */
export async function createAccountRealm(
  server: Pick<TestServer, 'url'>,
  usernames: readonly string[],
  settings: Readonly<Record<string, unknown>>,
): Promise<AccountRealm> {
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
    },
    moveClock: (offsetMs) => moveClock(server.url, ACCOUNT_REALM, offsetMs),
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
