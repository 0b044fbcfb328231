import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { secretOf } from './support/clients.ts';
import { intercept, openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;

test.beforeEach(async () => {
  server = await startServer();
  idp = await realmOf(server);
});
test.afterEach(async () => {
  await server.stop();
});

interface Tokens {
  readonly access_token: string;
}

async function signIn(username: string): Promise<Tokens> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: secretOf('demo-web'),
      username,
      password: `${username}-password`,
      scope: 'openid',
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

async function userinfoStatus({ access_token }: Tokens): Promise<number> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return response.status;
}

async function openSessions(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Sessions');
}

const count = (page: Page) => page.locator('main').getByRole('status').last();

test('console "Sessions": one session ends with its tokens when the time to undo is over', async ({
  page,
}) => {
  const tokens = await signIn('carol');
  await signIn('alice');
  await page.clock.install();
  await openSessions(page);
  await expect(count(page)).toHaveText('2 sessions');
  await page.getByRole('button', { name: 'End the session of carol' }).click();
  await expect(page.getByRole('link', { name: 'carol', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'carol', exact: true })).toBeVisible();
  expect(await userinfoStatus(tokens)).toBe(200);
  await page.getByRole('button', { name: 'End the session of carol' }).click();
  await expect(count(page)).toHaveText('1 session');
  expect(await userinfoStatus(tokens)).toBe(200);
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Ended session of carol.')).toBeVisible();
  expect(await userinfoStatus(tokens)).toBe(401);
});

test('console "Sessions": selected sessions are ended together, and the others stay', async ({ page }) => {
  const carol = await signIn('carol');
  const bob = await signIn('bob');
  const alice = await signIn('alice');
  await page.clock.install();
  await openSessions(page);
  await page.getByRole('checkbox', { name: 'Select session of carol' }).check();
  await page.getByRole('checkbox', { name: 'Select session of bob' }).check();
  await expect(page.getByText('2 sessions selected')).toBeVisible();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('link', { name: 'carol', exact: true })).toBeHidden();
  await expect(count(page)).toHaveText('1 session');
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Ended 2 sessions.')).toBeVisible();
  expect(await userinfoStatus(carol)).toBe(401);
  expect(await userinfoStatus(bob)).toBe(401);
  expect(await userinfoStatus(alice)).toBe(200);
});

test('console "Sessions": matching sessions are ended together after a confirmation', async ({ page }) => {
  const alice = await signIn('alice');
  const bob = await signIn('bob');
  await openSessions(page);
  await page.getByRole('textbox', { name: 'Search sessions' }).fill('bo');
  await expect(page.getByRole('link', { name: 'alice', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'End these' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End these' }).click();
  await expect(page.getByText('Ended 1 session.')).toBeVisible();
  await expect(page.getByText('No matching sessions')).toBeVisible();
  expect([await userinfoStatus(alice), await userinfoStatus(bob)]).toEqual([200, 401]);
});

test('console "Sessions": tokens are expired immediately while the session stays', async ({ page }) => {
  const tokens = await signIn('alice');
  await openSessions(page);
  await page.getByRole('button', { name: 'Expire tokens' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Expire tokens' }).click();
  await expect(page.getByText('The tokens of realm demo have expired.')).toBeVisible();
  expect(await userinfoStatus(tokens)).toBe(401);
  await expect(page.getByRole('link', { name: 'alice', exact: true })).toBeVisible();
});

test('console "Sessions": a row links to its details and to its flow in Activity', async ({ page }) => {
  await signIn('alice');
  await openSessions(page);
  await page.getByRole('button', { name: 'Details: session of alice' }).click();
  await expect(page.getByRole('dialog').getByText('Session ID')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Show in Activity: session of alice/ }).click();
  await expect(page.getByText(/demo-web/).first()).toBeVisible();
});

test('console "Sessions": sessions end by the realm\'s clock, and the screen says whose time it shows', async ({
  page,
}) => {
  await signIn('alice');
  await idp.clock.advance({ minutes: 20 });
  await openSessions(page);
  await expect(page.getByText("This realm's clock is 20 minutes ahead")).toBeVisible();
  await expect(page.getByText('20 min ago').first()).toBeVisible();
  await idp.clock.advance({ hours: 9, minutes: 40 });
  await expect(page.getByText('No active sessions')).toBeVisible();
});

test('console "Sessions": a list that cannot be loaded says so and can be reloaded', async ({ page }) => {
  await openConsole(page, server.url);
  await intercept(page, '**/emulator/v1/realms/demo/sessions**', (route) =>
    route.fulfill({ status: 500, json: { error: 'unknown_error' } }),
  );
  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await page.unroute('**/emulator/v1/realms/demo/sessions**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();
});

test('WCAG 2.2 AA: Sessions passes the accessibility checks', async ({ page }) => {
  await signIn('alice');
  await page.setViewportSize({ width: 900, height: 700 });
  await openSessions(page);
  await expect(page.getByRole('link', { name: 'alice', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('console "Sessions": a filter by client hides sessions of other clients', async ({ page }) => {
  await signIn('alice');
  await idp.client('quiet', {});
  await openSessions(page);
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'quiet' }).click();
  await expect(page.getByText('No matching sessions')).toBeVisible();
});
