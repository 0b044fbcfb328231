import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { administratorToken } from './support/administrator.ts';
import { intercept, openConsole, rail } from './support/console.ts';
import { askForSignIn } from './support/consumption-device.ts';
import { card } from './support/device-screen.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

interface Fault {
  readonly id: string;
  readonly match: { readonly client?: string };
}

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

const FAULTS = '/emulator/v1/realms/demo/faults';

const requestToken = (): Promise<Response> =>
  fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-service',
      client_secret: 'demo-service-secret',
    }),
  });
const preset = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Presets' }).getByRole('button', { name });
const entries = (page: Page): Locator => page.getByRole('list', { name: 'Faults' }).getByRole('listitem');
const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Arm a fault' });

async function listFaults(): Promise<readonly Fault[]> {
  return (await (await callAdmin(server.url, 'GET', FAULTS)).json()) as Fault[];
}

/** Arms a fault like a test suite does. */
async function armFault(body: unknown): Promise<Fault> {
  const response = await callAdmin(server.url, 'POST', FAULTS, body);
  expect(response.status).toBe(201);
  return (await response.json()) as Fault;
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Custom fault' }).click();
  await expect(form(page)).toBeVisible();
}

/** Selects an option of a list in the form. */
async function choose(page: Page, field: RegExp, option: string): Promise<void> {
  await form(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('console "Faults": a preset is armed by one click, hits one real token request, and is counted', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
  await expectAccessible(page);
  await preset(page, 'Next token request: 503').click();
  await expect(entries(page)).toContainText(['0 of 1 hit']);
  await expect(rail(page).getByRole('link', { name: 'Faults 1 armed' })).toBeVisible();
  const refused = await requestToken();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  await expect(entries(page)).toContainText('1 of 1 hit');
  await expect(entries(page)).toContainText('Used');
  await expect(rail(page).getByRole('link', { name: 'Faults', exact: true })).toBeVisible();
  expect((await requestToken()).status).toBe(200);
  await expectAccessible(page);
  await entries(page).getByRole('link', { name: 'Token request (client_credentials)' }).click();
  // The reason, and again as the description that was sent.
  await expect(page.getByText(/^Fault fault-1\S* made this answer: status 503\.$/)).toHaveCount(2);
  await page.getByRole('link', { name: 'Show faults' }).click();
  await expect(entries(page)).toHaveCount(1);
});

test('console "Faults": a read of the keys that was hit is linked, although reads are background requests', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  await preset(page, 'Next keys: without kid').click();
  await expect(entries(page)).toHaveCount(1);
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/certs`);
  const { keys } = (await response.json()) as { readonly keys: readonly { readonly kid?: string }[] };
  expect(keys.map(({ kid }) => kid)).toEqual(keys.map(() => undefined));
  await entries(page).getByRole('link').click();
  await expect(page.getByText(/^Made on purpose by fault-1\S*\.$/)).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Flows' }).getByRole('link', { name: /[Kk]eys/ }),
  ).toBeVisible();
});

test('console "Faults": a used fault is armed again, and removed', async ({ page }) => {
  await armFault({ match: { endpoint: 'token', client: 'demo-service' }, do: { status: 500 } });
  expect((await requestToken()).status).toBe(500);
  await openConsole(page, server.url, 'Faults');
  await page.getByRole('button', { name: 'Arm again: Status 500' }).click();
  await expect(entries(page)).toHaveCount(2);
  expect((await requestToken()).status).toBe(500);
  expect((await listFaults()).map(({ match }) => match.client)).toEqual(['demo-service', 'demo-service']);
  await expect(page.getByRole('button', { name: 'Arm again: Status 500' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove: Status 500' }).first().click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
  expect(await listFaults()).toEqual([]);
});

test('console "Faults": a disarmed fault no longer hits, the others stay; "Disarm all" disarms them', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  await preset(page, 'Next token request: dropped').click();
  await preset(page, 'Next keys: stale').click();
  await preset(page, 'Next keys: without kid').click();
  await expect(entries(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Disarm: Connection closed without an answer' }).click();
  await expect(entries(page)).toHaveCount(2);
  expect((await requestToken()).status).toBe(200);
  await page.getByRole('button', { name: 'Disarm all' }).click();
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
  expect(await listFaults()).toEqual([]);
});

test('console "Faults": faults are disarmed by keyboard, and the focus goes to a neighbour', async ({
  page,
}) => {
  for (const status of [500, 502, 504]) await armFault({ match: { endpoint: 'token' }, do: { status } });
  await openConsole(page, server.url, 'Faults');
  const disarm = (status: number): Locator => page.getByRole('button', { name: `Disarm: Status ${status}` });
  await disarm(502).focus();
  await page.keyboard.press('Enter');
  await expect(disarm(504)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(disarm(500)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Custom fault' })).toBeFocused();
  expect(await listFaults()).toEqual([]);
});

test('console "Faults": the list shows what a test suite arms, and how many requests come before its hit', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
  await armFault({
    match: { endpoint: 'token', nth: 2 },
    do: { oauthError: { error: 'invalid_grant' } },
    times: 2,
  });
  await expect(entries(page)).toContainText('Error invalid_grant');
  await expect(entries(page)).toContainText('Token requests, from the 2nd on');
  await expect(entries(page)).toContainText('1 more request is answered as usual first');
  expect((await requestToken()).status).toBe(200);
  expect((await requestToken()).status).toBe(400);
  await expect(entries(page)).toContainText('1 of 2 hits');
  await expect(entries(page)).toContainText('Armed');
});

test('console "Faults": the form arms any combination, by keyboard', async ({ page }) => {
  await openConsole(page, server.url, 'Faults');
  await page.getByRole('button', { name: 'Custom fault' }).focus();
  await page.keyboard.press('Enter');
  await choose(page, /^Grant/, 'client_credentials');
  await choose(page, /^Client/, 'demo-service');
  await choose(page, /^Effect/, 'OAuth error');
  await choose(page, /^Error/, 'slow_down (400)');
  await form(page)
    .getByRole('textbox', { name: /^Status/ })
    .fill('429');
  await form(page)
    .getByRole('textbox', { name: /^Number of hits/ })
    .fill('2');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(form(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Custom fault' })).toBeFocused();
  await expect(entries(page)).toContainText(
    'Token requests with grant client_credentials, of client demo-service',
  );
  const refused = await requestToken();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: 'slow_down' });
  await expect(entries(page)).toContainText('1 of 2 hits');
});

test('console "Faults": the form offers what the endpoint can do, and nothing else', async ({ page }) => {
  await openConsole(page, server.url, 'Faults');
  await openForm(page);
  await choose(page, /^Effect/, 'Expired tokens');
  await choose(page, /^Requests/, 'Requests for the realm’s keys');
  const effect = form(page).getByRole('combobox', { name: /^Effect/ });
  await expect(effect).toHaveValue('HTTP status');
  for (const name of [/^Grant/, /^Client/, /^User/])
    await expect(form(page).getByRole('combobox', { name })).toBeHidden();
  await effect.click();
  await expect(page.getByRole('option', { name: 'Stale keys' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Expired tokens' })).toBeHidden();
});

test('console "Faults": what the server refuses is shown at its field, and so is what the form refuses', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  await openForm(page);
  const headers = form(page).getByRole('textbox', { name: /^Headers/ });
  const arm = form(page).getByRole('button', { name: 'Arm' });
  await headers.fill('Content-Length: 1');
  await arm.click();
  await expect(headers).toHaveAccessibleDescription(
    /do\.headers\.Content-Length is set by the server; remove it/,
  );
  await expect(headers).toHaveAttribute('aria-invalid', 'true');
  await expect(headers).toBeFocused();
  await expectAccessible(page);
  await headers.fill('X-Test: 1');
  await expect(headers).not.toHaveAttribute('aria-invalid', 'true');
  const status = form(page).getByRole('textbox', { name: /^Status/ });
  await status.fill('99');
  await arm.click();
  await expect(status).toHaveAccessibleDescription(/Enter a whole number from 200 to 599\./);
  await expect(status).toBeFocused();
  expect(await listFaults()).toEqual([]);
  await status.fill('418');
  await arm.click();
  await expect(form(page)).toBeHidden();
  await expect(entries(page)).toContainText('Status 418');
});

test('console "Faults": a refusal without a field, and a preset that is refused, say why', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Faults');
  const authorization = `Bearer ${await administratorToken(server.url)}`;
  const fault = JSON.stringify({ match: { endpoint: 'par' }, do: { drop: true } });
  for (let count = 0; count < 100; count += 1)
    await fetch(`${server.url}${FAULTS}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: fault,
    });
  await expect(entries(page)).toHaveCount(100);
  await preset(page, 'Next keys: stale').click();
  await expect(page.getByRole('alert')).toContainText('Realm demo has 100 armed faults; disarm some');
  await page.getByRole('button', { name: 'Close this message' }).click();
  await openForm(page);
  await form(page).getByRole('button', { name: 'Arm' }).click();
  await expect(form(page).getByRole('alert')).toContainText('Realm demo has 100 armed faults');
  await expect(rail(page).getByText('99+')).toBeVisible();
});

