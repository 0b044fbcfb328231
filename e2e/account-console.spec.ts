// The account console: Keycloak's screens in a browser, against the account API of the built server.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { screenHeading as heading } from './support/account-console.ts';
import { person } from './support/clients.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const ADMIN = '/admin/realms/demo';
const open = (page: Page, path = '') => page.goto(`${server.url}/realms/demo/account${path}`);

/** Opens a screen, and signs in where the browser has no session. */
async function signIn(page: Page, name: string, path = ''): Promise<void> {
  await open(page, path);
  await page.getByRole('button', { name: `Continue as ${name}` }).click();
}

/** What the browser reports besides what keycloak-js causes by its frames. */
function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

async function findUser(username: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await callAdmin(server.url, 'GET', `${ADMIN}/users?username=${username}&exact=true`);
  const [user] = (await answer.json()) as readonly Readonly<Record<string, unknown>>[];
  if (user === undefined) throw new TypeError(`no user ${username}`);
  return user;
}

/** Status of the answer to a user name and a password. */
async function passwordGrant(username: string, password: string): Promise<number> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const { status } = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return status;
}

test('account console: alice signs in, changes her name, and the fault of a field is at the field', async ({
  page,
}) => {
  const faults = watchFaults(page);
  await signIn(page, 'Alice');
  await expect(heading(page, 'Personal info')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Alicia');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your account has been updated.')).toBeVisible();
  expect((await findUser('alice'))['firstName']).toBe('Alicia');
  expect(faults).toEqual([]);
  await page.getByLabel('Email').fill('bob@example.test');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Another account has this email address.')).toBeVisible();
  const { id, email } = await findUser('alice');
  expect(email).toBe('alice@example.test');
  // The other tests sign in as Alice.
  await callAdmin(server.url, 'PUT', `${ADMIN}/users/${String(id)}`, { firstName: 'Alice' });
});

test('account console: another device is listed and signed out, and the own session ends by the menu', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await signIn(otherPage, 'Bob');
  await expect(heading(otherPage, 'Personal info')).toBeVisible();
  await signIn(page, 'Bob', '/account-security/device-activity');
  await expect(heading(page, 'Device activity')).toBeVisible();
  await expect(page.getByText('Current session')).toHaveCount(1);
  const sessions = page.locator('.signed-in-device-list').getByTestId(/^row-/);
  await expect(sessions).toHaveCount(2);
  await sessions.nth(1).getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Signed out .* on /)).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await open(otherPage);
  await expect(otherPage.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: /Bob Baker/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});

