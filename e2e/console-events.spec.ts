import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

async function openEvents(page: Page, show: string): Promise<void> {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/realm/events?show=${show}`);
}

/** Moves the pointer away from buttons: the tooltip of one is outside every landmark, which axe reports. */
async function withoutTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

/** A password request of a client, which is wrong in one way or another. */
async function failToSignIn(clientId: string, username: string): Promise<void> {
  await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: clientId, username, password: 'wrong' }),
  });
}

test('console "Realm", Events: user events are switched on, filtered, opened, followed to Activity and cleared', async ({
  page,
}) => {
  await openEvents(page, 'user');
  const panel = page.getByRole('tabpanel', { name: 'Events' });
  await expect(panel.getByRole('heading', { name: 'This realm saves no user events' })).toBeVisible();
  await panel.getByRole('button', { name: 'Save user events' }).click();
  await expect(panel.getByRole('heading', { name: 'No user events', exact: true })).toBeVisible();
  await failToSignIn('demo-spa', 'alice');
  await failToSignIn('nobody', 'bob');
  const rows = panel.getByRole('region', { name: 'Saved user events' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('LOGIN_ERROR client_not_found');
  await withoutTooltip(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'User', exact: true }).fill('alice');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Details: LOGIN_ERROR/ }).click();
  const details = page.getByRole('dialog', { name: 'LOGIN_ERROR' });
  await expect(details.getByRole('table', { name: 'Details' })).toContainText('oauth_credentials');
  await withoutTooltip(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rows.getByRole('button', { name: /^Details: LOGIN_ERROR/ })).toBeFocused();
  await page.getByRole('textbox', { name: 'User', exact: true }).fill('nobody at all');
  await expect(panel.getByRole('heading', { name: 'No matching user events' })).toBeVisible();
  await page.getByRole('textbox', { name: 'User', exact: true }).fill('');
  await panel.getByRole('button', { name: 'Clear user events' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear user events' }).click();
  await expect(panel.getByRole('heading', { name: 'No user events', exact: true })).toBeVisible();
  await failToSignIn('demo-spa', 'alice');
  await rows.getByRole('link', { name: /^Show in Activity: LOGIN_ERROR/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
});

test('console "Realm", Events: settings decide what is saved, and admin events show what was sent', async ({
  page,
}) => {
  await openEvents(page, 'settings');
  const panel = page.getByRole('tabpanel', { name: 'Events' });
  await panel.getByRole('switch', { name: 'Save admin events' }).click();
  await panel.getByRole('switch', { name: 'Include representation' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await callAdmin(server.url, 'POST', '/admin/realms/demo/roles', { name: 'clerk', description: 'Sells' });
  await panel.getByText('Admin events', { exact: true }).first().click();
  const rows = panel.getByRole('region', { name: 'Saved admin events' }).locator('tbody tr');
  await expect(rows.first()).toContainText('roles/clerk');
  await page.getByRole('textbox', { name: 'Resource path' }).fill('roles/*');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Details: CREATE REALM_ROLE/ }).click();
  const details = page.getByRole('dialog', { name: 'CREATE REALM_ROLE' });
  await expect(details.getByRole('region', { name: 'representation' })).toContainText(
    '"description": "Sells"',
  );
  await expectAccessible(page);
});
