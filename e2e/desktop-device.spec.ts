import { type Browser, chromium, expect, type Locator, test } from '@playwright/test';
import * as oidc from 'openid-client';
import { createBindingMessage, discoverClient, pollAnswered, refusalOf } from './support/ciba.ts';
import { person } from './support/clients.ts';
import { rail } from './support/console.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { card, history, phone } from './support/device-screen.ts';
import { moveClock } from './support/server.ts';
import { askToPay } from './support/till.ts';

let desktop: Desktop;
let till: oidc.Configuration;

test.beforeAll(async () => {
  desktop = await startDesktop();
  till = await discoverClient(desktop.url);
});
test.afterAll(async () => {
  await desktop.close();
});

/** The window need not be active: another one on the same display may be in front. */
const expectFocus = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

async function openScreen(name: string): Promise<void> {
  await rail(desktop.window)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await expect(desktop.window.getByRole('heading', { level: 1, name })).toBeVisible();
}

interface Asked {
  readonly message: string;
  readonly request: oidc.BackchannelAuthenticationResponse;
}

async function ask(username: string): Promise<Asked> {
  const message = createBindingMessage();
  const request = await oidc.initiateBackchannelAuthentication(till, {
    scope: 'openid profile',
    login_hint: username,
    binding_message: message,
  });
  return { message, request };
}

test('a request of openid-client appears in the window and is approved by mouse, and the next poll returns the tokens', async () => {
  await openScreen('Device');
  const { message, request } = await ask('alice');
  await expect(card(desktop.window, message)).toContainText(person('alice').name);
  await card(desktop.window, message)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(history(desktop.window)).toContainText(message);
  expect((await pollAnswered(till, request)).claims()?.['preferred_username']).toBe('alice');
});

test('a request is denied with the keyboard only: the card has the focus, and D answers', async () => {
  await openScreen('Overview');
  const { message, request } = await ask('bob');
  await expect(rail(desktop.window).getByRole('link', { name: 'Device 1 pending' })).toBeVisible();
  await desktop.window.keyboard.press('Control+k');
  await desktop.window.keyboard.type('Device');
  await desktop.window.keyboard.press('Enter');
  await expectFocus(card(desktop.window, message));
  await desktop.window.keyboard.press('d');
  await expect(history(desktop.window)).toContainText(message);
  expect(await refusalOf(pollAnswered(till, request))).toMatchObject({ status: 400, error: 'access_denied' });
  await expect(rail(desktop.window).getByRole('link', { name: 'Device', exact: true })).toBeVisible();
});

test('an unanswered request expires in the window and for the client', async () => {
  await openScreen('Device');
  const { message, request } = await ask('carol');
  await expect(card(desktop.window, message)).toBeVisible();
  await moveClock(desktop.url, 'demo', request.expires_in * 1000);
  try {
    await expect(history(desktop.window)).toContainText(message);
    await expect(card(desktop.window, message)).toBeHidden();
    expect(await refusalOf(pollAnswered(till, request))).toMatchObject({ error: 'expired_token' });
  } finally {
    await moveClock(desktop.url, 'demo', 0);
  }
  // With the clock reset, the request is pending again and would be above those of later tests.
  await card(desktop.window, message)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(card(desktop.window, message)).toBeHidden();
});

test('simultaneous requests each get their own answer', async () => {
  await openScreen('Device');
  const [first, second] = [await ask('alice'), await ask('bob')];
  await card(desktop.window, second.message).getByRole('button', { name: /^Deny/ }).click();
  await expect(history(desktop.window)).toContainText(second.message);
  await card(desktop.window, first.message)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(history(desktop.window)).toContainText(first.message);
  expect((await pollAnswered(till, first.request)).claims()?.['preferred_username']).toBe('alice');
  expect(await refusalOf(pollAnswered(till, second.request))).toMatchObject({ error: 'access_denied' });
});

test('five presses of A in a row approve five requests in the window', async () => {
  await openScreen('Overview');
  const asked: Asked[] = [];
  for (let count = 0; count < 5; count += 1) asked.push(await ask('alice'));
  await openScreen('Device');
  await expectFocus(card(desktop.window, asked[0]?.message ?? ''));
  for (const _ of asked) await desktop.window.keyboard.press('a');
  await expect(phone(desktop.window)).toContainText('No pending prompts');
  for (const { message, request } of asked) {
    await expect(history(desktop.window)).toContainText(message);
    expect((await pollAnswered(till, request)).claims()?.['preferred_username']).toBe('alice');
  }
});

test('"Try it": the till sends a request, its prompt is approved on the Device screen, and the till shows who paid', async () => {
  await openScreen('Overview');
  const application = desktop.window.getByRole('region', { name: 'Try it: Consumption device' });
  await application.getByRole('button', { name: 'Try it' }).click();
  await expect(application.getByText('Running', { exact: true })).toBeVisible();
  const url = (await application.getByRole('link').textContent()) ?? '';
  const browser = await startBrowser();
  const page = await browser.newPage();
  const message = await askToPay(page, url);
  await openScreen('Device');
  await card(desktop.window, message)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.locator('#approved')).toHaveText(`Paid by ${person('alice').name}`);
  await browser.close();
});

function startBrowser(): Promise<Browser> {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}
