import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { secretOf } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

async function signInStatus(password: string): Promise<number> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: secretOf('demo-web'),
      username: 'alice',
      password,
    }),
  });
  return response.status;
}

async function openAlice(page: Page, tab: string): Promise<void> {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: 'alice', exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

interface StoredUser {
  readonly requiredActions: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

async function readAlice(): Promise<StoredUser> {
  const response = await callAdmin(server.url, 'GET', '/admin/realms/demo/users?username=alice&exact=true');
  const [user] = (await response.json()) as StoredUser[];
  if (user === undefined) throw new Error('alice is gone');
  return user;
}

test('console "Users": a required action and an attribute are set; input survives a change of tab', async ({
  page,
}) => {
  await openAlice(page, 'Details');
  await page.getByRole('combobox', { name: /Required user actions/ }).click();
  await page.getByRole('option', { name: 'Update password' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByRole('textbox', { name: 'Attribute name' }).last().fill('department');
  await page.getByLabel('Values of department').first().fill('research');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Access' }).click();
  await page.getByRole('tab', { name: 'Details (unsaved)' }).click();
  await expect(page.getByRole('textbox', { name: 'Attribute name' }).last()).toHaveValue('department');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: User alice.')).toBeVisible();
  const { requiredActions, attributes } = await readAlice();
  expect(requiredActions).toEqual(['UPDATE_PASSWORD']);
  expect(attributes['department']).toEqual(['research']);
  expect(attributes['locale']).toEqual(['en']);
});

test('console "Users": the sessions of a user are ended', async ({ page }) => {
  expect(await signInStatus('alice-password')).toBe(200);
  await openAlice(page, 'Sessions');
  await expect(page.getByRole('button', { name: 'End the session of alice' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('alice is signed out everywhere.')).toBeVisible();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
});

test('console "Users": a credential is deleted when the time to undo is over', async ({ page }) => {
  await openAlice(page, 'Access');
  await page.getByRole('button', { name: 'Delete the password of alice' }).click();
  await expect(page.getByText('No credentials. The user cannot sign in')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Delete the password of alice' })).toBeVisible();
  expect(await signInStatus('alice-password')).toBe(200);
  await page.getByRole('button', { name: 'Delete the password of alice' }).click();
  await expect.poll(() => signInStatus('alice-password')).not.toBe(200);
});

test('WCAG 2.2 AA: every tab of a user passes the accessibility checks', async ({ page }) => {
  // Checking a whole screen takes seconds on a busy machine.
  test.slow();
  await signInStatus('alice-password');
  await page.setViewportSize({ width: 900, height: 700 });
  await openAlice(page, 'Details');
  for (const tab of ['Details', 'Roles and groups', 'Access', 'Sessions', 'Consents']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('console "Users": a locked user shows the remaining time and is unlocked', async ({ page }) => {
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
    bruteForceProtected: true,
    failureFactor: 2,
    waitIncrementSeconds: 300,
    quickLoginCheckMilliSeconds: 0,
  });
  for (const password of ['wrong', 'wrong again', 'alice-password'])
    expect(await signInStatus(password)).not.toBe(200);
  await openAlice(page, 'Access');
  await expect(page.getByText(/^Locked for another [45] minutes/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText(/^Not locked/)).toBeVisible();
  expect(await signInStatus('alice-password')).toBe(200);
});
