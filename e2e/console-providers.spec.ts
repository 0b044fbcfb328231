// Identity providers in the console: adding them, their stand-ins, and realms as providers of others.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const DEMO = '/admin/realms/demo';
const PROVIDERS = `${DEMO}/identity-provider/instances`;

async function create(alias: string, providerId: string, config: object = {}): Promise<void> {
  await callAdmin(server.url, 'POST', PROVIDERS, { alias, providerId, enabled: true, config });
}

async function configOf(alias: string): Promise<Readonly<Record<string, string>>> {
  const answer = await callAdmin(server.url, 'GET', `${PROVIDERS}/${alias}`);
  return ((await answer.json()) as { config: Record<string, string> }).config;
}

async function openProvider(page: Page, alias: string, tab = 'settings'): Promise<void> {
  await openConsole(page, server.url, 'Providers');
  await page.goto(`${server.url}/console/#/providers/${alias}/${tab}`);
  await expect(page.getByRole('heading', { level: 1, name: alias })).toBeVisible();
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();

/** Opens what "Try it" opens, in a browser of its own. */
async function tryIt(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Try it' }).click();
  return opened;
}

test('console "Providers": an empty realm offers the common providers; a new one works at once with its stand-in', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Providers');
  await expect(page.getByRole('heading', { name: 'No identity providers' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Google' }).click();
  const dialog = dialogOf(page, 'Add identity provider');
  await expect(dialog.getByRole('textbox', { name: /^Alias/ })).toHaveValue('google');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: /^Alias/ }).fill('a b');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Leave out spaces')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Alias/ }).fill('google');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'google' })).toBeVisible();
  await expect(page.getByText(`${server.url}/realms/demo/broker/google/endpoint`)).toBeVisible();
  await expectAccessible(page);
  const account = await tryIt(page);
  await account.getByRole('button', { name: /Ada Moreno/ }).click();
  await expect(account.getByRole('textbox', { name: /email/i })).toHaveValue('ada@example.com');
  await account.close();
  await page.getByRole('link', { name: 'Providers' }).first().click();
  const row = page.getByRole('row', { name: /google/ });
  await expect(row).toContainText('Stand-in');
  await expect(row).toContainText('auto: social network');
});

test('console "Providers": people of a stand-in are edited with their claims, and the page offers them', async ({
  page,
}) => {
  await create('github', 'github', { clientId: 'x', clientSecret: 'x' });
  await openProvider(page, 'github', 'stand-in');
  await expect(page.getByText('Ada Moreno, Ben Okafor, Chiara Rossi')).toBeVisible();
  await page.getByRole('button', { name: 'Edit the examples' }).click();
  await page.getByRole('button', { name: 'Remove Ben Okafor' }).click();
  await page.getByRole('button', { name: 'Remove Chiara Rossi' }).click();
  const ada = page.getByRole('group', { name: 'Ada Moreno' });
  await ada.getByRole('textbox', { name: 'E-mail address' }).fill('ada');
  await expect(page.getByText('Ada Moreno: this is not an e-mail address.')).toBeVisible();
  await ada.getByRole('textbox', { name: 'E-mail address' }).fill('ada@corp.example');
  await ada.getByRole('textbox', { name: 'Further claims' }).fill('{"company": ');
  await expect(ada.getByText('This is not a JSON object.')).toBeVisible();
  await ada.getByRole('textbox', { name: 'Further claims' }).fill('{"company": "Corp"}');
  await ada.getByRole('switch', { name: 'E-mail address private' }).check();
  await page.getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByRole('group', { name: 'Person 2' }).getByLabel('First name')).toBeFocused();
  await page
    .getByRole('group', { name: 'Person 2' })
    .getByLabel('E-mail address', { exact: true })
    .fill('z@y.example');
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  expect(JSON.parse((await configOf('github'))['understudy.stand-in.people'] ?? '')).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Moreno',
      username: 'ada',
      email: 'ada@corp.example',
      emailPrivate: true,
      claims: { company: 'Corp' },
    },
    { email: 'z@y.example', emailVerified: true },
  ]);
  const account = await tryIt(page);
  await expect(account.getByRole('button', { name: /Ada Moreno/ })).toBeVisible();
  await expect(account.getByRole('button', { name: /z@y.example/ })).toBeVisible();
  await account.close();
});

