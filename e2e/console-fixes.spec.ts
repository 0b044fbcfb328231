import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const NEW_URI = 'https://app.example.test/new-callback';

function authorizeUrl(redirectUri: string): string {
  const parameters = {
    client_id: 'demo-web',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
  };
  return `${server.url}/realms/demo/protocol/openid-connect/auth?${new URLSearchParams(parameters)}`;
}

/** Opens a page of the sign-in in the console's browser, and then the console at its exchange. */
async function followToActivity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Show in Activity and fix' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
}

async function passwordGrant(password: string): Promise<number> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username: 'alice',
      password,
    }),
  });
  return response.status;
}

test('remedies are buttons: from the error page to the preview, applied by keyboard, the request is accepted, undone', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.goto(authorizeUrl(NEW_URI));
  await expect(page.getByText('Invalid parameter: redirect_uri')).toBeVisible();
  await followToActivity(page);

  const opener = page.getByRole('button', { name: 'Add redirect URI…' });
  const dialog = page.getByRole('dialog', { name: 'Add redirect URI' });
  await expect(dialog.getByText(`Client demo-web may receive its responses at ${NEW_URI}.`)).toBeVisible();
  await expect(
    dialog
      .getByRole('row', { name: /^redirectUris/ })
      .getByRole('cell')
      .last(),
  ).toContainText(NEW_URI);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect((await page.request.get(authorizeUrl(NEW_URI))).status(), 'a preview changes nothing').toBe(400);

  await opener.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'Applied: Add redirect URI.' });
  await expect(notice).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  expect((await page.request.get(authorizeUrl(NEW_URI))).status()).toBe(200);

  await opener.click();
  await expect(dialog.getByText(/contains .*new-callback by now: send the request again/)).toBeVisible();
  await page.keyboard.press('Escape');

  await notice.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Undone: Add redirect URI.' })).toBeVisible();
  expect((await page.request.get(authorizeUrl(NEW_URI))).status()).toBe(400);
});

test('remedies are buttons: a password must be entered, and is not shown anywhere', async ({ page }) => {
  expect(await passwordGrant('forgotten')).toBe(400);
  await openConsole(page, server.url);
  const path = '/emulator/v1/activity?realm=demo&outcome=refused&limit=1';
  const [refused] = (await (await callAdmin(server.url, 'GET', path)).json()).records;
  await page.goto(`${server.url}/console/#/activity/${refused.id}`);
  await page.getByRole('button', { name: 'Set password…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set password' });
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await dialog.getByLabel('Password', { exact: true }).fill('forgotten');
  await expectAccessible(page);
  await apply.click();
  const notice = page.getByRole('alert').filter({ hasText: 'Applied: Set password.' });
  await expect(notice).toBeVisible();
  expect(await passwordGrant('forgotten')).toBe(200);
  await expect(page.getByText('forgotten')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Undone: Set password.' })).toBeVisible();
  expect(await passwordGrant('forgotten')).toBe(400);
});

test('remedies are buttons: an undo that would overwrite a later change is refused with the reason', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.goto(authorizeUrl('https://app.example.test/later'));
  await followToActivity(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Applied' });
  await expect(notice).toBeVisible();
  await (await realmOf(server)).client('demo-web', { redirectUris: ['http://other.test/'] });
  await notice.getByRole('button', { name: 'Undo' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The fix was not undone' });
  await expect(failure).toContainText(
    'redirectUris of client demo-web was changed after the fix was applied',
  );
});
