import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { CALLBACK, secretOf } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

interface StoredClient {
  readonly id: string;
  readonly implicitFlowEnabled: boolean;
  readonly myOwn?: unknown;
  readonly attributes: Readonly<Record<string, string>>;
}

async function readClient(clientId: string): Promise<StoredClient> {
  const response = await callAdmin(server.url, 'GET', `/admin/realms/demo/clients?clientId=${clientId}`);
  const [client] = (await response.json()) as StoredClient[];
  if (client === undefined) throw new Error(`there is no client ${clientId}`);
  return client;
}

async function openClient(page: Page, clientId: string, tab: string): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('link', { name: clientId, exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

function authorizationUrl(parameters: Record<string, string>): string {
  const query = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: CALLBACK,
    scope: 'openid',
    nonce: 'n',
    response_type: 'code',
    ...parameters,
  });
  return `${server.url}/realms/demo/protocol/openid-connect/auth?${query}`;
}

async function problemOf(parameters: Record<string, string>): Promise<string | undefined> {
  const response = await fetch(authorizationUrl(parameters), { redirect: 'manual' });
  const location = response.headers.get('location') ?? '';
  return /[?#&]error=([^&]+)/.exec(location)?.[1];
}

async function save(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Saved: ${what}.`)).toBeVisible();
}

test('console "Clients": turning on the implicit flow takes effect immediately; unknown members survive', async ({
  page,
}) => {
  const { id } = await readClient('demo-web');
  await callAdmin(server.url, 'PUT', `/admin/realms/demo/clients/${id}`, {
    myOwn: { kept: true },
    attributes: { 'my.attribute': 'kept' },
  });
  expect(await problemOf({ response_type: 'id_token' })).toBe('unauthorized_client');
  await openClient(page, 'demo-web', 'Flows');
  await page.getByRole('switch', { name: /Implicit/ }).click();
  await save(page, 'Flows of demo-web');
  expect(await problemOf({ response_type: 'id_token' })).toBeUndefined();
  const client = await readClient('demo-web');
  expect(client.implicitFlowEnabled).toBe(true);
  expect(client.myOwn).toEqual({ kept: true });
  expect(client.attributes['my.attribute']).toBe('kept');
});

test('console "Clients": if PKCE is required, a request without it is refused', async ({ page }) => {
  expect(await problemOf({})).toBeUndefined();
  await openClient(page, 'demo-web', 'Flows');
  await page.getByRole('combobox', { name: /^PKCE/ }).click();
  await page.getByRole('option', { name: 'Required, S256' }).click();
  await save(page, 'Flows of demo-web');
  expect(await problemOf({})).toBe('invalid_request');
});

test('console "Clients": a client can override algorithm and lifespan of access tokens', async ({ page }) => {
  await openClient(page, 'demo-web', 'Tokens');
  await page.getByRole('combobox', { name: /^Access token signature algorithm/ }).click();
  await page.getByRole('option', { name: 'ES256, P-256' }).click();
  await page.getByRole('textbox', { name: /^Access token lifespan/ }).fill('7');
  await save(page, 'Tokens of demo-web');
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: secretOf('demo-web'),
      username: 'alice',
      password: 'alice-password',
    }),
  });
  const tokens = (await response.json()) as { access_token: string; expires_in: number };
  expect(tokens.expires_in).toBe(420);
  const header = Buffer.from(tokens.access_token.split('.')[0] ?? '', 'base64url').toString('utf8');
  expect(JSON.parse(header)).toMatchObject({ alg: 'ES256' });
});

test('console "Clients": an invalid value is reported at its field, and nothing is saved', async ({
  page,
}) => {
  await openClient(page, 'demo-web', 'General');
  await page.getByRole('textbox', { name: /Home URL/ }).fill('nonsense');
  await page
    .getByLabel(/redirect URIs/)
    .first()
    .fill('http://localhost:3000/#x');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Fix these fields first: Home URL, Valid redirect URIs.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByRole('textbox', { name: /Home URL/ })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
});

test('console "Clients": a rejected save is shown next to the form, and the input is kept', async ({
  page,
}) => {
  await openClient(page, 'demo-web', 'General');
  await page.getByRole('textbox', { name: /Client ID/ }).fill('demo-spa');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Client demo-spa already exists')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Client ID/ })).toHaveValue('demo-spa');
});

test('WCAG 2.2 AA: every tab of a client passes the accessibility checks', async ({ page }) => {
  // Checking a whole screen takes seconds on a busy machine.
  test.slow();
  await page.setViewportSize({ width: 900, height: 700 });
  await openClient(page, 'demo-web', 'General');
  for (const tab of ['General', 'Flows', 'Credentials', 'Tokens', 'Logout', 'Scopes', 'Mappers', 'Guides']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').locator('h2, pre').first()).toBeVisible();
    await expectAccessible(page);
  }
});
