import { expect, test } from '@playwright/test';
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
import { callAdmin } from './support/server.ts';

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['alice', 'bob', 'cara', 'dave'], { verifyEmail: true });
});
test.afterAll(() => site.stop());

test('Keycloak VERIFY_EMAIL: the link continues the sign-in, without JavaScript', async ({ browser }) => {
  const { context, page } = await openBrowser(browser);
  await page.goto(site.authorizationUrl());
  await signIn(page, 'alice');
  await expect(page.getByText(`has been sent to your address ${addressOf('alice')}.`)).toBeVisible();
  await expectFits(page);
  const first = await newestLink(site.server, addressOf('alice'));
  await page.getByRole('link', { name: 'Click here', exact: true }).press('Enter');
  await expect(page.getByText(`has been sent to your address ${addressOf('alice')}.`)).toBeVisible();
  const second = await newestLink(site.server, addressOf('alice'));
  expect(second).not.toBe(first);
  await page.goto(second);
  await expectSignedIn(page);
  await context.close();
});

test('Keycloak VERIFY_EMAIL: another browser asks first, and gets no session', async ({ browser }) => {
  const first = await openBrowser(browser);
  const second = await openBrowser(browser);
  await first.page.goto(site.authorizationUrl());
  await signIn(first.page, 'bob');
  await second.page.goto(await newestLink(site.server, addressOf('bob')));
  await expect(
    second.page.getByText(`Confirm validity of e-mail address ${addressOf('bob')}.`),
  ).toBeVisible();
  await expectFits(second.page);
  await second.page.getByRole('link', { name: '» Click here to proceed', exact: true }).press('Enter');
  await expect(second.page.getByText('Your email address has been verified.', { exact: true })).toBeVisible();
  await first.page.reload();
  await expectSignedIn(first.page);
  await Promise.all([first.context.close(), second.context.close()]);
});

test('for development: the address is confirmed without its message', async ({ browser }) => {
  const { context, page } = await openBrowser(browser);
  await page.goto(site.authorizationUrl());
  await signIn(page, 'cara');
  await page.getByRole('button', { name: 'Confirm this email address', exact: true }).press('Enter');
  await expectSignedIn(page);
  await context.close();
});

test('Keycloak execute-actions-email: the link of an administrator leads to its actions', async ({
  browser,
}) => {
  const { url } = site.server;
  const found = await callAdmin(url, 'GET', '/admin/realms/accounts/users?username=dave&exact=true');
  const [{ id = '' } = {}] = (await found.json()) as { id?: string }[];
  const path = `/admin/realms/accounts/users/${id}/execute-actions-email?client_id=shop&lifespan=60`;
  const sent = await callAdmin(url, 'PUT', path, ['UPDATE_PASSWORD']);
  expect(sent.status).toBe(204);
  const { context, page } = await openBrowser(browser);
  await page.goto(await newestLink(site.server, addressOf('dave')));
  await expect(page.getByText('Perform the following action(s): Update Password')).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: '» Click here to proceed', exact: true }).press('Enter');
  await page.getByLabel('New Password', { exact: true }).fill('second-password');
  await page.getByLabel('Confirm password', { exact: true }).fill('second-password');
  await page.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
  await expect(page.getByText('Your account has been updated.', { exact: true })).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`WCAG 2.2 AA: the pages of an address, ${colorScheme}`, async ({ browser }) => {
    const username = colorScheme === 'light' ? 'erin' : 'fred';
    const user = {
      username,
      email: addressOf(username),
      firstName: username,
      lastName: 'Example',
      enabled: true,
      credentials: [{ type: 'password', value: 'first-password' }],
    };
    await callAdmin(site.server.url, 'POST', '/admin/realms/accounts/users', user);
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto(site.authorizationUrl());
    await signIn(page, username);
    await expect(page.getByRole('heading', { name: 'Email verification', exact: true })).toBeVisible();
    await expectAccessible(page);
    const other = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const asked = await other.newPage();
    await asked.goto(await newestLink(site.server, addressOf(username)));
    await expectAccessible(asked);
    await page.getByRole('button', { name: 'Confirm this email address', exact: true }).click();
    await expectSignedIn(page);
    await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_EMAIL' }));
    await expect(page.getByRole('heading', { name: 'Update email', exact: true })).toBeVisible();
    await expectAccessible(page);
    await Promise.all([context.close(), other.close()]);
  });
