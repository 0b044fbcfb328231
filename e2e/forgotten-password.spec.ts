import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  type AccountSite,
  addressOf,
  expectFits,
  expectSignedIn,
  openBrowser,
  signIn,
  startAccountSite,
} from './support/account-site.ts';
import { newestLink } from './support/sent-links.ts';

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['alice', 'bob', 'cara', 'dave'], { resetPasswordAllowed: true });
});
test.afterAll(() => site.stop());

async function askForLink(page: Page, username: string, extra: Record<string, string> = {}): Promise<string> {
  await page.goto(site.authorizationUrl(extra));
  await page.getByRole('link', { name: 'Forgot Password?', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?', exact: true })).toBeVisible();
  await expectFits(page);
  await page.getByLabel('Username or email', { exact: true }).fill(username);
  await page.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
  await expect(
    page.getByText('You should receive an email shortly with further instructions.'),
  ).toBeVisible();
  return newestLink(site.server, addressOf(username));
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await expect(page.getByText('You need to change your password.', { exact: true })).toBeVisible();
  await expectFits(page);
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
}

test('forgotten password: the link leads to a new password, and on with the sign-in, without JavaScript', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await page.goto(await askForLink(page, 'alice', { state: 'of-the-application' }));
  await choosePassword(page, 'second-password');
  await expectSignedIn(page);
  expect(new URL(page.url()).searchParams.get('state')).toBe('of-the-application');
  await context.close();
});

test('forgotten password: another browser gets a new password but no session; the link works once', async ({
  browser,
}) => {
  const first = await openBrowser(browser);
  const second = await openBrowser(browser);
  const link = await askForLink(first.page, 'bob');
  await second.page.goto(link);
  await choosePassword(second.page, 'second-password');
  await expect(second.page.getByText('Your account has been updated.', { exact: true })).toBeVisible();
  await expectFits(second.page);
  const back = second.page.getByRole('link', { name: '« Back to Application', exact: true });
  await expect(back).toHaveAttribute('href', site.callback.url);
  await second.page.goto(site.authorizationUrl());
  await expect(second.page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  const { status } = { status: (await first.page.goto(link))?.status() };
  expect(status).toBe(400);
  await expect(
    first.page.getByText('Action expired. Please continue with login now.', { exact: true }),
  ).toBeVisible();
  await first.page.goto(site.authorizationUrl());
  await signIn(first.page, 'bob', 'second-password');
  await expectSignedIn(first.page);
  await Promise.all([first.context.close(), second.context.close()]);
});

test('Keycloak kc_action: the user changes the password or cancels, by keyboard', async ({ browser }) => {
  const { context, page } = await openBrowser(browser);
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }));
  await signIn(page, 'cara');
  await expectFits(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expectSignedIn(page);
  expect(new URL(page.url()).searchParams.get('kc_action_status')).toBe('cancelled');
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }));
  await choosePassword(page, 'second-password');
  await expectSignedIn(page);
  expect(new URL(page.url()).searchParams.get('kc_action_status')).toBe('success');
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`WCAG 2.2 AA: the pages of a forgotten password, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const link = await askForLink(page, 'dave');
    await expectAccessible(page);
    await page.goBack();
    await page.goto(site.authorizationUrl());
    await page.getByRole('link', { name: 'Forgot Password?', exact: true }).click();
    await expectAccessible(page);
    await page.goto(link);
    await expectAccessible(page);
    await page.goto(link.replace('key=', 'key=x'));
    await expect(page.locator('#kc-error-message')).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
