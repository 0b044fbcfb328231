import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

interface StoredClient {
  readonly id: string;
}

async function idOf(clientId: string): Promise<string> {
  const path = `/admin/realms/demo/clients?clientId=${encodeURIComponent(clientId)}`;
  const [client] = (await (await callAdmin(server.url, 'GET', path)).json()) as StoredClient[];
  if (client === undefined) throw new Error(`there is no client ${clientId}`);
  return client.id;
}

async function openTab(page: Page, clientId: string, tab: string): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('link', { name: clientId, exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

async function chooseUser(page: Page, username: string): Promise<void> {
  await page.getByRole('combobox', { name: 'User' }).fill(username);
  await page.getByRole('option', { name: username, exact: true }).click();
}

const rowOf = (page: Page, claim: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: claim, exact: true }) });

test('console "Evaluate": tokens of a user, each claim with mapper, client scope and role', async ({
  page,
}) => {
  await openTab(page, 'demo-web', 'Evaluate');
  await expect(page.getByText('No user chosen')).toBeVisible();
  await chooseUser(page, 'bob');
  await expect(rowOf(page, 'iss')).toContainText('Built in');
  await expect(rowOf(page, 'jti')).toContainText('Different each time');
  const email = rowOf(page, 'email');
  await expect(email).toContainText('bob@example.test');
  await expect(email).toContainText('client scope email (default)');
  const roles = rowOf(page, 'realm_access.roles');
  await expect(roles).toContainText('manager – directly');
  await expect(roles).toContainText('user – composite manager');
  await expect(rowOf(page, 'resource_access.demo-api.roles')).toContainText(
    'demo-api: read – composite demo-api: write',
  );
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'ID token' }).click();
  await expect(rowOf(page, 'typ')).toContainText('ID');
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'ID token JSON' })).toContainText(
    '"preferred_username": "bob"',
  );
  await expectAccessible(page);
});

test('console "Evaluate": user, scopes, audience and document are in the address, which opens the same again', async ({
  page,
}) => {
  await openTab(page, 'demo-web', 'Evaluate');
  await chooseUser(page, 'carol');
  await page.getByText('phone', { exact: true }).click();
  await expect(rowOf(page, 'phone_number')).toContainText('client scope phone (optional)');
  await page.getByRole('combobox', { name: 'Audience' }).fill('demo-api');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Userinfo' }).click();
  await expect(page).toHaveURL(/user=carol&scope=openid\+phone&audience=demo-api&show=userInfo$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Userinfo' })).toHaveAttribute('aria-selected', 'true');
  await expect(rowOf(page, 'phone_number')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('carol');
  // Without openid there is no userinfo.
  await page.getByText('openid', { exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Access token' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Userinfo' })).toBeHidden();
});

test('console "Evaluate": a cause leads to its mapper', async ({ page }) => {
  await openTab(page, 'demo-web', 'Evaluate');
  await chooseUser(page, 'alice');
  await rowOf(page, 'email').getByRole('link', { name: 'email' }).click();
  await expect(page.getByRole('dialog', { name: 'Mapper email' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Mapper email' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'email' })).toBeVisible();
});

test('console "Evaluate": a refused preview says why and what helps', async ({ page }) => {
  await openTab(page, 'demo-web', 'Evaluate');
  await chooseUser(page, 'alice');
  await expect(rowOf(page, 'sub')).toBeVisible();
  await page.getByRole('combobox', { name: 'Audience' }).fill('demo-spa');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'No tokens would be issued' });
  await expect(alert).toContainText('Requested audience not available: demo-spa');
  await expect(alert).toContainText('Add an audience mapper for demo-spa');
  await expectAccessible(page);
});

test('console "Evaluate": a client with a service account shows its token without a user', async ({
  page,
}) => {
  await openTab(page, 'demo-service', 'Evaluate');
  await expect(rowOf(page, 'preferred_username')).toContainText('service-account-demo-service');
});

test('console "Evaluate": the assertion of a SAML client, with causes and as XML', async ({ page }) => {
  await openTab(page, 'demo-saml', 'Evaluate');
  await expect(page.getByText('Requested scopes')).toBeHidden();
  await chooseUser(page, 'alice');
  await expect(rowOf(page, 'Subject.NameID')).toContainText('alice');
  await expect(rowOf(page, 'Issuer')).toContainText('Built in');
  await expectAccessible(page);
  await page.getByText('XML', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Assertion XML' })).toContainText('<saml:NameID');
});

test('console "Mappers": the preview shows what unsaved changes would change, and stores nothing', async ({
  page,
}) => {
  const id = await idOf('demo-web');
  const mappers = `/admin/realms/demo/clients/${id}/protocol-mappers/models`;
  const config = { 'claim.name': 'team', 'claim.value': 'blue', 'access.token.claim': 'true' };
  await callAdmin(server.url, 'POST', mappers, {
    name: 'Team',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config,
  });
  await openTab(page, 'demo-web', 'Mappers');
  await page.getByRole('button', { name: 'Team', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Mapper Team' });
  await expect(panel.getByRole('button', { name: 'Preview' })).toBeHidden();
  await panel.getByRole('textbox', { name: /^Claim value/ }).fill('red');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await panel.getByRole('combobox', { name: 'User' }).fill('alice');
  await page.getByRole('option', { name: 'alice', exact: true }).click();
  const change = panel.getByRole('row', { name: /team Access token/ });
  await expect(change).toContainText('Changed');
  await expect(change).toContainText('blue');
  await expect(change).toContainText('red');
  await panel.getByRole('textbox', { name: /^Token claim name/ }).fill('crew');
  await expect(panel.getByRole('row', { name: /crew Access token/ })).toContainText('Added');
  await expect(panel.getByRole('row', { name: /team Access token/ })).toContainText('Removed');
  await expectAccessible(page);
  const [stored] = (await (await callAdmin(server.url, 'GET', mappers)).json()) as { config: object }[];
  expect(stored?.config).toMatchObject(config);
});

test('console "Client scopes": the preview of a mapper is for a client that has the scope', async ({
  page,
}) => {
  await openTab(page, 'demo-web', 'Evaluate');
  await chooseUser(page, 'carol');
  await page.getByText('phone', { exact: true }).click();
  await rowOf(page, 'phone_number').getByRole('link', { name: 'phone number', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Mapper phone number' });
  await panel.getByRole('textbox', { name: /^Token claim name/ }).fill('telephone');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await panel.getByRole('combobox', { name: 'Client' }).fill('demo-spa');
  await page.getByRole('option', { name: 'demo-spa', exact: true }).click();
  await panel.getByRole('combobox', { name: 'User' }).fill('carol');
  await page.getByRole('option', { name: 'carol', exact: true }).click();
  await expect(panel.getByRole('row', { name: /telephone ID token/ })).toContainText('+1 555 0100');
  await expect(panel.getByRole('row', { name: /phone_number ID token/ })).toContainText('Removed');
});

test('console "Users": tokens of a user are previewed for a client', async ({ page }) => {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: 'bob', exact: true }).click();
  await page.getByRole('button', { name: 'Preview tokens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview tokens of bob' });
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Client' }).fill('demo-spa');
  await page.getByRole('option', { name: 'demo-spa', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'demo-spa' })).toBeVisible();
  await expect(rowOf(page, 'preferred_username')).toContainText('bob');
});
