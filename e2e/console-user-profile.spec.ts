// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
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

const ALL = { view: ['admin', 'user'], edit: ['admin', 'user'] };
const ROOT = ['username', 'email', 'firstName', 'lastName'].map((name) => ({
  name,
  displayName: `\${${name}}`,
  permissions: ALL,
}));

/** A profile with every kind of input that administrators get. */
const PROFILE = {
  attributes: [
    ...ROOT,
    {
      name: 'phone',
      displayName: '${phone}',
      permissions: ALL,
      annotations: {
        inputType: 'html5-tel',
        inputHelperTextBefore: '${phoneHelp}',
        inputHelperTextAfter: 'Or none',
      },
      validations: { pattern: { pattern: '[0-9]+', 'error-message': 'digitsOnly' }, length: { max: 8 } },
    },
    {
      name: 'size',
      displayName: 'Size',
      group: 'shop',
      permissions: ALL,
      annotations: { inputType: 'select', inputOptionLabels: { s: 'Small', xl: '${extraLarge}' } },
      validations: { options: { options: ['s', 'xl'] } },
    },
    {
      name: 'pay',
      displayName: 'Payment',
      group: 'shop',
      permissions: ALL,
      annotations: { inputType: 'select-radiobuttons' },
      validations: { options: { options: ['card', 'cash'] } },
    },
    {
      name: 'news',
      displayName: 'Newsletters',
      group: 'shop',
      permissions: ALL,
      multivalued: true,
      annotations: { inputType: 'multiselect-checkboxes' },
      validations: { options: { options: ['food', 'art'] } },
    },
    {
      name: 'tags',
      displayName: 'Tags',
      permissions: ALL,
      multivalued: true,
      validations: { multivalued: { max: 2 } },
    },
    { name: 'notes', displayName: 'Notes', permissions: ALL, annotations: { inputType: 'textarea' } },
    { name: 'cost', displayName: 'Cost centre', permissions: ALL, required: { roles: ['admin'] } },
    { name: 'badge', displayName: 'Badge', permissions: { view: ['admin'], edit: ['user'] } },
    { name: 'diary', displayName: 'Diary', permissions: { view: ['user'], edit: ['user'] } },
  ],
  groups: [{ name: 'shop', displayHeader: '${shop}', displayDescription: 'What the shop needs' }],
};

const TEXTS = {
  phone: 'Telephone',
  phoneHelp: 'With the area code',
  shop: 'Shopping',
  extraLarge: 'Extra large',
  digitsOnly: 'Digits only, please.',
};

async function useProfile(policy?: string): Promise<void> {
  const profile = policy === undefined ? PROFILE : { ...PROFILE, unmanagedAttributePolicy: policy };
  const texts = await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
    localizationTexts: { en: TEXTS },
  });
  expect(texts.status).toBe(204);
  const { status } = await callAdmin(server.url, 'PUT', '/admin/realms/demo/users/profile', profile);
  expect(status).toBe(200);
}

interface StoredUser {
  readonly id: string;
  readonly email?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
}

async function readUser(username: string): Promise<StoredUser | undefined> {
  const path = `/admin/realms/demo/users?username=${username}&exact=true`;
  const [user] = (await (await callAdmin(server.url, 'GET', path)).json()) as StoredUser[];
  return user;
}

/** Gives alice attributes, whatever the profile allows: before it is set. */
async function giveAlice(attributes: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const alice = await readUser('alice');
  const path = `/admin/realms/demo/users/${alice?.id}`;
  expect((await callAdmin(server.url, 'PUT', path, { attributes })).status).toBe(204);
}

async function openAlice(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: 'alice', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^Username/ })).toHaveValue('alice');
}

const bar = (page: Page): Locator => page.getByRole('alert');
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
const saved = (page: Page): Locator => page.getByText('Saved: User alice.');

