import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const REALM = '/admin/realms/demo';

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

async function create(path: string, body: unknown): Promise<void> {
  const { status } = await callAdmin(server.url, 'POST', REALM + path, body);
  expect(status, path).toBe(201);
}

async function read<T>(path: string): Promise<T> {
  return (await (await callAdmin(server.url, 'GET', REALM + path)).json()) as T;
}

async function idOfClient(clientId: string): Promise<string> {
  const [client] = await read<{ id: string }[]>(`/clients?clientId=${clientId}`);
  return client?.id ?? '';
}

async function idOfUser(username: string): Promise<string> {
  const [user] = await read<{ id: string }[]>(`/users?username=${username}&exact=true`);
  return user?.id ?? '';
}

async function rolesOf(username: string): Promise<string[]> {
  const roles = await read<{ name: string }[]>(`/users/${await idOfUser(username)}/role-mappings/realm`);
  return roles.map(({ name }) => name);
}

const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();
const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });
const message = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

async function openUserRoles(page: Page, username: string): Promise<void> {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: username, exact: true }).click();
  await tab(page, 'Roles and groups');
  await expect(page.getByRole('region', { name: 'Roles' }).getByRole('row').nth(1)).toBeVisible();
}

test('console "Roles": a role is created, made composite, assigned to users who are searched, and deleted with undo', async ({
  page,
}) => {
  const odd = 'a/b "c" & d';
  await create('/roles', { name: 'taken' });
  await create(`/clients/${await idOfClient('demo-web')}/roles`, { name: odd });
  await openConsole(page, server.url, 'Roles');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role name').fill('taken');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A role taken already exists here. Choose another name.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Role name').fill('librarian');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'librarian' })).toBeVisible();

  await tab(page, 'Associated roles');
  await page.getByRole('button', { name: 'Assign roles' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Search roles' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Search roles' }).fill('demo-web a/b');
  await dialog.getByRole('checkbox', { name: `Select demo-web: ${odd}` }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign 1 role' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, odd)).toContainText('assigned');

  await tab(page, 'Users in role');
  await page.getByRole('button', { name: 'Assign users' }).click();
  const search = dialog.getByRole('textbox', { name: /^Search users/ });
  await search.fill('alice');
  await dialog.getByRole('checkbox', { name: 'Select alice' }).check();
  await search.fill('bob');
  await dialog.getByRole('checkbox', { name: 'Select bob' }).check();
  await dialog.getByRole('button', { name: 'Assign 2 users' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'alice')).toContainText('assigned');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unassign bob' }).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 'bob')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Unassign alice' })).toBeFocused();
  expect(await rolesOf('alice')).toContain('librarian');
  expect(await rolesOf('bob')).not.toContain('librarian');

  await tab(page, 'Details');
  await page.getByLabel('Role name').fill('taken');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Another role has this name.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Revert' }).click();
  await tab(page, 'Users in role');
  await page.getByRole('link', { name: 'alice' }).click();
  await tab(page, 'Roles and groups');
  await expect(row(page, odd)).toContainText(`composite librarian › demo-web: ${odd}`);
  await page.getByRole('link', { name: 'librarian', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/#\/roles\?/);
  await expect(page.getByRole('link', { name: 'librarian' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'librarian' })).toBeVisible();
  expect((await callAdmin(server.url, 'GET', `${REALM}/roles/librarian`)).status).toBe(200);
});

test('console "Users": effective roles with where each comes from; assigned ones are unassigned, inherited ones hidden', async ({
  page,
}) => {
  await create('/roles', { name: 'reader' });
  await create('/groups', { name: 'readers' });
  const [group] = await read<{ id: string }[]>('/groups?search=readers');
  const reader = await read<{ id: string }>('/roles/reader');
  await callAdmin(server.url, 'POST', `${REALM}/groups/${group?.id}/role-mappings/realm`, [
    { id: reader.id, name: 'reader' },
  ]);
  await create('/users', { username: 'carla', enabled: true, groups: ['/readers'] });
  await callAdmin(server.url, 'POST', `${REALM}/users/${await idOfUser('carla')}/role-mappings/realm`, [
    { id: reader.id, name: 'reader' },
  ]);
  await openUserRoles(page, 'carla');
  const roles = page.getByRole('region', { name: 'Roles' }).first();
  const listed = (text: string): Locator => roles.getByRole('row').filter({ hasText: text });
  await expect(listed('offline_access')).toContainText('composite default-roles-demo › offline_access');
  await page.getByRole('button', { name: 'All 2 origins of reader' }).click();
  await expect(page.getByText('group /readers', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unassign reader' }).click();
  await expect(message(page, 'Unassigned role reader from carla.')).toBeVisible();
  await expect(listed('reader')).toContainText('group /readers');
  await page.getByRole('checkbox', { name: 'Hide inherited roles' }).check();
  await expect(listed('reader')).toHaveCount(0);
  await expect(listed('default-roles-demo')).toBeVisible();
  await expect(page).toHaveURL(/inherited=hidden/);
});

test('console "Roles": a role that was deleted meanwhile is not assigned, and the dialog says why', async ({
  page,
}) => {
  await create('/roles', { name: 'short-lived' });
  await openUserRoles(page, 'alice');
  await page.getByRole('button', { name: 'Assign roles' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Search roles' }).fill('short-lived');
  // The dialog shrinks with the list, which would move its buttons away from a click.
  await expect(dialog.locator('tbody tr')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Select short-lived' }).check();
  expect((await callAdmin(server.url, 'DELETE', `${REALM}/roles/short-lived`)).status).toBe(204);
  await dialog.getByRole('button', { name: 'Assign 1 role' }).click();
  await expect(
    dialog.getByText('A selected role or the user has been deleted in the meantime.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Deselect short-lived' }).click();
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
});

test('console "Roles": 500 roles of a client are searched and paged, and found in the palette; the default role stays', async ({
  page,
}) => {
  const client = await idOfClient('demo-spa');
  const numbers = Array.from({ length: 500 }, (_, index) => index);
  const { status } = await callAdmin(server.url, 'POST', `${REALM}/partialImport`, {
    ifResourceExists: 'SKIP',
    roles: { client: { 'demo-spa': numbers.map((number) => ({ name: `permission-${number}` })) } },
  });
  expect(status).toBe(200);
  await openConsole(page, server.url, 'Roles');
  await page.getByRole('radiogroup', { name: 'Kind of role' }).getByText('Client roles').click();
  await page.getByRole('combobox', { name: 'Client' }).fill('demo-spa');
  await page.getByRole('option', { name: 'demo-spa' }).click();
  await expect(page.getByText('500 roles')).toBeVisible();
  await page.getByRole('button', { name: 'Page 10' }).click();
  await expect(page).toHaveURL(/kind=client.*client=demo-spa.*page=10/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'permission-57' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('permission-42');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /demo-spa: permission-42$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'permission-42' })).toBeVisible();
  await page.getByRole('link', { name: 'demo-spa' }).click();
  await expect(page).toHaveURL(new RegExp(`#/clients/${client}/roles`));
  await expect(page.getByText('500 roles')).toBeVisible();

  await rail(page).getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('link', { name: 'Default roles' }).click();
  await expect(page.getByRole('region', { name: 'Default roles' })).toBeVisible();
  await expect(row(page, 'uma_authorization')).toContainText('assigned');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});
