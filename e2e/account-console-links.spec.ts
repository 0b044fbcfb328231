// Linked accounts in the account console: Keycloak's screen, with the stand-in of a provider.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { screenHeading as heading } from './support/account-console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
  for (const [alias, providerId] of [
    ['google', 'google'],
    ['github', 'github'],
  ]) {
    const provider = {
      alias,
      providerId,
      enabled: true,
      config: { clientId: 'app', clientSecret: 'secret' },
    };
    const { status } = await callAdmin(
      server.url,
      'POST',
      '/admin/realms/demo/identity-provider/instances',
      provider,
    );
    expect(status).toBe(201);
  }
});
test.afterAll(() => server.stop());

const screenUrl = () => `${server.url}/realms/demo/account/account-security/linked-accounts`;

/** Opens the screen, and signs in where the browser has no session. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(screenUrl());
  await page.getByRole('button', { name: `Continue as ${name}` }).click();
  await expect(heading(page, 'Linked accounts')).toBeVisible();
}

const linked = (page: Page) => page.locator('#linked-idps');
const unlinked = (page: Page) => page.locator('#unlinked-idps');

/** Begins to link an account of Google. */
async function begin(page: Page): Promise<void> {
  await unlinked(page).locator('#google-idp-link').click();
  await expect(page.getByText('Do you want to link your account with Google?')).toBeVisible();
}

test('Keycloak account console: alice links an account, sees it, and unlinks it', async ({ page }) => {
  await open(page, 'Alice');
  await expect(linked(page).getByText('No linked providers')).toBeVisible();
  await expect(unlinked(page).getByText('GitHub')).toBeVisible();
  // No check of accessibility here: the two paginations of Keycloak's screen have the same name.
  await begin(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Stand-in for Google' })).toBeVisible();
  await page.getByRole('button', { name: /Ada Moreno/ }).click();
  await expect(heading(page, 'Linked accounts')).toBeVisible();
  await expect(linked(page).getByText('ada@example.com')).toBeVisible();
  await expect(unlinked(page).getByText('Google')).toHaveCount(0);
  await linked(page).locator('#google-idp-unlink').click();
  await expect(page.getByText('The account is unlinked.')).toBeVisible();
  await expect(linked(page).getByText('No linked providers')).toBeVisible();
});

test('Keycloak account console: an account that another user has is not linked, and the console goes on', async ({
  page,
  browser,
}) => {
  await open(page, 'Alice');
  await begin(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /Ben Okafor/ }).click();
  await expect(linked(page).getByText('ben@example.com')).toBeVisible();
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await open(otherPage, 'Bob');
  await begin(otherPage);
  await otherPage.getByRole('button', { name: 'Continue' }).click();
  await otherPage.getByRole('button', { name: /Ben Okafor/ }).click();
  await expect(
    otherPage.getByText('Federated identity returned by google is already linked to another user.'),
  ).toBeVisible();
  await otherPage.getByRole('link', { name: /Back to Application/ }).click();
  await expect(heading(otherPage, 'Linked accounts')).toBeVisible();
  await expect(linked(otherPage).getByText('No linked providers')).toBeVisible();
  await other.close();
});

test('Keycloak account console: cancelling leads back, and nothing is linked', async ({ page }) => {
  await open(page, 'Bob');
  await begin(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'Linked accounts')).toBeVisible();
  await expect(linked(page).getByText('No linked providers')).toBeVisible();
});