test('Keycloak user profile: attributes are edited by their annotations, below the headings of their groups', async ({
  page,
}) => {
  await giveAlice({ badge: ['B7'], diary: ['secret'], cost: ['1'] });
  await useProfile();
  await openAlice(page);
  const shop = page.getByRole('region', { name: 'Shopping' });
  await expect(shop.getByText('What the shop needs')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Telephone phone/ })).toHaveAccessibleDescription(
    'With the area code Or none',
  );
  await page.getByRole('textbox', { name: /^Telephone/ }).fill('123');
  await shop.getByRole('combobox', { name: /^Size/ }).click();
  await page.getByRole('option', { name: 'Extra large' }).click();
  await shop.getByRole('radio', { name: 'cash' }).check();
  await shop.getByRole('checkbox', { name: 'food' }).check();
  await shop.getByRole('checkbox', { name: 'art' }).check();
  await page.getByRole('combobox', { name: /^Tags/ }).fill('a, b');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Notes/ }).fill('two\nlines');
  await expectAccessible(page);
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect((await readUser('alice'))?.attributes).toEqual({
    badge: ['B7'],
    diary: ['secret'],
    cost: ['1'],
    phone: ['123'],
    size: ['xl'],
    pay: ['cash'],
    news: ['food', 'art'],
    tags: ['a, b'],
    notes: ['two\nlines'],
  });
});

test('Keycloak user profile: what administrators may not change is read-only, and what they may not see is absent', async ({
  page,
}) => {
  await giveAlice({ badge: ['B7'], diary: ['secret'], cost: ['1'] });
  await useProfile('ENABLED');
  await openAlice(page);
  const badge = page.getByRole('textbox', { name: /^Badge/ });
  await expect(badge).toHaveValue('B7');
  await expect(badge).not.toBeEditable();
  await expect(badge).toHaveAccessibleDescription('Read-only for administrators.');
  await expect(page.getByText('secret')).toHaveCount(0);
  await expect(page.getByText('diary')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Cost centre/ })).toHaveAttribute('required', '');
  await expect(page.getByRole('textbox', { name: /^Telephone/ })).not.toHaveAttribute('required', '');
});

test('Keycloak user profile: every fault is shown at its field, in the words of the realm, and nothing is saved', async ({
  page,
}) => {
  await giveAlice({ cost: ['1'], tags: ['a', 'b'] });
  await useProfile();
  await openAlice(page);
  await page.getByRole('textbox', { name: /^Email/ }).fill('alicia@example.test');
  const phone = page.getByRole('textbox', { name: /^Telephone/ });
  await phone.fill('none');
  const cost = page.getByRole('textbox', { name: /^Cost centre/ });
  await cost.fill('');
  const tags = page.getByRole('combobox', { name: /^Tags/ });
  await tags.fill('c');
  await page.keyboard.press('Enter');
  await save(page);
  await expect(bar(page)).toContainText('The server rejected 3 fields: Telephone, Tags, Cost centre.');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Digits only, please\./);
  await expect(tags).toHaveAccessibleDescription(/Enter 0 to 2 values\./);
  await expect(cost).toHaveAccessibleDescription(/A value is required\./);
  await expectAccessible(page);
  await phone.fill('123456789');
  await cost.fill('2');
  await page.keyboard.press('Enter');
  await expect(phone).toHaveAccessibleDescription(/Enter at most 8 characters\./);
  await expect(cost).not.toHaveAttribute('aria-invalid', 'true');
  const stored = await readUser('alice');
  expect(stored?.attributes).toEqual({ cost: ['1'], tags: ['a', 'b'] });
  expect(stored?.email).toBe('alice@example.test');
});

test('Keycloak user profile: values that the profile does not expect are shown and survive other changes', async ({
  page,
}) => {
  await giveAlice({ cost: ['1'], size: ['huge'], notes: ['one', 'two'] });
  await useProfile();
  await openAlice(page);
  await expect(page.getByRole('combobox', { name: /^Size/ })).toHaveValue('huge (not an option)');
  await page.getByRole('textbox', { name: /^Telephone/ }).fill('1');
  await save(page);
  await expect(bar(page)).toContainText('The server rejected 2 fields: Notes, Size.');
  expect((await readUser('alice'))?.attributes?.['size']).toEqual(['huge']);
});