test('console "Providers": a fault is what the sign-in gets, until it is taken back', async ({ page }) => {
  await create('faulty', 'facebook', { clientId: 'x', clientSecret: 'x' });
  await openProvider(page, 'faulty', 'stand-in');
  await page.getByRole('combobox', { name: /^Fault/ }).click();
  await page.getByRole('option', { name: /server_error/ }).click();
  await save(page);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const account = await tryIt(page);
  await expect(account.getByText(/Unexpected error|unexpected error|try again/i).first()).toBeVisible();
  await account.close();
  await page.getByRole('combobox', { name: /^Answered by/ }).click();
  await page.getByRole('option', { name: 'Always the real provider (never)' }).click();
  await save(page);
  await expect(
    page.getByText('The provider itself always answers, as set on the Stand-in tab.'),
  ).toBeVisible();
  await expect(page.getByText('Real provider', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Fault and people have no effect while the real provider answers.'),
  ).toBeVisible();
  expect((await configOf('faulty'))['understudy.stand-in']).toBe('never');
});

test('console "Providers": the discovery document fills in the addresses', async ({ page }) => {
  await openConsole(page, server.url, 'Providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = dialogOf(page, 'Add identity provider');
  await dialog.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'OpenID Connect', exact: true }).click();
  const url = dialog.getByRole('textbox', { name: 'Discovery URL' });
  await url.fill(`${server.url}/nowhere`);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(/^Nothing was imported.*answered 404/);
  await url.fill(`${server.url}/realms/master/.well-known/openid-configuration`);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('10 settings imported')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Client ID/ }).fill('web');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^Token URL/ })).toHaveValue(
    `${server.url}/realms/master/protocol/openid-connect/token`,
  );
  await expectAccessible(page);
  await page.getByRole('textbox', { name: /^Display name/ }).fill('Head office');
  await save(page);
  await expect(page.getByText('Head office · OpenID Connect')).toBeVisible();
  await page.getByRole('tab', { name: 'Stand-in' }).click();
  await expect(page.getByText('The provider itself answers, because it is on this machine.')).toBeVisible();
});

test('console "Providers": mappers of the type are added, edited and deleted', async ({ page }) => {
  await create('corp', 'keycloak-oidc', { clientId: 'x', clientSecret: 'x' });
  await openProvider(page, 'corp', 'mappers');
  await page.getByRole('button', { name: 'Add mapper' }).click();
  const dialog = dialogOf(page, 'Add mapper');
  await dialog.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Advanced Claim to Role' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const panel = dialogOf(page, 'Mapper Advanced Claim to Role');
  await panel.getByRole('button', { name: 'Add pair' }).click();
  await panel.getByRole('textbox', { name: 'Name 1' }).fill('team');
  await panel.getByRole('textbox', { name: 'Value 1' }).fill('sales');
  await panel.getByRole('combobox', { name: /^Role/ }).fill('acc.view-pro');
  await page.getByRole('option', { name: 'account.view-profile', exact: true }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  const [mapper] = (await (
    await callAdmin(server.url, 'GET', `${PROVIDERS}/corp/mappers`)
  ).json()) as readonly {
    readonly config: object;
  }[];
  expect(mapper?.config).toEqual({
    syncMode: 'INHERIT',
    'are.claim.values.regex': 'false',
    claims: '[{"key":"team","value":"sales"}]',
    role: 'account.view-profile',
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete mapper Advanced Claim to Role' }).click();
  await expect(page.getByText('No mappers')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: 'Advanced Claim to Role', exact: true })).toBeVisible();
});

test('console "Providers": the group of a mapper is found at any level; a group that is gone stays selected', async ({
  page,
}) => {
  await create('groups', 'oidc');
  const mapper = { name: 'Staff', identityProviderMapper: 'oidc-hardcoded-group-idp-mapper' };
  const config = { group: '/gone' };
  const path = `${PROVIDERS}/groups/mappers`;
  await callAdmin(server.url, 'POST', path, { ...mapper, identityProviderAlias: 'groups', config });
  const parent = await callAdmin(server.url, 'POST', `${DEMO}/groups`, { name: 'crew' });
  const id = parent.headers.get('location')?.split('/').at(-1) ?? '';
  await callAdmin(server.url, 'POST', `${DEMO}/groups/${id}/children`, { name: 'night-watch' });
  await openProvider(page, 'groups', 'mappers');
  await page.getByRole('button', { name: 'Staff', exact: true }).click();
  const panel = dialogOf(page, 'Mapper Staff');
  const group = panel.getByRole('combobox', { name: /^Group/ });
  await expect(group).toHaveValue('/gone');
  await group.fill('nowhere');
  await expect(page.getByText('No matching groups')).toBeVisible();
  await group.fill('watch');
  await page.getByRole('option', { name: '/crew/night-watch' }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Unsaved changes')).toBeHidden();
  const [saved] = (await (await callAdmin(server.url, 'GET', path)).json()) as readonly { config: object }[];
  expect(saved?.config).toEqual({ group: '/crew/night-watch' });
});

test('console "Providers": a second try signs in another person; a provider that cannot be tried says why', async ({
  page,
}) => {
  await create('again', 'google', { clientId: 'x', clientSecret: 'x' });
  await openProvider(page, 'again');
  for (const [name, address] of [
    ['Ben Okafor', 'ben@example.com'],
    ['Chiara Rossi', 'chiara@example.com'],
  ]) {
    const account = await tryIt(page);
    await account.getByRole('button', { name: new RegExp(name ?? '') }).click();
    await expect(account.getByRole('textbox', { name: /email/i })).toHaveValue(address ?? '');
    await account.close();
  }
  const button = page.getByRole('button', { name: 'Try it' });
  for (const [change, why] of [
    [{ linkOnly: true }, 'Turn off “Account linking only” to try it.'],
    [{ enabled: false }, 'Enable the provider to try it.'],
  ] as const) {
    const stored = await (await callAdmin(server.url, 'GET', `${PROVIDERS}/again`)).json();
    await callAdmin(server.url, 'PUT', `${PROVIDERS}/again`, { ...stored, ...change });
    await page.reload();
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(why);
  }
  await page.goto(`${server.url}/console/#/providers/nowhere`);
  await expect(page.getByText('This identity provider does not exist, or has been deleted.')).toBeVisible();
});

test('console "Realm": another realm becomes the provider with one click, and its users sign in', async ({
  page,
}) => {
  await callAdmin(server.url, 'POST', '/admin/realms', {
    realm: 'staff',
    enabled: true,
    displayName: 'Staff',
  });
  await callAdmin(server.url, 'POST', '/admin/realms/staff/users', {
    username: 'sue',
    enabled: true,
    email: 'sue@staff.example',
    firstName: 'Sue',
    lastName: 'Staff',
    credentials: [{ type: 'password', value: 'sue' }],
  });
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'Use another realm as provider' }).click();
  const dialog = dialogOf(page, 'Use another realm as provider');
  await dialog.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'staff', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: /^Alias/ })).toHaveValue('staff');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'staff' })).toBeVisible();
  await expect(page.getByText('Staff · Keycloak OpenID Connect')).toBeVisible();
  const account = await tryIt(page);
  await account.getByRole('textbox', { name: /username/i }).fill('sue');
  await account.getByRole('textbox', { name: /password/i }).fill('sue');
  await account.getByRole('button', { name: 'Sign In' }).click();
  await expect(account.getByRole('textbox', { name: /email/i })).toHaveValue('sue@staff.example');
  await account.close();
});

