import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { secretOf } from './support/clients.ts';
import { holdRequests, openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Realm', exact: true }).click();
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return (await (await callAdmin(server.url, 'GET', path)).json()) as Record<string, unknown>;
}

interface Tokens {
  readonly access_token: string;
  readonly expires_in: number;
}

async function signIn(): Promise<Tokens> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: secretOf('demo-web'),
      username: 'alice',
      password: 'alice-password',
      scope: 'openid',
    }),
  });
  return (await response.json()) as Tokens;
}

function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >;
}

async function userinfoStatus({ access_token }: Tokens): Promise<number> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return response.status;
}

test('console "Realm": a lifespan is changed in readable units and applies to the next token', async ({
  page,
}) => {
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', { futureMember: { kept: true } });
  await openConsole(page, server.url);
  await openTab(page, 'Lifespans');
  const lifespan = page.getByRole('textbox', { name: /Access token lifespan accessTokenLifespan$/ });
  await expect(lifespan).toHaveValue('5');
  await lifespan.fill('2');
  await page.getByRole('combobox', { name: 'Access token lifespan: unit' }).click();
  await page.getByRole('option', { name: 'hours' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Lifespans.')).toBeVisible();
  expect((await signIn()).expires_in).toBe(7200);
  expect((await readJson('/admin/realms/demo'))['futureMember']).toEqual({ kept: true });
});

test('console "Realm": input is kept during a visit to another screen, and invalid input is not saved', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await openTab(page, 'Sign-in');
  await page.getByRole('textbox', { name: /Password policy/ }).fill('length(4)');
  await page.getByRole('textbox', { name: /ACR to LoA mapping/ }).fill('gold');
  await expect(page.getByText('Fix these fields first: ACR to LoA mapping.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await openTab(page, 'Sign-in');
  await expect(page.getByRole('textbox', { name: /Password policy/ })).toHaveValue('length(4)');
  await expect(page.getByRole('tab', { name: 'Sign-in (unsaved)' })).toBeVisible();
  await page.getByRole('textbox', { name: /ACR to LoA mapping/ }).fill('{"gold":2}');
  await page.getByRole('textbox', { name: /^Number of digits/ }).fill('8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Sign-in.')).toBeVisible();
  const realm = await readJson('/admin/realms/demo');
  expect(realm).toMatchObject({ passwordPolicy: 'length(4)', otpPolicyDigits: 8 });
  expect(realm['attributes']).toMatchObject({ 'acr.loa.map': '{"gold":2}' });
});

test('console "Realm": a key is rotated; tokens signed with the old key stay valid until it is disabled', async ({
  page,
}) => {
  const before = await signIn();
  await openConsole(page, server.url);
  await openTab(page, 'Keys');
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('menuitem', { name: 'RS256' }).click();
  await expect(page.getByText(/A new RS256 key is in use/)).toBeVisible();
  const after = await signIn();
  expect(partOf(after.access_token, 0)['kid']).not.toBe(partOf(before.access_token, 0)['kid']);
  expect(await userinfoStatus(before)).toBe(200);
  await page.getByRole('button', { name: /Actions: RS256 key that verifies/ }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(page.getByText(/rsa-generated: disable/)).toBeVisible();
  expect(await userinfoStatus(before)).toBe(401);
  expect(await userinfoStatus(after)).toBe(200);
});

/** Opens the menu of the active key, on a server whose response to a change is held back. */
async function openKeyMenu(page: Page): Promise<() => void> {
  await signIn();
  await openConsole(page, server.url);
  await openTab(page, 'Keys');
  const letGo = await holdRequests(page, 'PUT', '**/components/*');
  await page.getByRole('button', { name: /Actions: RS256 key that signs/ }).click();
  return letGo;
}

test('console "Realm": a change that completes after its menu has closed is still reported', async ({
  page,
}) => {
  const letGo = await openKeyMenu(page);
  await page.getByRole('menuitem', { name: 'Verify only' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  letGo();
  await expect(page.getByText(/Key rsa-generated: verify only/)).toBeVisible();
});

test('console "Realm": a refusal that arrives after its menu has closed is still reported', async ({
  page,
}) => {
  const letGo = await openKeyMenu(page);
  const [key] = (await (
    await callAdmin(server.url, 'GET', '/admin/realms/demo/components?name=rsa-generated')
  ).json()) as [{ readonly id: string }];
  await callAdmin(server.url, 'DELETE', `/admin/realms/demo/components/${key.id}`);
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('alert').filter({ hasText: 'The key was not changed' })).toBeVisible();
});

test('console "Realm": a client scope with a mapper adds a claim to tokens', async ({ page }) => {
  await openConsole(page, server.url);
  await openTab(page, 'Client scopes');
  await page.getByRole('button', { name: 'Create client scope' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a name for the scope')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Name/ }).fill('department');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'department' })).toBeVisible();
  await page.getByRole('button', { name: 'Add mapper' }).click();
  await dialog.getByRole('combobox', { name: /Type/ }).click();
  await page.getByRole('option', { name: 'Hardcoded claim' }).click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('textbox', { name: /^Token claim name/ }).fill('department');
  await dialog.getByRole('textbox', { name: /^Claim value/ }).fill('research');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Mapper Hardcoded claim.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('link', { name: 'demo-web' }).click();
  await page.getByRole('tab', { name: 'Scopes' }).click();
  await page.getByRole('combobox', { name: 'Scope department' }).click();
  await page.getByRole('option', { name: 'Default' }).click();
  await expect(page.getByText('Scope department: default.')).toBeVisible();
  expect(partOf((await signIn()).access_token, 1)['department']).toBe('research');
});

test('console "Realm": a default required action for new users is turned on', async ({ page }) => {
  await openConsole(page, server.url);
  await openTab(page, 'Sign-in');
  await page.getByRole('switch', { name: 'Update password: default action' }).click();
  await expect(page.getByText('Saved: Update password.')).toBeVisible();
  const idp = await realmOf(server);
  await idp.admin('POST', '/users', { username: 'newcomer' });
  expect((await idp.user('newcomer')).requiredActions).toEqual(['UPDATE_PASSWORD']);
});

test('console "Realm": a consent is found and revoked', async ({ page }) => {
  const idp = await realmOf(server);
  const { id } = await idp.user('alice');
  await idp.admin('PUT', `/users/${id}`, {
    clientConsents: [{ clientId: 'demo-web', grantedClientScopes: ['email', 'profile'] }],
  });
  await openConsole(page, server.url);
  await openTab(page, 'Consents');
  await expect(page.getByText('email, profile')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke the consent of alice to demo-web' }).click();
  await expect(page.getByRole('status').filter({ hasText: '0 consents' })).toBeVisible();
  await expect(page.getByText('No consents', { exact: true })).toBeVisible();
});

test('console "Realm": the import report lists settings without effect, and what happens instead', async ({
  page,
}) => {
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
    scimApiEnabled: true,
    smtpServer: { host: 'mail.example.test', password: 'mail-secret' },
    clientTemplates: [{ name: 'old' }],
  });
  await openConsole(page, server.url);
  await openTab(page, 'Import report');
  const settings = page.getByRole('list', { name: 'Settings without effect' }).getByRole('listitem');
  await expect(settings).toHaveCount(3);
  await expect(settings.filter({ hasText: 'scimApiEnabled' })).toContainText('There is no SCIM API');
  await expect(settings.filter({ hasText: 'smtpServer' })).toContainText('mail.example.test');
  await expect(page.getByText('mail-secret')).toHaveCount(0);
  await expectAccessible(page);
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
    scimApiEnabled: false,
    smtpServer: {},
    clientTemplates: [],
  });
  await openTab(page, 'General');
  await openTab(page, 'Import report');
  await expect(
    page.getByRole('heading', { name: 'Every setting of this realm has an effect' }),
  ).toBeVisible();
});

test('console "Realm": a long import report is searched, and settings of many clients are one entry', async ({
  page,
}) => {
  test.slow();
  const attributes = Object.fromEntries(
    ['execute-actions', 'reset-credentials', 'verify-email'].map((action) => [
      `actionTokenGeneratedByUserLifespan-${action}`,
      '900',
    ]),
  );
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
    attributes: { ...attributes, frontendUrl: 'https://sso.example.test' },
    loginTheme: 'acme',
    emailTheme: 'acme',
    userManagedAccessAllowed: true,
    scimApiEnabled: true,
    webAuthnPolicyRpId: 'example.test',
  });
  const idp = await realmOf(server);
  for (const clientId of ['web', 'api', 'till'])
    await idp.admin('POST', '/clients', { clientId, nodeReRegistrationTimeout: 60 });
  await openConsole(page, server.url);
  await openTab(page, 'Import report');
  const settings = page.getByRole('list', { name: 'Settings without effect' }).getByRole('listitem');
  await expect(settings).toHaveCount(8);
  await expect(settings.filter({ hasText: 'In 3 places: web, api, till' })).toHaveCount(1);
  await page.setViewportSize({ width: 400, height: 800 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const search = page.getByRole('textbox', { name: 'Search settings without effect' });
  await search.fill('passkeys');
  await expect(settings).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 setting' })).toBeVisible();
  await search.fill('nothing like this');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
});

test('console "Realm": an export for Keycloak is downloaded, with a list of what Keycloak reads differently', async ({
  page,
}) => {
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', { shopNumber: 7 });
  await openConsole(page, server.url);
  await openTab(page, 'Export');
  const list = page.getByRole('list', { name: 'What Keycloak will read differently' });
  await expect(list.getByRole('listitem').filter({ hasText: 'shopNumber' })).toHaveCount(1);
  await expectAccessible(page);
  const download = async (name: string): Promise<Record<string, unknown>> => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('demo-realm.json');
    return JSON.parse(readFileSync(await file.path(), 'utf8')) as Record<string, unknown>;
  };
  expect(await download('Export for Keycloak')).not.toHaveProperty('shopNumber');
  expect(await download('Export for Understudy')).toMatchObject({ realm: 'demo', shopNumber: 7 });
});

test('WCAG 2.2 AA: every tab of Realm passes the accessibility checks', async ({ page }) => {
  // Checking a whole screen takes seconds on a busy machine.
  test.slow();
  await page.setViewportSize({ width: 900, height: 700 });
  await openConsole(page, server.url);
  for (const tab of [
    'General',
    'Sign-in',
    'Keys',
    'Lifespans',
    'Client scopes',
    'Consents',
    'Import report',
    'Export',
  ]) {
    await openTab(page, tab);
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
  }
});
