import { expect, type Page, test } from '@playwright/test';
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
import { newestLink } from './support/sent-links.ts';
import { callAdmin } from './support/server.ts';

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['alice'], { registrationAllowed: true, passwordPolicy: 'length(8)' });
});
test.afterAll(() => site.stop());

const setRealm = (settings: object): Promise<unknown> =>
  callAdmin(site.server.url, 'PUT', `/admin/realms/${ACCOUNT_REALM}`, settings);

async function openForm(page: Page, extra: Record<string, string> = {}): Promise<void> {
  await page.goto(site.authorizationUrl(extra));
  await page.getByRole('link', { name: 'Register', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  await expectFits(page);
}

/** From the field that has the focus to the last one, by keyboard alone. */
async function enter(page: Page, texts: readonly string[]): Promise<void> {
  await expect(page.locator('#username')).toBeFocused();
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
}

const person = (name: string, password = 'long-enough', again = password): readonly string[] => [
  name,
  password,
  again,
  `${name}@example.test`,
  name.toUpperCase(),
  'Adams',
];

test('registration: somebody registers by keyboard, without JavaScript, and is signed in to the application', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await openForm(page, { state: 'of-the-application' });
  await expect(page.getByText('At least 8 characters.', { exact: true })).toBeVisible();
  await enter(page, person('eve'));
  await expectSignedIn(page);
  expect(new URL(page.url()).searchParams.get('state')).toBe('of-the-application');
  await context.close();
  const later = await openBrowser(browser);
  await later.page.goto(site.authorizationUrl());
  await signIn(later.page, 'eve', 'long-enough');
  await expectSignedIn(later.page);
  await later.context.close();
});

test('registration: what is wrong is said at its field, all at once, and what was right stays', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await openForm(page);
  await enter(page, person('alice', 'short'));
  await expect(page.locator('#input-error-username')).toHaveText('Username already exists.');
  await expect(page.locator('#input-error-password')).toHaveText('Invalid password: minimum length 8.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('alice@example.test');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expectFits(page);
  await enter(page, person('frank'));
  await expectSignedIn(page);
  await context.close();
});

test('registration: an address is verified by its link before the application gets an answer', async ({
  browser,
}) => {
  await setRealm({ verifyEmail: true });
  const { context, page } = await openBrowser(browser);
  await openForm(page);
  await enter(page, person('gina'));
  await expect(page.getByRole('heading', { name: 'Email verification', exact: true })).toBeVisible();
  await page.goto(await newestLink(site.server, 'gina@example.test'));
  await expectSignedIn(page);
  await context.close();
  await setRealm({ verifyEmail: false });
});

test('registration: prompt=create and the address for registrations lead to the page; without the switch to an explanation', async ({
  page,
}) => {
  for (const url of [
    site.authorizationUrl({ prompt: 'create' }),
    site.authorizationUrl().replace('/openid-connect/auth?', '/openid-connect/registrations?'),
  ]) {
    await page.goto(url);
    await expect(page.locator('#kc-register-form')).toBeVisible();
    await expectAccessible(page);
    await setRealm({ registrationAllowed: false });
    const refused = await page.goto(url);
    expect(refused?.status()).toBe(400);
    await expect(page.getByText('Registration not allowed', { exact: true })).toBeVisible();
    await setRealm({ registrationAllowed: true });
  }
});
