// What the lists of the console have in common: selecting, switching, columns, addresses.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

/** Usernames of the realm that may sign in. */
async function enabledUsers(): Promise<readonly string[]> {
  const answer = await callAdmin(server.url, 'GET', '/admin/realms/demo/users');
  const users = (await answer.json()) as readonly { username: string; enabled: boolean }[];
  return users.filter(({ enabled }) => enabled).map(({ username }) => username);
}

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

test('console "Users": selected users are disabled, enabled and deleted together', async ({ page }) => {
  await openConsole(page, server.url, 'Users');
  await select(page, 'alice').check();
  await select(page, 'carol').check();
  await expect(page.getByText('2 users selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled 2 users.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Enabled: user alice' })).not.toBeChecked();
  expect(await enabledUsers()).toEqual(['bob']);
  await expect(page.getByText('2 users selected')).toBeHidden();
  await select(page, 'alice').check();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Enabled: user alice' })).toBeChecked();
  await select(page, 'bob').check();
  await select(page, 'carol').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('link', { name: 'bob' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'alice' })).toBeVisible();
});

test('console "Users": the shift key selects a range, and the heading selects and clears all that is shown', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Users');
  await select(page, 'alice').click();
  await select(page, 'carol').click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 users selected')).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await expect(all).toBeChecked();
  await all.uncheck();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeHidden();
});

test('console "Users": a switch in the row disables a user immediately, and nothing else of the user changes', async ({
  page,
}) => {
  const read = async (): Promise<Record<string, unknown>> => {
    const found = await callAdmin(server.url, 'GET', '/admin/realms/demo/users?username=bob');
    const [{ id }] = (await found.json()) as [{ id: string }];
    const answer = await callAdmin(server.url, 'GET', `/admin/realms/demo/users/${id}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const before = await read();
  await openConsole(page, server.url, 'Users');
  await page.getByRole('switch', { name: 'Enabled: user bob' }).uncheck();
  await expect.poll(async () => (await read())['enabled']).toBe(false);
  expect(await read()).toEqual({ ...before, enabled: false });
});

test('console "Clients": a client that is disabled in its row refuses sign-ins', async ({ page }) => {
  const idp = await realmOf(server);
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('switch', { name: 'Enabled: client demo-web' }).uncheck();
  await expect(page.getByRole('switch', { name: 'Enabled: client demo-web' })).toBeEnabled();
  const refused = await page.request.get(
    `${idp.issuer}/protocol/openid-connect/auth?client_id=demo-web&response_type=code&redirect_uri=http://127.0.0.1/`,
  );
  expect(refused.status()).toBe(400);
});

test('console "Clients": a change that the server refuses is undone in the row and explained', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Clients');
  const [client] = (await (
    await callAdmin(server.url, 'GET', '/admin/realms/demo/clients?clientId=demo-web')
  ).json()) as [{ id: string }];
  const one = page.getByRole('switch', { name: 'Enabled: client demo-web' });
  await expect(one).toBeChecked();
  await callAdmin(server.url, 'DELETE', `/admin/realms/demo/clients/${client.id}`);
  await one.click();
  await expect(page.getByText('The client demo-web was not disabled')).toBeVisible();
});

test('console "Users": hidden columns are shown when they are chosen, and stay after a reload', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Users');
  const heading = page.getByRole('columnheader', { name: 'E-mail verified' });
  await expect(page.getByRole('columnheader', { name: 'Username' })).toBeVisible();
  await expect(heading).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'E-mail verified' }).check();
  await page.getByRole('checkbox', { name: 'Name', exact: true }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toBeHidden();
});

for (const { screen, fill, type, url, shows } of [
  { screen: 'Users', fill: 'Search users', type: 'car', url: /users\?.*search=car/, shows: 'carol' },
  {
    screen: 'Clients',
    fill: 'Search clients',
    type: 'ciba',
    url: /clients\?.*search=ciba/,
    shows: 'demo-ciba',
  },
] as const) {
  test(`console "${screen}": the search stands in the URL, which opens the same list elsewhere`, async ({
    page,
    context,
  }) => {
    await openConsole(page, server.url, screen);
    await page.getByLabel(fill).fill(type);
    await expect(page).toHaveURL(url);
    await expect(page).toHaveURL(/realm=demo/);
    await expect(page.getByRole('link', { name: shows })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByLabel(fill)).toHaveValue(type);
    await expect(other.getByRole('row')).toHaveCount(2);
  });
}

test('console "Clients": the order stands in the URL, and an unknown column is ignored', async ({ page }) => {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('columnheader', { name: 'Client ID' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-clientId/);
  await page.goto(`${server.url}/console/#/clients?sort=nonsense&page=-3`);
  await page.reload();
  await expect(page.getByRole('link', { name: 'account', exact: true })).toBeVisible();
});

test('console "Frame": the realm stands in the URL, and going back returns to it', async ({ page }) => {
  await openConsole(page, server.url, 'Users');
  await expect(page).toHaveURL(/#\/users\?realm=demo$/);
  await page.goto(`${server.url}/console/#/users?realm=master`);
  await expect(page.getByRole('link', { name: 'admin', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'alice' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
});

test('console "Logs": a click anywhere on a line opens it, and the filter stands in the URL', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Logs');
  const lines = page.getByRole('region', { name: 'Log lines' }).getByRole('listitem');
  const line = lines.filter({ hasText: 'in place of Keycloak' });
  await line.click({ position: { x: 400, y: 12 } });
  await expect(line.getByRole('button', { expanded: true })).toBeVisible();
  await page.getByLabel('Search the log').fill('in place of');
  await expect(page).toHaveURL(/logs\?.*text=in\+place\+of/);
  await page.reload();
  await expect(page.getByLabel('Search the log')).toHaveValue('in place of');
  await expect(lines).toHaveCount(1);
});

test('console "Logs": long messages wrap in a narrow window', async ({ page }) => {
  await openConsole(page, server.url, 'Logs');
  const line = page
    .getByRole('region', { name: 'Log lines' })
    .getByRole('listitem')
    .filter({ hasText: 'in place of Keycloak' });
  const height = async (): Promise<number> => (await line.boundingBox())?.height ?? 0;
  expect(await height()).toBe(24);
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(height).toBeGreaterThan(30);
  await expectAccessible(page);
});

test('console "Logs" and "Activity": what is shown is saved as a file', async ({ page }) => {
  const idp = await realmOf(server);
  await fetch(`${idp.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'nobody-6', code: 'none' }),
  });
  const textOf = async (action: () => Promise<void>): Promise<{ name: string; text: string }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), action()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
  };
  await openConsole(page, server.url, 'Logs');
  await page.getByLabel('Search the log').fill('nobody-6');
  await expect(page.getByText('in place of Keycloak')).toBeHidden();
  const log = await textOf(() => page.getByRole('button', { name: 'Save lines' }).click());
  expect(log.name).toBe('understudy.log');
  expect(log.text).toMatch(/^\S+Z WARN {2}\[http\.refusal\] .*nobody-6/);
  expect(log.text).not.toContain('in place of');
  await page.goto(`${server.url}/console/#/activity`);
  for (const [item, name, content] of [
    ['Page (HTML)', 'activity-demo.html', '<!doctype html>'],
    ['HTTP Archive (HAR)', 'activity-demo.har', '"creator"'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await textOf(() => page.getByRole('menuitem', { name: item }).click());
    expect(saved.name).toBe(name);
    expect(saved.text).toContain(content);
    expect(saved.text).toContain('nobody-6');
  }
});
