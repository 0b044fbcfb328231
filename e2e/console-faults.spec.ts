import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { intercept, openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

const bar = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Not saved.' });

async function openTab(page: Page, screen: string, tab: string): Promise<void> {
  await rail(page).getByRole('link', { name: screen }).click();
  await page.getByRole('tab', { name: tab }).click();
}

/** Makes the server reject the next changes of the realm with these faults. */
async function refuseRealm(page: Page, errors: readonly { field?: string; errorMessage: string }[]) {
  await intercept(page, '**/admin/realms/demo', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: { errors } }) : route.continue(),
  );
}

test('console "Save bar": a rejected field is named in the save bar, scrolled into view and focused', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  const refused = page.getByRole('textbox', { name: /Password policy/ });
  await refused.fill('length(4)');
  // The user is at the other end of a long form when the response comes.
  const last = page.getByRole('tabpanel', { name: 'Sign-in' }).locator('[data-member] input').last();
  await last.scrollIntoViewIfNeeded();
  await refuseRealm(page, [{ field: 'passwordPolicy', errorMessage: 'This policy is not known.' }]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText('Not saved. The server rejected 1 field: Password policy.');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(refused).toBeFocused();
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('This policy is not known.')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await refused.fill('length(5)');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
});

test('console "Save bar": several rejected fields are counted, the first is shown, and "Show field" leads back to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  await page.getByRole('textbox', { name: /Password policy/ }).fill('length(4)');
  const members = page.getByRole('tabpanel', { name: 'Sign-in' }).locator('[data-member]');
  const names = await members.evaluateAll((all) => all.map((one) => one.getAttribute('data-member') ?? ''));
  const policy = names.indexOf('passwordPolicy');
  const later = names.slice(policy + 1).at(-1) ?? '';
  // The server lists them in another order than the form.
  await refuseRealm(page, [
    { field: `attributes.${later}`, errorMessage: 'Second fault.' },
    { errorMessage: 'passwordPolicy is not known.' },
    { field: 'smtpServer', errorMessage: 'Third fault.' },
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText(
    /The server rejected 2 fields: Password policy, .+\. smtpServer: Third fault\./,
  );
  const first = page.getByRole('textbox', { name: /Password policy/ });
  await expect(first).toBeFocused();
  await page.locator(`[data-member="${later}"] input`).first().focus();
  await page.getByRole('button', { name: 'Show field' }).click();
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport({ ratio: 1 });
});

test('console "Save bar": a refusal disappears with its change and with the next one', async ({ page }) => {
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  const refused = page.getByRole('textbox', { name: /Password policy/ });
  const before = await refused.inputValue();
  await refuseRealm(page, [
    { field: 'passwordPolicy', errorMessage: 'This policy is not known.' },
    { errorMessage: 'The realm is read-only.' },
  ]);
  const save = page.getByRole('button', { name: 'Save' });
  const another = page.getByRole('tabpanel', { name: 'Sign-in' }).getByRole('switch').first();
  // Reverted and left: later edits were never sent.
  await refused.fill('length(4)');
  await save.click();
  await expect(bar(page)).toContainText('The realm is read-only.');
  await refused.fill(before);
  await expect(save).toBeHidden();
  await another.click();
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Revert' }).click();
  // A refusal without a field disappears with any edit, all others with an edit in another field.
  await refused.fill('length(4)');
  await save.click();
  await expect(bar(page)).toContainText('Password policy. The realm is read-only.');
  await another.click();
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('This policy is not known.')).toBeHidden();
  await another.click();
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('console "Save bar": in Settings, too, a refusal disappears with its change', async ({ page }) => {
  await openConsole(page, server.url, 'Settings');
  const format = page.getByRole('textbox', { name: 'log-console-format', exact: true });
  const before = await format.inputValue();
  await format.fill('%q');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar(page)).toContainText('The server rejected 1 field: log-console-format.');
  await format.fill(before);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.getByRole('textbox', { name: 'log-level', exact: true }).fill('debug');
  await expect(page.getByText('1 unsaved option.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

/** Opens alice and makes the server reject her next changes. */
async function refuseAlice(page: Page, answer: object): Promise<void> {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: 'alice', exact: true }).click();
  await intercept(page, '**/admin/realms/demo/users/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: answer }) : route.continue(),
  );
}

test('console "Save bar": a rejected attribute leads to its row, which shows the fault', async ({ page }) => {
  await refuseAlice(page, {
    errors: [
      { field: 'attributes.room', errorMessage: 'error-invalid-length' },
      { field: 'attributes.phone', errorMessage: 'error-user-attribute-required' },
    ],
  });
  const add = page.getByRole('button', { name: 'Add attribute' });
  for (const name of ['floor', 'room']) {
    await add.click();
    await page.getByRole('textbox', { name: 'Attribute name' }).last().fill(name);
    await page.getByLabel(`Values of ${name}`).first().fill('1');
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText('The server rejected 1 field: Attributes.');
  const room = page.getByLabel('Values of room').first();
  await expect(room).toBeFocused();
  await expect(room).toHaveAttribute('aria-invalid', 'true');
  await expect(room).toHaveAccessibleDescription('This value is too short or too long.');
  await expect(page.getByRole('group', { name: 'Attributes' })).toHaveAccessibleDescription(
    'phone: A value is required.',
  );
  await expect(page.getByLabel('Values of floor').first()).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

for (const [answer, text] of [
  [{ errorMessage: 'User name is missing' }, 'Enter a username.'],
  [{ errorMessage: 'User exists with same username' }, 'Another user has this username.'],
] as const)
  test(`Keycloak admin API: ${JSON.stringify(answer)} is shown at the field it is about`, async ({
    page,
  }) => {
    await refuseAlice(page, answer);
    const field = page.getByRole('textbox', { name: /^Username/ });
    await field.fill('alicia');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(bar(page)).toContainText('The server rejected 1 field: Username.');
    await expect(field).toBeFocused();
    await expect(page.getByText(text)).toBeVisible();
  });

test('console "Save bar": an unreachable server is reported there', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url);
  await openTab(page, 'Realm', 'Sign-in');
  await page.getByRole('textbox', { name: /Password policy/ }).fill('length(4)');
  await server.kill();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toContainText('Not saved. The server is not responding.');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  server = await startServer();
});

test('console "Save bar": Settings lead to the first rejected option, even if a search hides it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openConsole(page, server.url, 'Settings');
  const field = (key: string) => page.locator(`[data-setting="${key}"]`).getByRole('textbox', { name: key });
  await field('log-console-format').fill('%p %d{yyyy %s%n');
  await field('log-file-format').fill('%q');
  const search = page.getByRole('textbox', { name: 'Search the options' });
  await search.fill('gelf');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar(page)).toContainText('The server rejected 2 fields: ');
  await expect(search).toHaveValue('');
  const keys = await page
    .locator('[data-setting]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-setting')));
  const first =
    keys.indexOf('log-console-format') < keys.indexOf('log-file-format')
      ? 'log-console-format'
      : 'log-file-format';
  await expect(field(first)).toBeFocused();
  await expect(field(first)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test('console "Save bar": Settings lead to a rejected option before a search that has just been typed hides it', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Settings');
  const field = page
    .locator('[data-setting="log-console-format"]')
    .getByRole('textbox', { name: 'log-console-format' });
  await field.fill('%p %d{yyyy %s%n');
  // A busy browser draws the screen with a new URL later; here, it never does.
  await page.evaluate(() => history.replaceState(history.state, '', '#/settings?search=gelf'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar(page)).toContainText('The server rejected 1 field: ');
  await expect(page).not.toHaveURL(/search=/);
  await expect(field).toBeFocused();
});

test('console: an unknown screen says so and lists the screens', async ({ page }) => {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/clinets`);
  await expect(page.getByRole('heading', { level: 1, name: 'Screen not found' })).toBeVisible();
  await expect(page.getByText('/clinets')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Screens of the console' })
    .getByRole('link', { name: 'Clients' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('console: an unknown realm says so, lists the realms, and keeps the selected one', async ({ page }) => {
  await openConsole(page, server.url);
  await page.goto(`${server.url}/console/#/device?realm=nope%20%3Cb%3E`);
  await expect(page.getByRole('heading', { level: 1, name: 'Realm not found' })).toBeVisible();
  await expect(page.getByText('nope <b>')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Realms of this server' })
    .getByRole('link', { name: 'master' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Device' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('master');
});

test('console: the realm switcher and the palette lead away from a URL with an unknown realm', async ({
  page,
}) => {
  await openConsole(page, server.url);
  const wrong = page.getByRole('heading', { level: 1, name: 'Realm not found' });
  const users = page.getByRole('heading', { level: 1, name: 'Users' });
  const switcher = page.getByRole('combobox', { name: 'Realm' });
  // Also to the realm that is already selected.
  for (const realm of ['demo', 'master']) {
    await page.goto(`${server.url}/console/#/users?realm=nope`);
    await expect(wrong).toBeVisible();
    await switcher.click();
    await page.getByRole('option', { name: realm, exact: true }).click();
    await expect(users).toBeVisible();
    await expect(switcher).toHaveValue(realm);
  }
  await page.goto(`${server.url}/console/#/users?realm=nope`);
  await expect(wrong).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Switch to realm demo');
  await page.keyboard.press('Enter');
  await expect(users).toBeVisible();
  await expect(switcher).toHaveValue('demo');
});

test('console: a newly created realm is found by its URL', async ({ page }) => {
  await openConsole(page, server.url);
  // Records every heading drawn from now on.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1')) seen.add(heading.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  expect((await callAdmin(server.url, 'POST', '/admin/realms', { realm: 'fresh' })).status).toBe(201);
  await page.evaluate(() => {
    location.hash = '#/device?realm=fresh';
  });
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('fresh');
  await expect(page.getByRole('heading', { level: 1, name: 'Device' })).toBeVisible();
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  expect(seen).toContain('Device');
  expect(seen).not.toContain('Realm not found');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`console: without JavaScript, it says that JavaScript is required, ${colorScheme}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${server.url}/console/`);
    const heading = page.getByRole('heading', { level: 1, name: 'The console needs JavaScript' });
    await expect(heading).toBeInViewport({ ratio: 1 });
    // The page's policy allows its styles.
    await expect(heading).toHaveCSS('font-size', '22px');
    await expect(page.locator('body')).toHaveCSS(
      'background-color',
      colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(26, 27, 30)',
    );
    expect(refused).toEqual([]);
    await context.close();
  });
}