test('account console: all devices are signed out at once', async ({ page, browser }) => {
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await signIn(otherPage, 'Bob');
  await expect(heading(otherPage, 'Personal info')).toBeVisible();
  await signIn(page, 'Bob', '/account-security/device-activity');
  await page.getByRole('button', { name: 'Sign out all devices' }).click();
  await expect(page.getByText('You are signed out on all devices, including this one.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  // The console signs out when its request is answered; leaving the page earlier cancels the request.
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await open(otherPage);
  await expect(otherPage.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  const bob = String((await findUser('bob'))['id']);
  const sessions = await callAdmin(server.url, 'GET', `${ADMIN}/users/${bob}/sessions`);
  expect(await sessions.json()).toEqual([]);
  await other.close();
});

test('account console: groups are shown to users with the role view-groups, with their paths', async ({
  page,
}) => {
  const carol = String((await findUser('carol'))['id']);
  await signIn(page, 'Carol');
  await expect(heading(page, 'Personal info')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Groups' })).toBeHidden();
  const [account] = (await (
    await callAdmin(server.url, 'GET', `${ADMIN}/clients?clientId=account`)
  ).json()) as readonly { readonly id: string }[];
  const role = await callAdmin(server.url, 'GET', `${ADMIN}/clients/${account?.id}/roles/view-groups`);
  const mappings = `${ADMIN}/users/${carol}/role-mappings/clients/${account?.id}`;
  expect((await callAdmin(server.url, 'POST', mappings, [await role.json()])).status).toBe(204);
  const made = await callAdmin(server.url, 'POST', `${ADMIN}/groups`, { name: 'choir' });
  const group = made.headers.get('location')?.split('/').at(-1);
  expect((await callAdmin(server.url, 'PUT', `${ADMIN}/users/${carol}/groups/${group}`)).status).toBe(204);
  await open(page);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(heading(page, 'Groups')).toBeVisible();
  await expect(page.getByText('/choir', { exact: true })).toBeVisible();
});

test('account console: one-time codes are set up and removed, and the password is changed', async ({
  page,
}) => {
  await signIn(page, 'Carol', '/account-security/signing-in');
  await expect(heading(page, 'Signing in')).toBeVisible();
  await expect(page.getByText('Authenticator application is not set up.')).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId('otp/create').click();
  await page.getByRole('button', { name: /Fill in/ }).click();
  await page.getByLabel('Device Name').fill('Phone');
  await page.getByRole('button', { name: 'Submit' }).click();
  const authenticators = page.getByTestId('otp/credential-list');
  await expect(authenticators.getByText('Phone')).toBeVisible();
  await authenticators.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Do you want to delete Phone?')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm deletion' }).click();
  await expect(page.getByText('Authenticator application is not set up.')).toBeVisible();
  await page.getByTestId('password/credential-list').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('heading', { name: 'Update password' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'Signing in')).toBeVisible();
  await page.getByTestId('password/credential-list').getByRole('button', { name: 'Update' }).click();
  await page.locator('#password-new').fill('a new password');
  await page.locator('#password-confirm').fill('a new password');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(heading(page, 'Signing in')).toBeVisible();
  expect(await passwordGrant('carol', 'a new password')).toBe(200);
  expect(await passwordGrant('carol', person('carol').password)).toBe(400);
});

test('account console: a consent is shown and revoked', async ({ page }) => {
  const alice = String((await findUser('alice'))['id']);
  const scopes = (await (await callAdmin(server.url, 'GET', `${ADMIN}/client-scopes`)).json()) as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  await signIn(page, 'Alice', '/applications');
  await expect(heading(page, 'Applications')).toBeVisible();
  // What a consent page would have stored, with the token of the console.
  const [{ authorization = '' }] = await Promise.all([
    page
      .waitForRequest((request) => 'authorization' in request.headers())
      .then((request) => request.headers()),
    page.getByRole('link', { name: 'Personal info' }).click(),
  ]);
  const granted = await fetch(`${server.url}/realms/demo/account/applications/demo-web/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ grantedScopes: [{ id: scopes.find(({ name }) => name === 'email')?.id }] }),
  });
  expect(granted.status).toBe(200);
  await page.getByRole('link', { name: 'Applications' }).click();
  const consents = async () =>
    (await (
      await callAdmin(server.url, 'GET', `${ADMIN}/users/${alice}/consents`)
    ).json()) as readonly unknown[];
  expect(await consents()).toHaveLength(1);
  await page.locator('#toggle-demo-web').click();
  await expect(page.getByText('Email address')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove access' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Access is removed.')).toBeVisible();
  expect(await consents()).toHaveLength(0);
});

for (const width of [320, 768, 1440])
  test(`account console: at ${width} pixels the navigation opens and closes, and nothing is cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'Alice');
    await expect(heading(page, 'Personal info')).toBeVisible();
    const navigation = page.getByRole('link', { name: 'Applications' });
    const toggle = page.getByRole('button', { name: 'Navigation' });
    const isWide = width >= 1200;
    await expect(navigation).toBeVisible({ visible: isWide });
    await expect(toggle).toHaveAttribute('aria-expanded', String(isWide));
    await toggle.click();
    await expect(navigation).toBeVisible({ visible: !isWide });
    if (isWide) await toggle.click();
    await navigation.click();
    await expect(heading(page, 'Applications')).toBeVisible();
    await expect(navigation).toBeVisible({ visible: isWide });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

test('bad input: users without a role of client account read that they have no permission, and can sign out', async ({
  page,
}) => {
  const erin = {
    username: 'erin',
    enabled: true,
    email: 'erin@example.test',
    firstName: 'Erin',
    lastName: 'E',
  };
  const credentials = [{ type: 'password', value: 'erin' }];
  expect((await callAdmin(server.url, 'POST', `${ADMIN}/users`, { ...erin, credentials })).status).toBe(201);
  const roles = `${ADMIN}/users/${String((await findUser('erin'))['id'])}/role-mappings/realm`;
  const given = await (await callAdmin(server.url, 'GET', roles)).json();
  expect((await callAdmin(server.url, 'DELETE', roles, given)).status).toBe(204);
  await open(page);
  await page.locator('#username').fill('erin');
  await page.locator('#password').fill('erin');
  await page.locator('#kc-login').click();
  await expect(heading(page, 'Something went wrong')).toBeVisible();
  await expect(page.getByText('You do not have permission to see this page.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Erin/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});
