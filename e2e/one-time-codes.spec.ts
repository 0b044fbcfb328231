// Second factors, without mouse and without JavaScript: set up by QR code or key, filled in, recovered.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  ACCOUNT_REALM,
  type AccountSite,
  expectFits,
  expectSignedIn,
  openBrowser,
  signIn,
  startAccountSite,
} from './support/account-site.ts';
import { callAdmin } from './support/server.ts';

const flow = (alias: string, topLevel: boolean, executions: readonly (readonly [string, string])[]) => ({
  alias,
  providerId: 'basic-flow',
  topLevel,
  authenticationExecutions: executions.map(([name, requirement], index) => ({
    ...(name.startsWith('flow ') ? { flowAlias: name, authenticatorFlow: true } : { authenticator: name }),
    requirement,
    priority: index,
  })),
});

/** The password, and then the code of a device or a recovery code, for whoever has one. */
const FLOWS = {
  browserFlow: 'with recovery codes',
  authenticationFlows: [
    flow('with recovery codes', true, [
      ['auth-cookie', 'ALTERNATIVE'],
      ['flow forms', 'ALTERNATIVE'],
    ]),
    flow('flow forms', false, [
      ['auth-username-password-form', 'REQUIRED'],
      ['flow second factor', 'CONDITIONAL'],
    ]),
    flow('flow second factor', false, [
      ['conditional-user-configured', 'REQUIRED'],
      ['auth-otp-form', 'ALTERNATIVE'],
      ['auth-recovery-authn-code-form', 'ALTERNATIVE'],
    ]),
  ],
};

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['alice', 'bob', 'erin', 'fred'], {
    ...FLOWS,
    attributes: { 'understudy.oneClickSignIn': 'true' },
  });
});
test.afterAll(() => site.stop());

async function requireActions(username: string, requiredActions: readonly string[]): Promise<void> {
  const path = `/admin/realms/${ACCOUNT_REALM}/users`;
  const found = await callAdmin(site.server.url, 'GET', `${path}?username=${username}&exact=true`);
  const [{ id = '' } = {}] = (await found.json()) as { id?: string }[];
  const changed = await callAdmin(site.server.url, 'PUT', `${path}/${id}`, { requiredActions });
  expect(changed.status).toBe(204);
}

/** Without waiting for the next code of the device: the last ones may have been used. */
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

async function openSignIn(browser: Browser, username: string) {
  const opened = await openBrowser(browser);
  await opened.page.goto(site.authorizationUrl());
  await signIn(opened.page, username);
  return opened;
}

test('from the QR code to the last recovery code: set up by key, sign in with a filled-in code, then without the device', async ({
  browser,
}) => {
  await requireActions('alice', ['CONFIGURE_TOTP']);
  const first = await openSignIn(browser, 'alice');
  const setUp = first.page;
  await expect(setUp.getByRole('img', { name: /^QR code with the key/ })).toBeVisible();
  await expectFits(setUp);
  await setUp.getByRole('link', { name: 'Unable to scan?', exact: true }).press('Enter');
  await expect(setUp.locator('#kc-totp-secret-key')).toHaveText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expectFits(setUp);
  await setUp.getByRole('textbox', { name: 'Device name' }).fill('Phone');
  await press(setUp, 'Fill in the current code');
  await expect(setUp.getByRole('textbox', { name: 'One-time code' })).toHaveValue(/^\d{6}$/);
  await expect(setUp.getByRole('textbox', { name: 'Device name' })).toHaveValue('Phone');
  await expect(setUp.locator('#kc-totp-secret-key')).toBeVisible();
  await press(setUp, 'Submit');
  await expectSignedIn(setUp);
  await first.context.close();

  await requireActions('alice', ['CONFIGURE_RECOVERY_AUTHN_CODES']);
  const second = await openSignIn(browser, 'alice');
  const codePage = second.page;
  await expect(codePage.getByRole('heading', { name: 'One-time code', exact: true })).toBeVisible();
  await press(codePage, 'Fill in the current code');
  await expect(codePage.getByRole('textbox', { name: 'One-time code' })).toHaveValue(/^\d{6}$/);
  await expect(codePage.getByRole('textbox', { name: 'One-time code' })).toBeFocused();
  await codePage.keyboard.press('Enter');
  const list = codePage.locator('#kc-recovery-codes-list li');
  await expect(list).toHaveCount(12);
  const codes = await list.allTextContents();
  await expectFits(codePage);
  await press(codePage, 'Complete setup');
  await expect(
    codePage.getByRole('checkbox', { name: /^I have saved/ }),
    'the browser insists',
  ).toBeFocused();
  await codePage.keyboard.press('Space');
  await press(codePage, 'Complete setup');
  await expectSignedIn(codePage);
  await second.context.close();

  for (const [index, code] of codes.entries()) {
    const { context, page } = await openSignIn(browser, 'alice');
    await press(page, 'Try another way');
    await page.getByRole('button', { name: /^Recovery authentication code/ }).press('Enter');
    const field = page.getByRole('textbox', { name: `Recovery code #${index + 1}`, exact: true });
    if (index === 1) {
      await field.fill(codes[0] ?? '');
      await press(page, 'Sign In');
      await expect(page.getByRole('alert')).toHaveText('Invalid recovery authentication code');
    }
    await expectFits(page);
    await field.fill(code);
    await field.press('Enter');
    if (index < codes.length - 1) await expectSignedIn(page);
    else await expect(page.locator('#kc-recovery-codes-list li'), 'new ones are due').toHaveCount(12);
    await context.close();
  }
});

test('refused: where one-click sign-in is off, the shortcut is gone and its form is refused', async ({
  browser,
}) => {
  await requireActions('bob', ['CONFIGURE_TOTP']);
  const { context, page } = await openSignIn(browser, 'bob');
  await expect(page.getByRole('button', { name: 'Fill in the current code' })).toBeVisible();
  const path = `/admin/realms/${ACCOUNT_REALM}`;
  const set = async (value: string) =>
    callAdmin(site.server.url, 'PUT', path, { attributes: { 'understudy.oneClickSignIn': value } });
  expect((await set('false')).status).toBe(204);
  await press(page, 'Fill in the current code');
  await expect(page.getByRole('alert')).toHaveText('The current code cannot be filled in.');
  await expect(page.getByRole('textbox', { name: 'One-time code' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Fill in the current code' })).toHaveCount(0);
  expect((await set('true')).status).toBe(204);
  await context.close();
});

for (const [colorScheme, username] of [
  ['light', 'erin'],
  ['dark', 'fred'],
] as const)
  test(`WCAG 2.2 AA: recovery codes are copied and printed where scripts run, ${colorScheme}`, async ({
    browser,
  }) => {
    await requireActions(username, ['CONFIGURE_RECOVERY_AUTHN_CODES']);
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 320, height: 640 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await page.goto(site.authorizationUrl());
    await signIn(page, username);
    await expectAccessible(page);
    const codes = await page.locator('#kc-recovery-codes-list li').allTextContents();
    await press(page, 'Copy');
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split(/\r?\n/)).toEqual(codes.map((code, index) => `${index + 1}: ${code}`));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('kc-download-recovery-codes.txt');
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
    await context.close();
  });
