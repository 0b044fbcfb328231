import { expect, type Locator, type Page, test } from '@playwright/test';
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

const PROFILE = '/admin/realms/demo/users/profile';

interface Entry {
  readonly name: string;
  readonly [member: string]: unknown;
}

interface Profile {
  readonly attributes: readonly Entry[];
  readonly groups: readonly Entry[];
  readonly unmanagedAttributePolicy?: string;
}

async function readProfile(): Promise<Profile> {
  return (await (await callAdmin(server.url, 'GET', PROFILE)).json()) as Profile;
}

const namesOf = async (): Promise<readonly string[]> =>
  (await readProfile()).attributes.map(({ name }) => name);

async function openProfile(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'User profile' }).click();
  await expect(page.getByRole('list', { name: 'Attributes' })).toBeVisible();
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function choose(page: Page, field: RegExp, ...options: readonly string[]): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field }).click();
  for (const name of options) await page.getByRole('option', { name, exact: true }).click();
}

test('console "Realm": an attribute is added with its rules, and the server applies them', async ({
  page,
}) => {
  await openProfile(page);
  await expect(page.getByText('This realm has no user profile of its own')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Add attribute');
  await dialog(page).getByRole('textbox', { name: /^Name/ }).fill('phone');
  await dialog(page)
    .getByRole('textbox', { name: /^Display name/ })
    .fill('Phone');
  await choose(page, /^Group/, 'user-metadata');
  await choose(page, /^Required required$/, 'For some users or scopes');
  await choose(page, /^Required for/, 'Administrators');
  await page.keyboard.press('Tab');
  await choose(page, /^Validations/, 'pattern');
  await page.keyboard.press('Tab');
  await dialog(page)
    .getByRole('textbox', { name: /^Pattern/ })
    .fill('[0-9]+');
  await dialog(page)
    .getByRole('textbox', { name: /^Annotations/ })
    .fill('{"inputType": "html5-tel"}');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(
    page.getByText(/group user-metadata · required for administrators .* checked by pattern/),
  ).toBeVisible();
  await expect(page.getByText('This realm has no user profile of its own')).toHaveCount(0);
  expect((await readProfile()).attributes.at(-1)).toEqual({
    name: 'phone',
    displayName: 'Phone',
    group: 'user-metadata',
    multivalued: false,
    permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
    required: { roles: ['admin'] },
    validations: { pattern: { pattern: '[0-9]+' } },
    annotations: { inputType: 'html5-tel' },
  });
  const body = { username: 'eve', attributes: { phone: ['none'] } };
  const refused = await callAdmin(server.url, 'POST', '/admin/realms/demo/users', body);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ field: 'phone', errorMessage: 'error-pattern-no-match' });
});

test('bad input: an attribute with a taken name, a wrong limit or annotations that are no JSON is not sent', async ({
  page,
}) => {
  await openProfile(page);
  await press(page, 'Add attribute');
  const name = dialog(page).getByRole('textbox', { name: /^Name/ });
  const add = dialog(page).getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(dialog(page).getByText(/^Enter a name of letters/)).toBeVisible();
  await name.fill('email');
  await expect(dialog(page).getByText('The user profile already has this name.')).toBeVisible();
  await name.fill('phone');
  const annotations = dialog(page).getByRole('textbox', { name: /^Annotations/ });
  await annotations.fill('{');
  await add.click();
  await expect(dialog(page).getByText(/^Enter a JSON object/)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await namesOf()).toEqual(['username', 'email', 'firstName', 'lastName']);
});

test('Keycloak user profile: attributes are moved, changed and removed; username and e-mail address stay', async ({
  page,
}) => {
  await openProfile(page);
  await expect(page.getByRole('button', { name: 'Remove username' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Remove email' })).toBeDisabled();
  await press(page, 'Move lastName up');
  await expect.poll(namesOf).toEqual(['username', 'email', 'lastName', 'firstName']);
  await expect(page.getByRole('button', { name: 'Move lastName up' })).toBeFocused();
  await press(page, 'Edit lastName');
  await expect(dialog(page).getByRole('textbox', { name: /^Name/ })).toHaveCount(0);
  await choose(page, /^Required required$/, 'Always');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const changed = (await readProfile()).attributes.find(({ name }) => name === 'lastName');
  expect(changed?.['required']).toEqual({});
  expect(changed?.['validations']).toEqual({ length: { max: 255 }, 'person-name-prohibited-characters': {} });
  await press(page, 'Remove firstName');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await namesOf()).toContain('firstName');
  await press(page, 'Remove firstName');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(namesOf).toEqual(['username', 'email', 'lastName']);
});

test('Keycloak user profile: a group is added, renamed with its attributes, and removed without them', async ({
  page,
}) => {
  await openProfile(page);
  await press(page, 'Add group');
  await dialog(page).getByRole('textbox', { name: /^Name/ }).fill('home');
  await dialog(page)
    .getByRole('textbox', { name: /^Display name/ })
    .fill('At home');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('“At home” · 0 attributes')).toBeVisible();
  await press(page, 'Edit lastName');
  await choose(page, /^Group/, 'home');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“At home” · 1 attribute')).toBeVisible();
  await press(page, 'Edit home');
  await dialog(page).getByRole('textbox', { name: /^Name/ }).fill('house');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit house' })).toBeVisible();
  const groupOf = async () =>
    (await readProfile()).attributes.find(({ name }) => name === 'lastName')?.['group'];
  expect(await groupOf()).toBe('house');
  await press(page, 'Remove house');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Edit house' })).toHaveCount(0);
  expect(await groupOf()).toBeUndefined();
});

test('Keycloak user profile: the policy for other attributes is saved, and removed again', async ({
  page,
}) => {
  await openProfile(page);
  const policyOf = async () => (await readProfile()).unmanagedAttributePolicy;
  const policy = page.getByRole('combobox', { name: /^Unmanaged attributes/ });
  await policy.click();
  await page.getByRole('option', { name: /ADMIN_EDIT/ }).click();
  await expect.poll(policyOf).toBe('ADMIN_EDIT');
  await expect(policy).toHaveValue(/ADMIN_EDIT/);
  await policy.click();
  await page.getByRole('option', { name: 'Not allowed' }).click();
  await expect.poll(policyOf).toBeUndefined();
});

test('console "Realm": a concurrent change of the profile is kept', async ({ page }) => {
  await openProfile(page);
  const { attributes, ...rest } = await readProfile();
  const body = { ...rest, attributes: [...attributes, { name: 'theirs' }] };
  expect((await callAdmin(server.url, 'PUT', PROFILE, body)).status).toBe(200);
  await press(page, 'Move lastName up');
  await expect.poll(namesOf).toEqual(['username', 'email', 'lastName', 'firstName', 'theirs']);
});
