// The lists of the Providers screen: who answers for a provider, and windows of all widths.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

const PROVIDERS = '/admin/realms/demo/identity-provider/instances';
const LONG = 'head-office-workforce-directory';

async function create(alias: string, providerId: string, config: object = {}, more = {}): Promise<void> {
  await callAdmin(server.url, 'POST', PROVIDERS, { alias, providerId, enabled: true, config, ...more });
}

async function createMapper(alias: string, name: string): Promise<void> {
  await callAdmin(server.url, 'POST', `${PROVIDERS}/${alias}/mappers`, {
    name,
    identityProviderAlias: alias,
    identityProviderMapper: 'oidc-advanced-role-idp-mapper',
    config: { syncMode: 'INHERIT' },
  });
}

/** Endpoints of a provider that is on another machine, or is this server. */
const addresses = (base: string): object => ({ authorizationUrl: `${base}/auth`, tokenUrl: `${base}/token` });

test.beforeAll(async () => {
  server = await startServer();
  await create('google', 'google');
  await create('github', 'github', { 'understudy.stand-in': 'never' });
  await create('saml', 'saml', { 'understudy.stand-in': 'always' });
  await create(LONG, 'keycloak-oidc', addresses('https://login.example.com'), {
    displayName: 'Head office workforce directory',
  });
  await create('corp', 'keycloak-oidc', addresses(server.url));
  await createMapper(LONG, 'Team leads of the head office get the role sales-lead');
});
test.afterAll(async () => {
  await server.stop();
});

const rowOf = (page: Page, alias: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: alias, exact: true }) });

/** Contents that are wider than their box in the list, or in the window. */
function findCut(list: Locator): Promise<readonly string[]> {
  return list.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].flatMap((each) => {
      // Texts for screen readers only are one pixel wide.
      if (!(each instanceof HTMLElement) || each.clientWidth <= 1 || each.closest('[class*="Switch"]'))
        return [];
      const isCut = each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth;
      return isCut ? [`${each.tagName}: ${each.textContent}`] : [];
    }),
  );
}

async function openMappers(page: Page): Promise<Locator> {
  await page.goto(`${server.url}/console/#/providers/${LONG}/mappers`);
  const table = page.getByRole('table').first();
  await expect(table.getByRole('row')).toHaveCount(2);
  return table;
}

for (const [alias, answerer, reason, sentence] of [
  [
    'google',
    'Stand-in',
    'auto: social network',
    'The built-in stand-in answers automatically for social networks.',
  ],
  [
    LONG,
    'Stand-in',
    'auto: not on this machine',
    'The built-in stand-in answers, because the provider is not on',
  ],
  [
    'corp',
    'Real provider',
    'auto: on this machine',
    'The provider itself answers, because it is on this machine.',
  ],
  ['saml', 'Stand-in', 'always', 'The built-in stand-in always answers, as set on the Stand-in tab.'],
  ['github', 'Real provider', 'always', 'The provider itself always answers, as set on the Stand-in tab.'],
] as const)
  test(`console "Providers": the list and the page of ${alias} say who answers, and why`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openConsole(page, server.url, 'Providers');
    const badge = rowOf(page, alias).getByTitle(sentence);
    await expect(badge).toHaveText(answerer);
    await expect(rowOf(page, alias).getByText(reason, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: alias, exact: true }).click();
    await expect(page.getByText(answerer, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
  });

test('console "Providers": in realm master, the list says that stand-ins are off', async ({ page }) => {
  await callAdmin(server.url, 'POST', '/admin/realms/master/identity-provider/instances', {
    alias: 'google',
    providerId: 'google',
    enabled: true,
  });
  await openConsole(page, server.url, 'Providers');
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await expect(rowOf(page, 'google')).toContainText('Real providerauto: realm master');
});

for (const [locale, heading, kind] of [
  ['en-US', 'Providers', 'Advanced Claim to Role'],
  ['de-DE', 'Identitätsanbieter', 'Mehrere Claims zu Rolle'],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('console "Providers": no list scrolls sideways, and no name is cut, at any width', async ({
      page,
    }) => {
      await openConsole(page, server.url, 'Providers', heading);
      for (const width of [320, 400, 640, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const list = page.getByRole('region', { name: /Identity providers|Identitätsanbieter/ });
        await expect(rowOf(page, LONG)).toContainText('Head office workforce directory');
        await expect(rowOf(page, LONG)).toContainText('Keycloak OpenID Connect');
        expect(await findCut(list), `list at ${width} pixels`).toEqual([]);
      }
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const mappers = await openMappers(page);
        await expect(mappers).toContainText(kind);
        expect(await findCut(mappers), `mappers at ${width} pixels`).toEqual([]);
      }
    });
  });

test('console "Providers": at 1280 pixels, the type of a provider takes one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openConsole(page, server.url, 'Providers');
  const height = (alias: string): Promise<number> =>
    rowOf(page, alias).evaluate((row) => row.getBoundingClientRect().height);
  await expect(rowOf(page, 'corp')).toContainText('Keycloak OpenID Connect');
  expect(await height('corp')).toBe(await height('google'));
  expect(await height(LONG)).toBeGreaterThan(await height('google'));
});

test('console "Providers": in a narrow window, everything can be used', async ({ page }) => {
  await openConsole(page, server.url, 'Providers');
  await page.setViewportSize({ width: 320, height: 900 });
  await expect(rowOf(page, 'github')).toContainText('Real provider');
  const enabled = page.getByRole('switch', { name: 'Enabled: identity provider github' });
  await expect(enabled).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const mappers = await openMappers(page);
  await expect(mappers.getByRole('button', { name: /^Delete mapper/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test('console "Providers": the list draws the rows that are scrolled to, whatever their heights', async ({
  page,
}) => {
  await callAdmin(server.url, 'POST', '/admin/realms', { realm: 'many', enabled: true });
  for (let place = 1; place <= 60; place += 1)
    await callAdmin(server.url, 'POST', '/admin/realms/many/identity-provider/instances', {
      alias: `provider-${place}${place % 3 === 0 ? '-of-the-head-office-workforce' : ''}`,
      providerId: 'oidc',
      config: { guiOrder: String(place) },
    });
  await openConsole(page, server.url, 'Providers');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'many' }).click();
  await expect(rowOf(page, 'provider-1')).toBeVisible();
  await expect(rowOf(page, 'provider-59')).toHaveCount(0);
  const list = page.getByRole('region', { name: 'Identity providers' });
  const last = rowOf(page, 'provider-60-of-the-head-office-workforce');
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(rowOf(page, 'provider-1')).toHaveCount(0);
});
