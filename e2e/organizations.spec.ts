import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  ACCOUNT_REALM,
  type AccountSite,
  expectFits,
  expectSignedIn,
  openBrowser,
  startAccountSite,
} from './support/account-site.ts';

const SCOPE = { scope: 'openid organization' };

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['amy', 'ben'], {
    organizationsEnabled: true,
    identityProviders: [
      {
        alias: 'acme-google',
        displayName: 'Google of Acme',
        providerId: 'google',
        config: {
          clientId: 'acme',
          clientSecret: 'acme-secret',
          loginHint: 'true',
          'kc.org.domain': 'acme.test',
          'kc.org.broker.redirect.mode.email-matches': 'true',
        },
      },
      {
        alias: 'bolt-github',
        displayName: 'GitHub of Bolt',
        providerId: 'github',
        config: { clientId: 'bolt', clientSecret: 'bolt-secret', 'kc.org.broker.public': 'true' },
      },
    ],
    organizations: [
      {
        name: 'Acme Incorporated',
        alias: 'acme',
        domains: [{ name: 'acme.test' }],
        identityProviders: [{ alias: 'acme-google' }],
        members: [{ username: 'amy' }],
      },
      {
        name: 'Bolt',
        alias: 'bolt',
        domains: [{ name: 'bolt.test' }],
        identityProviders: [{ alias: 'bolt-github' }],
        members: [{ username: 'amy' }],
      },
    ],
  });
});
test.afterAll(() => site.stop());

async function enterName(page: Page, name: string, extra: Record<string, string> = SCOPE): Promise<void> {
  await page.goto(site.authorizationUrl(extra));
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await expectFits(page);
  await page.getByLabel('Username or email', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter');
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('first-password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter');
}

/** The claim in the access token for the code with which the page has come back. */
async function readOrganizations(page: Page): Promise<unknown> {
  await expectSignedIn(page);
  const answer = await fetch(`${site.server.url}/realms/${ACCOUNT_REALM}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'shop',
      redirect_uri: site.callback.url,
      code: new URL(page.url()).searchParams.get('code') ?? '',
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as Record<string, unknown>)['organization'];
}

test('organizations: an address leads to the stand-in of the organization, and back as a member', async ({
  browser,
}) => {
  const first = await openBrowser(browser);
  await enterName(first.page, 'nia@acme.test');
  await expect(first.page.getByRole('heading', { name: 'Stand-in for Google' })).toBeVisible();
  await expect(first.page.getByRole('textbox')).toHaveValue('nia@acme.test');
  await first.page.getByRole('button', { name: 'Continue with this address' }).press('Enter');
  expect(await readOrganizations(first.page)).toEqual(['acme']);
  await first.context.close();

  const second = await openBrowser(browser);
  await enterName(second.page, 'nia@acme.test');
  await second.page.getByRole('button', { name: 'Continue with this address' }).press('Enter');
  expect(await readOrganizations(second.page)).toEqual(['acme']);
  await second.context.close();
});

test('organizations: a member of two chooses one, and another one at the next sign-in', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await enterName(page, 'amy');
  await expect(page.getByRole('heading', { name: 'Select an organization to proceed:' })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Bolt', exact: true }).press('Enter');
  await enterPassword(page);
  expect(await readOrganizations(page)).toEqual(['bolt']);
  await page.goto(site.authorizationUrl(SCOPE));
  await page.getByRole('button', { name: 'Acme Incorporated', exact: true }).press('Enter');
  expect(await readOrganizations(page)).toEqual(['acme']);
  await context.close();
});

test('organizations: a stranger of a domain is offered its provider, and can go back to another name', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await enterName(page, 'new@bolt.test');
  await expect(page.getByText('belongs to the organization Bolt')).toBeVisible();
  await expect(page.getByRole('link', { name: 'GitHub of Bolt' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Google of Acme' })).toHaveCount(0);
  await expectFits(page);
  await page.getByLabel('Username or email', { exact: true }).fill('ben');
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter');
  await enterPassword(page);
  expect(await readOrganizations(page)).toBeUndefined();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`organizations: the pages are accessible in ${colorScheme} mode`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto(site.authorizationUrl(SCOPE));
    await expectAccessible(page);
    await page.screenshot({ path: `out/organizations-name-${colorScheme}.png`, fullPage: true });
    await enterName(page, 'new@bolt.test');
    await expectAccessible(page);
    await page.screenshot({ path: `out/organizations-stranger-${colorScheme}.png`, fullPage: true });
    await enterName(page, 'amy');
    await expectAccessible(page);
    await page.screenshot({ path: `out/organizations-select-${colorScheme}.png`, fullPage: true });
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.screenshot({ path: `out/organizations-select-wide-${colorScheme}.png`, fullPage: true });
    await context.close();
  });
