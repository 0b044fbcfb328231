import { expect, type Locator, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { intercept, openConsole, rail } from './support/console.ts';
import { askForSignIn, pollResult } from './support/consumption-device.ts';
import { card, history, openDevice, phone } from './support/device-screen.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;

test.beforeEach(async () => {
  server = await startServer();
  idp = await realmOf(server);
});
test.afterEach(async () => {
  await server.stop();
});

const ask = (bindingMessage: string, parameters: Record<string, string> = {}) =>
  askForSignIn(server.url, { binding_message: bindingMessage, ...parameters });
const button = (page: Page, bindingMessage: string, name: string): Locator =>
  card(page, bindingMessage).getByRole('button', { name });

test('console "Device": a prompt shows client, user and scopes, and is approved by mouse', async ({
  page,
}) => {
  await openDevice(page, server.url);
  const request = await ask('W4SCT', { acr_values: 'silver' });
  await expect(card(page, 'W4SCT')).toContainText('Consumption device');
  await expect(card(page, 'W4SCT')).toContainText('demo-ciba');
  await expect(card(page, 'W4SCT')).toContainText('Alice Archer');
  await expect(card(page, 'W4SCT')).toContainText('User profile');
  await expect(card(page, 'W4SCT')).toContainText('silver');
  await expect(card(page, 'W4SCT')).toContainText(/\d:\d\d left/);
  await button(page, 'W4SCT', 'Approve').click();
  await expect(history(page)).toContainText('Approved');
  await expect(history(page)).toContainText('manually');
  await expect(phone(page)).toContainText('No pending prompts');
  expect(await pollResult(server.url, request)).toBe('tokens');
});

test('console "Device": a prompt is approved with the keyboard only', async ({ page }) => {
  await openConsole(page, server.url);
  const request = await ask('KEYS');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Device');
  await page.keyboard.press('Enter');
  await expect(card(page, 'KEYS')).toBeFocused();
  await page.keyboard.press('a');
  await expect(history(page)).toContainText('Approved');
  expect(await pollResult(server.url, request)).toBe('tokens');
});

for (const [name, state] of [
  ['Deny', 'Denied'],
  ['Cancel', 'Cancelled'],
] as const) {
  test(`CIBA §11: "${name}" refuses the client its tokens`, async ({ page }) => {
    await openDevice(page, server.url);
    const request = await ask('NO');
    await button(page, 'NO', name).click();
    await expect(history(page)).toContainText(state);
    expect(await pollResult(server.url, request)).toBe('access_denied');
  });
}

test("CIBA §11: an unanswered prompt expires by the realm's clock", async ({ page }) => {
  await openDevice(page, server.url);
  const request = await ask('LATE');
  await expect(card(page, 'LATE')).toBeVisible();
  await idp.clock.advance({ seconds: 121 });
  await expect(history(page)).toContainText('Expired');
  await expect(card(page, 'LATE')).toBeHidden();
  expect(await pollResult(server.url, request)).toBe('expired_token');
});

test('console "Device": several prompts keep their positions and get their own answers', async ({ page }) => {
  await openDevice(page, server.url);
  const first = await ask('FIRST');
  await expect(card(page, 'FIRST')).toBeFocused();
  const second = await ask('SECOND', { login_hint: 'bob' });
  const third = await ask('THIRD', { login_hint: 'carol' });
  await expect(phone(page).getByRole('article')).toHaveCount(3);
  await expect(phone(page)).toContainText('3 pending prompts');
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'SECOND')).toBeFocused();
  await page.keyboard.press('d');
  // The answered card shows its result before the third one takes its place.
  await expect(phone(page).getByRole('article').nth(1)).toContainText('Denied manually');
  await expect(phone(page).getByRole('article').nth(2)).toContainText('THIRD');
  await expect(phone(page).getByRole('article')).toHaveCount(2);
  await expect(card(page, 'THIRD')).toBeFocused();
  await page.keyboard.press('a');
  await expect(history(page).getByRole('listitem')).toHaveCount(2);
  expect(await pollResult(server.url, second)).toBe('access_denied');
  expect(await pollResult(server.url, third)).toBe('tokens');
  expect(await pollResult(server.url, first)).toBe('authorization_pending');
});