test('console "Faults": a list that cannot be loaded says so, and loads again', async ({ page }) => {
  await openConsole(page, server.url);
  let isBroken = true;
  await intercept(page, `**${FAULTS}`, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { error: 'The list is broken.' } }) : route.continue(),
  );
  await page.reload();
  await rail(page).getByRole('link', { name: 'Faults' }).click();
  await expect(page.getByText('The list is broken.')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
});

test('console "Faults": faults belong to the selected realm; master warns', async ({ page }) => {
  await openConsole(page, server.url, 'Faults');
  await preset(page, 'Next tokens: expired').click();
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByText('Faults in master can lock you out')).toBeHidden();
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await expect(page.getByText('Faults in master can lock you out')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No faults' })).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Faults', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('console "Activity": the fault that made an answer is disarmed at the answer', async ({ page }) => {
  const { id } = await armFault({ match: { endpoint: 'token' }, do: { status: 503 }, times: 3 });
  // Only realm demo has the fault; the console signs in to master.
  expect((await requestToken()).status).toBe(503);
  await openConsole(page, server.url, 'Activity');
  await page
    .getByRole('navigation', { name: 'Flows' })
    .getByRole('link', { name: /demo-service/ })
    .click();
  await expect(page.getByText(`Made on purpose by ${id}, which is still armed.`)).toBeVisible();
  await page.getByRole('button', { name: 'Disarm' }).click();
  await expect(page.getByText(`Made on purpose by ${id}.`)).toBeVisible();
  expect((await requestToken()).status).toBe(200);
});

test('console "Device": a prompt that was answered with never says that it is left unanswered', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Device');
  await askForSignIn(server.url, { binding_message: 'LATER' });
  await askForSignIn(server.url, { binding_message: 'USUAL', login_hint: 'bob' });
  const answered = await callAdmin(server.url, 'POST', '/emulator/v1/realms/demo/device/wait', {
    user: 'alice',
    answer: 'never',
  });
  expect(answered.status).toBe(200);
  await expect(card(page, 'LATER')).toContainText('Left unanswered on purpose');
  await expect(card(page, 'USUAL')).not.toContainText('Left unanswered');
  await expectAccessible(page);
});