for (const policy of ['ENABLED', 'ADMIN_EDIT'])
  test(`Keycloak user profile: with unmanagedAttributePolicy ${policy}, other attributes are added, but none of the profile`, async ({
    page,
  }) => {
    await giveAlice({ cost: ['1'], room: ['7'] });
    await useProfile(policy);
    await openAlice(page);
    const names = page.getByRole('textbox', { name: 'Attribute name' });
    await expect(names).toHaveCount(1);
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await names.last().fill('phone');
    await page.getByLabel('Values of phone').first().fill('1');
    await expect(
      page.getByText(/phone is an attribute of the user profile\. Enter its value in its own field/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await names.last().fill('floor');
    await save(page);
    await expect(saved(page)).toBeVisible();
    expect((await readUser('alice'))?.attributes).toEqual({ cost: ['1'], room: ['7'], floor: ['1'] });
  });

test('Keycloak user profile: with unmanagedAttributePolicy ADMIN_VIEW, other attributes are shown and cannot be changed', async ({
  page,
}) => {
  await giveAlice({ cost: ['1'], room: ['7'] });
  await useProfile('ADMIN_VIEW');
  await openAlice(page);
  const attributes = page.getByRole('region', { name: 'Attributes' });
  await expect(attributes.getByRole('textbox', { name: 'Attribute name' })).not.toBeEditable();
  await expect(attributes.getByText('7')).toBeVisible();
  await expect(attributes.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('Keycloak user profile: without unmanagedAttributePolicy, other attributes are hidden, and that is said', async ({
  page,
}) => {
  await giveAlice({ cost: ['1'], room: ['7'] });
  await useProfile();
  await openAlice(page);
  await expect(page.getByText(/^1 attribute of this user is not defined in the user profile/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add attribute' })).toHaveCount(0);
  await expect(page.getByText('room')).toHaveCount(0);
  await page.getByRole('textbox', { name: /^Telephone/ }).fill('1');
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect((await readUser('alice'))?.attributes).toEqual({ cost: ['1'], room: ['7'], phone: ['1'] });
});

test('Keycloak user profile: a new user is asked for what is required of administrators, and refused without it', async ({
  page,
}) => {
  await useProfile();
  await openConsole(page, server.url, 'Users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Username/ }).fill('eve');
  await dialog.getByRole('textbox', { name: /^Email/ }).fill('nonsense');
  const cost = dialog.getByRole('textbox', { name: /^Cost centre/ });
  await expect(dialog.getByRole('textbox', { name: /^(Telephone|Badge|Notes)/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const email = dialog.getByRole('textbox', { name: /^Email/ });
  await expect(email).toHaveAccessibleDescription(/^This is not a valid e-mail address\./);
  await expect(email).toBeFocused();
  await email.fill('eve@example.test');
  await page.keyboard.press('Enter');
  await expect(cost).toHaveAccessibleDescription('A value is required.');
  await expect(cost).toBeFocused();
  await expectAccessible(page);
  expect(await readUser('eve')).toBeUndefined();
  await cost.fill('7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'eve' })).toBeVisible();
  const eve = await readUser('eve');
  expect([eve?.email, eve?.attributes]).toEqual(['eve@example.test', { cost: ['7'] }]);
});

test('Keycloak admin API: a taken name is shown at its field of the new user', async ({ page }) => {
  await openConsole(page, server.url, 'Users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const username = page.getByRole('dialog').getByRole('textbox', { name: /^Username/ });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(username).toHaveAccessibleDescription(/^Enter a username\./);
  await username.fill('ALICE');
  await page.keyboard.press('Enter');
  await expect(username).toHaveAccessibleDescription(/^Another user has this username\./);
  await username.fill('alice2');
  await expect(username).not.toHaveAttribute('aria-invalid', 'true');
});

test('registrationEmailAsUsername: a new user is asked for an e-mail address only, which is the username', async ({
  page,
}) => {
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', { registrationEmailAsUsername: true });
  await openConsole(page, server.url, 'Users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Email/ }).fill('eve@example.test');
  await expect(dialog.getByRole('textbox', { name: /^Username/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'eve@example.test' })).toBeVisible();
});
