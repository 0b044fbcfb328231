import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  ACCOUNT_REALM,
  type AccountSite,
  expectFits,
  expectSignedIn,
  openBrowser,
  startAccountSite,
} from './support/account-site.ts';
import { realmOf } from './support/kit.ts';
import { PlainBrowser, signIn, submitSignIn } from './support/sign-in.ts';

const SCOPE = { scope: 'openid organization' };

/** Names that a narrow page must break. */
const LONG = 'Vereinigte-Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung und Partner mbB';

const GUILDS: readonly object[] = Array.from({ length: 12 }, (_each, place) => ({
  name: place === 0 ? LONG : `Guild ${place}`,
  alias: `guild-${place}`,
  domains: [{ name: `guild-${place}.test` }],
  members: [{ username: 'gil' }],
}));

let site: AccountSite;
let idp: IdentityProvider;
test.beforeAll(async () => {
  site = await startAccountSite(['amy', 'ben', 'gil'], {
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
      ...GUILDS,
    ],
  });
  idp = await realmOf(site.server, ACCOUNT_REALM);
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
  return redeem(page.url());
}

/** The claim in the access token for the code in a callback. */
async function redeem(callback: string): Promise<unknown> {
  const answer = await fetch(`${site.server.url}/realms/${ACCOUNT_REALM}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'shop',
      redirect_uri: site.callback.url,
      code: new URL(callback).searchParams.get('code') ?? '',
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

test('test kit: the provider of an organization is reached by the address, and forms are submitted one after another', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await page.goto(site.authorizationUrl(SCOPE));
  await expect(idp.provider('acme-google').refuse(page)).rejects.toThrow(/asks for the name first/);
  await idp.provider('acme-google').refuse(page, 'kit@acme.test');
  await expect(page.locator('#kc-form-login')).toBeVisible();
  await page.goto(site.authorizationUrl(SCOPE));
  await idp.provider('acme-google').signIn(page, { email: 'kit@acme.test', firstName: 'Kit', lastName: 'A' });
  expect(await readOrganizations(page)).toEqual(['acme']);
  await context.close();

  const other = await openBrowser(browser);
  const amy = await idp.user('amy', { password: 'first-password' });
  await other.page.goto(site.authorizationUrl(SCOPE));
  await expect(amy.submitForm(other.page, { password: 'first-password' })).rejects.toThrow(/organization/);
  await other.page.goto(site.authorizationUrl(SCOPE));
  await amy.submitForm(other.page, { password: 'first-password', organization: 'bolt' });
  expect(await readOrganizations(other.page)).toEqual(['bolt']);
  await other.page.goto(site.authorizationUrl(SCOPE));
  await amy.submitForm(other.page, { password: 'first-password', organization: 'acme' });
  expect(await readOrganizations(other.page)).toEqual(['acme']);
  await other.context.close();

  const third = await openBrowser(browser);
  await amy.signIn(third.page);
  await third.page.goto(site.authorizationUrl({ scope: 'openid organization:acme' }));
  expect(await readOrganizations(third.page)).toEqual(['acme']);
  await third.context.close();
});

test('organizations: a browser without scripts signs in over HTTP, and is refused with a wrong password', async () => {
  const url = site.authorizationUrl({ scope: 'openid organization:*' });
  const callback = await signIn(new PlainBrowser(), url, 'amy', 'first-password');
  expect(await redeem(callback.href)).toEqual(['acme', 'bolt']);
  await expect(signIn(new PlainBrowser(), url, 'amy', 'wrong')).rejects.toThrow(/sign-in answered 200/);
  const chosen = new PlainBrowser();
  const html = await (await chosen.request(site.authorizationUrl(SCOPE))).text();
  const answer = await submitSignIn(
    (to, init) => chosen.request(to, init),
    { html, url },
    { username: 'amy', password: 'first-password', organization: 'acme' },
  );
  expect(await redeem(answer.headers.get('location') ?? '')).toEqual(['acme']);
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
    await page.setViewportSize({ width: 320, height: 640 });
    await enterName(page, 'gil');
    await expect(page.locator('#kc-user-organizations button')).toHaveCount(12);
    await expectFits(page);
    await expectAccessible(page);
    await page.screenshot({ path: `out/organizations-many-${colorScheme}.png`, fullPage: true });
    await page.getByRole('button', { name: LONG }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expectFits(page);
    await enterName(page, 'someone@guild-0.test');
    await expect(page.getByText(LONG)).toBeVisible();
    await expectFits(page);
    await page.screenshot({ path: `out/organizations-long-${colorScheme}.png`, fullPage: true });
    await context.close();
  });
