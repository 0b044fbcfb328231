// The life of an account, from registering to deleting it, by keyboard and without JavaScript.
import { expect, type Page } from '@playwright/test';
import { type AccountRealm, expectFits, expectSignedIn } from './account-site.ts';
import { fillIn, press, tabTo } from './keyboard-person.ts';

/** What the journey needs the realm to offer. */
export const JOURNEY_REALM: Readonly<Record<string, unknown>> = {
  registrationAllowed: true,
  resetPasswordAllowed: true,
  verifyEmail: true,
  editUsernameAllowed: true,
  passwordPolicy: 'length(8)',
  attributes: { 'understudy.oneClickSignIn': 'true' },
  requiredActions: [
    { alias: 'UPDATE_EMAIL', enabled: true },
    { alias: 'delete_account', enabled: true },
  ],
  // Everybody may delete their account.
  groups: [{ name: 'people', clientRoles: { account: ['delete-account'] } }],
  defaultGroups: ['/people'],
};

/** Returns the link in the newest message to an address. */
export type TakeLink = (address: string) => Promise<string>;

const FIRST = 'first-password';
const SECOND = 'second-password';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function register(page: Page, site: AccountRealm, takeLink: TakeLink): Promise<void> {
  await page.goto(site.authorizationUrl());
  await press(page, 'link', 'Register');
  await fillIn(page, 'Username', 'zoe');
  await fillIn(page, 'Password', FIRST);
  await fillIn(page, 'Confirm password', FIRST);
  await fillIn(page, 'Email', 'zoe@example.test');
  await fillIn(page, 'First name', 'Zoe');
  await fillIn(page, 'Last name', 'Adams');
  await expectFits(page);
  await press(page, 'button', 'Register');
  await expect(heading(page, 'Email verification')).toBeVisible();
  await expectFits(page);
  await page.goto(await takeLink('zoe@example.test'));
  await expectSignedIn(page);
}

async function signOut(page: Page, site: AccountRealm): Promise<void> {
  await page.goto(site.authorizationUrl().replace(/\/auth\?.*$/, '/logout'));
  await press(page, 'button', 'Logout');
  await expect(page.getByText('You are logged out', { exact: true })).toBeVisible();
}

async function signIn(page: Page, site: AccountRealm, password: string): Promise<void> {
  await page.goto(site.authorizationUrl());
  await fillIn(page, 'Username or email', 'zoe');
  await fillIn(page, 'Password', password);
  await page.keyboard.press('Enter');
}

async function setUpAuthenticator(page: Page, site: AccountRealm): Promise<void> {
  await page.goto(site.authorizationUrl({ kc_action: 'CONFIGURE_TOTP' }));
  await press(page, 'link', 'Unable to scan?');
  await expect(page.locator('#kc-totp-secret-key')).toBeVisible();
  await expectFits(page);
  await fillIn(page, 'Device name', 'Phone');
  await press(page, 'button', 'Fill in the current code');
  await press(page, 'button', 'Submit');
  await expectSignedIn(page);
}

/** A code works once: the clock has been moved since the last one. */
async function enterCode(page: Page): Promise<void> {
  await expect(page.getByLabel('One-time code', { exact: true })).toBeVisible();
  await press(page, 'button', 'Fill in the current code');
  await expectFits(page);
  await tabTo(page, page.getByLabel('One-time code', { exact: true }));
  await page.keyboard.press('Enter');
}

/** Compat: who forgot the password sets up the authenticator again. */
async function setUpAgain(page: Page): Promise<void> {
  await expect(heading(page, 'Mobile Authenticator Setup')).toBeVisible();
  await fillIn(page, 'Device name', 'New phone');
  await press(page, 'button', 'Fill in the current code');
  await press(page, 'button', 'Submit');
}

async function forgetPassword(page: Page, site: AccountRealm, takeLink: TakeLink): Promise<void> {
  await page.goto(site.authorizationUrl());
  await press(page, 'link', 'Forgot Password?');
  await fillIn(page, 'Username or email', 'zoe@example.test');
  await expectFits(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^You should receive an email shortly/)).toBeVisible();
  await page.goto(await takeLink('zoe@example.test'));
  await setUpAgain(page);
  await fillIn(page, 'New Password', SECOND);
  await fillIn(page, 'Confirm password', SECOND);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
}

async function changeAddress(page: Page, site: AccountRealm, takeLink: TakeLink): Promise<void> {
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_EMAIL' }));
  await fillIn(page, 'Email', 'zoe.adams@example.test');
  await expectFits(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/zoe\.adams@example\.test/).first()).toBeVisible();
  await page.goto(await takeLink('zoe.adams@example.test'));
  await expectSignedIn(page);
}

async function changeProfile(page: Page, site: AccountRealm): Promise<void> {
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_PROFILE' }));
  await fillIn(page, 'Last name', 'Brown');
  await expectFits(page);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
}

async function deleteAccount(page: Page, site: AccountRealm): Promise<void> {
  await page.goto(site.authorizationUrl({ kc_action: 'delete_account' }));
  await expect(page.getByText('Please re-authenticate to continue', { exact: true })).toBeVisible();
  await fillIn(page, 'Password', SECOND);
  await page.keyboard.press('Enter');
  await enterCode(page);
  await expect(heading(page, 'Delete account confirmation')).toBeVisible();
  await expectFits(page);
  await press(page, 'button', 'Confirm deletion');
  await expect(page.getByText('User deleted successfully', { exact: true })).toBeVisible();
}

/** The whole life of an account, in one browser. */
export async function liveThrough(page: Page, site: AccountRealm, takeLink: TakeLink): Promise<void> {
  await register(page, site, takeLink);
  await setUpAuthenticator(page, site);
  await signOut(page, site);
  await site.moveClock(60_000);
  await signIn(page, site, FIRST);
  await enterCode(page);
  await expectSignedIn(page);
  await signOut(page, site);
  await forgetPassword(page, site, takeLink);
  await changeProfile(page, site);
  await changeAddress(page, site, takeLink);
  await site.moveClock(120_000);
  await deleteAccount(page, site);
  await signIn(page, site, SECOND);
  await expect(page.locator('#input-error')).toHaveText('Invalid username or password.');
}