test('console "Device": no card moves while the pointer is on a pending one', async ({ page }) => {
  await openDevice(page, server.url);
  await ask('ABOVE');
  await ask('BELOW');
  await expect(phone(page).getByRole('article')).toHaveCount(2);
  await page.keyboard.press('a');
  const target = button(page, 'BELOW', 'Approve');
  await target.hover();
  const before = await target.boundingBox();
  await expect(card(page, 'ABOVE')).toContainText('Approved');
  await ask('NEW');
  await expect(card(page, 'NEW')).toBeAttached();
  // Longer than an answered card normally stays.
  await expect(history(page)).toContainText(/([3-9]|\d\d) s ago/);
  expect(await target.boundingBox()).toEqual(before);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(card(page, 'ABOVE')).toBeHidden();
});

test('console "Device": the navigation counts prompts, and a message leads to one from another screen', async ({
  page,
}) => {
  await openDevice(page, server.url);
  await ask('SEEN');
  await button(page, 'SEEN', 'Deny').click();
  await expect(history(page)).toContainText('Denied');
  await page.getByRole('link', { name: 'Clients' }).first().click();
  // Until the other screen is open, the prompt is visible on the phone and needs no message.
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await ask('TOAST');
  await expect(page.getByRole('link', { name: 'Device 1 pending' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('1 pending prompt on the device');
  await expect(page.getByRole('alert')).toContainText('demo-ciba asks Alice Archer to sign in (TOAST).');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(card(page, 'TOAST')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('console "Device": the message names the other realm and leads there', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await ask('ELSEWHERE');
  await expect(page.getByRole('alert')).toContainText('in realm demo');
  await expect(rail(page).getByRole('link', { name: 'Device', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(card(page, 'ELSEWHERE')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
});

test('console "Device": a URL with a realm opens its device', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await ask('ADDRESS');
  await page.evaluate(() => {
    location.hash = '#/device?realm=demo';
  });
  await expect(card(page, 'ADDRESS')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
});

test('console "Device": a rule answers for one user, is visible while it is active, and can be removed', async ({
  page,
}) => {
  await openDevice(page, server.url);
  await expect(page.getByText('Off: users answer every prompt.')).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: /^User/ }).fill('ali');
  await page.getByRole('option', { name: 'alice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('1 rule answers prompts automatically.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Device answered automatically' })).toBeVisible();
  const automatic = await ask('RULE');
  await expect(history(page)).toContainText('by a rule');
  expect(await pollResult(server.url, automatic)).toBe('tokens');
  await ask('BOB', { login_hint: 'bob' });
  await expect(button(page, 'BOB', 'Approve')).toBeVisible();
  await page.getByRole('button', { name: 'Delete rule 1' }).click();
  await expect(page.getByText('Off: users answer every prompt.')).toBeVisible();
});

test('console "Device": a card says when a rule will answer, and the user can answer first', async ({
  page,
}) => {
  await idp.device.setRules([{ clientId: 'demo-ciba', answer: 'approve', afterSeconds: 90 }]);
  await openDevice(page, server.url);
  const denied = await ask('SLOW');
  await expect(card(page, 'SLOW')).toContainText(/A rule approves this in 1:\d\d\./);
  await button(page, 'SLOW', 'Deny').click();
  await expect(history(page)).toContainText('manually');
  expect(await pollResult(server.url, denied)).toBe('access_denied');
  const approved = await ask('LATER');
  await expect(card(page, 'LATER')).toBeVisible();
  await idp.clock.advance({ seconds: 95 });
  await expect(history(page)).toContainText('by a rule');
  expect(await pollResult(server.url, approved)).toBe('tokens');
});

test('console "Device": rules are matched in order, and the order can be changed', async ({ page }) => {
  await idp.device.setRules([
    { answer: 'deny', afterSeconds: 0 },
    { username: 'alice', answer: 'never', afterSeconds: 0 },
  ]);
  await openDevice(page, server.url);
  await page.getByRole('button', { name: 'Move rule 2 up' }).click();
  await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem').first()).toContainText(
    'alice',
  );
  await ask('PERSON');
  await expect(button(page, 'PERSON', 'Approve')).toBeVisible();
  await page.getByRole('button', { name: 'Edit rule 2' }).click();
  await page.getByRole('textbox', { name: /^Delay/ }).fill('100000');
  await expect(page.getByText('Enter a whole number from 0 to 86,400.')).toBeVisible();
});

test('console "Device": the history is cleared', async ({ page }) => {
  await openDevice(page, server.url);
  await ask('GONE');
  await button(page, 'GONE', 'Deny').click();
  await expect(history(page)).toContainText('Denied');
  await page.getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByText('Answered and expired prompts are listed here.')).toBeVisible();
});

test('console "Device": a rejected answer shows the reason and what to do next', async ({ page }) => {
  await openDevice(page, server.url);
  await ask('TWICE');
  await intercept(page, '**/device/prompts/*', (route) =>
    route.fulfill({ status: 409, json: { errorMessage: 'This prompt was denied already.' } }),
  );
  await button(page, 'TWICE', 'Approve').click();
  await expect(page.getByRole('alert')).toContainText('Could not answer the prompt');
  await expect(page.getByRole('alert')).toContainText('This prompt was denied already.');
  await expectAccessible(page);
  await expect(button(page, 'TWICE', 'Approve')).toBeEnabled();
});

test('RFC 8628 §3.3: a device code is shown next to the phone with its verification page', async ({
  page,
  context,
}) => {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/auth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'demo-tv', scope: 'openid' }),
  });
  const { user_code } = (await response.json()) as { user_code: string };
  await openDevice(page, server.url);
  await expect(page.getByText(user_code)).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: `Open verification page for ${user_code}` }).click();
  await expect((await opened).getByRole('button').first()).toBeVisible();
});

test('console "Device": an empty phone says how to get a prompt', async ({ page }) => {
  await openDevice(page, server.url);
  await expect(phone(page)).toContainText('Nothing to approve');
  await expect(phone(page).getByRole('region', { name: 'command' })).toContainText('login_hint=');
  await phone(page).getByRole('link', { name: 'Try it on Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('contract "Options": if an external entity is configured, the phone names it', async ({ page }) => {
  await server.stop();
  const entity = 'http://127.0.0.1:9/delegations';
  server = await startServer({
    args: [`--spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri=${entity}`],
  });
  await openDevice(page, server.url);
  await expect(page.getByRole('alert')).toContainText(entity);
});

for (const width of [900, 1280]) {
  test(`WCAG 2.2 AA: Device passes the accessibility checks (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await openDevice(page, server.url);
    await expect(phone(page)).toContainText('Nothing to approve');
    await expectAccessible(page);
    await ask('DENIED');
    await button(page, 'DENIED', 'Deny').click();
    await idp.device.setRules([{ username: 'bob', answer: 'approve', afterSeconds: 60 }]);
    await ask('ONE');
    await ask('TWO', { login_hint: 'bob', acr_values: 'silver gold' });
    await expect(button(page, 'TWO', 'Approve')).toBeVisible();
    await expect(page.getByText('1 rule answers prompts')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}

test('console "Realm": a changed CIBA policy applies to the next request', async ({ page }) => {
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'CIBA' }).click();
  const expiresIn = page.getByRole('textbox', { name: /^Expires in/ });
  await expiresIn.fill('0');
  await expect(page.getByText('Fix these fields first: Expires in.')).toBeVisible();
  await expiresIn.fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: CIBA policy.')).toBeVisible();
  expect((await ask('POLICY')).expires_in).toBe(30);
  await page.getByRole('combobox', { name: /^Backchannel token delivery mode/ }).click();
  await expect(page.getByRole('option', { name: 'Ping (not supported)' })).toHaveAttribute(
    'data-combobox-disabled',
    'true',
  );
});

test('console "Realm": a rejected value is reported next to its field', async ({ page }) => {
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'CIBA' }).click();
  await intercept(page, '**/admin/realms/demo', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { errorMessage: 'attributes.cibaInterval must be 7 today' } })
      : route.continue(),
  );
  const interval = page.getByRole('textbox', { name: /^Interval/ });
  await interval.fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(interval).toHaveAccessibleDescription(/must be 7 today/);
  await interval.fill('7');
  await expect(page.getByText('must be 7 today')).toBeHidden();
});

test('console "Clients": CIBA is turned on for a client, with its own times', async ({ page }) => {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('link', { name: 'demo-ciba', exact: true }).click();
  await page.getByRole('tab', { name: 'Flows' }).click();
  await page.getByRole('textbox', { name: /^Expires in/ }).fill('45');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Flows of demo-ciba.')).toBeVisible();
  expect((await ask('CLIENT')).expires_in).toBe(45);
  await page.getByRole('switch', { name: /CIBA/ }).uncheck();
  await expect(page.getByRole('textbox', { name: /^Expires in/ })).toBeHidden();
});