test('console "Undo": a provider is deleted and brought back', async ({ page }) => {
  await create('doomed', 'gitlab', { clientId: 'x', clientSecret: 'x' });
  await openProvider(page, 'doomed');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'doomed' })).toBeHidden();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'doomed' })).toBeVisible();
  await page.goto(`${server.url}/console/#/providers?search=doom&sort=-alias`);
  await expect(page.getByRole('textbox', { name: 'Search providers' })).toHaveValue('doom');
  await expect(page.getByRole('link', { name: 'doomed' })).toBeVisible();
  await page.getByRole('switch', { name: 'Enabled: identity provider doomed' }).focus();
  await page.keyboard.press('Space');
  await expect
    .poll(async () => (await (await callAdmin(server.url, 'GET', `${PROVIDERS}/doomed`)).json()).enabled)
    .toBe(false);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('issue 18 "Console in languages": the screen in German, and in a narrow window', async ({ page }) => {
    await create('schmal', 'google', { clientId: 'x', clientSecret: 'x' });
    await openConsole(page, server.url, 'Providers', 'Identitätsanbieter');
    await page.setViewportSize({ width: 320, height: 720 });
    await expect(page.getByRole('row', { name: /schmal/ })).toContainText('Stellvertreter');
    await expectAccessible(page);
    for (const tab of ['settings', 'stand-in', 'mappers']) {
      await page.goto(`${server.url}/console/#/providers/schmal/${tab}`);
      await expect(page.getByRole('heading', { level: 1, name: 'schmal' })).toBeVisible();
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      await expectAccessible(page);
      const excess = await page.evaluate(
        () => (document.scrollingElement?.scrollWidth ?? Number.POSITIVE_INFINITY) - innerWidth,
      );
      expect(excess, tab).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Mapper hinzufügen' }).click();
    const dialog = dialogOf(page, 'Mapper hinzufügen');
    await expect(
      dialog.getByText('Kopiert bei der ersten Anmeldung einen Wert des Profils bei Google'),
    ).toBeVisible();
    await dialog.getByRole('combobox', { name: /^Typ/ }).click();
    await page.getByRole('option', { name: 'Feste Rolle' }).click();
    await dialog.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await expect(
      dialogOf(page, 'Mapper Feste Rolle').getByRole('combobox', { name: /^Rolle/ }),
    ).toBeVisible();
    await expectAccessible(page);
  });
});
