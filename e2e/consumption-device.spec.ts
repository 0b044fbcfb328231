import { expect, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { askToPay, startTill } from './support/till.ts';

let server: TestServer;
let idp: IdentityProvider;
let url: string;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  await idp.client('demo-ciba', { attributes: { 'ciba.interval': '1' } });
  url = await startTill(server.url);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

test('a realm has the sample web application, till and service provider', async () => {
  const answered = await callAdmin(server.url, 'GET', '/emulator/v1/realms/demo/applications');
  expect(await answered.json()).toMatchObject([
    { id: 'web', title: 'Web application' },
    { id: 'consumption-device', title: 'Consumption device', state: 'running', url },
    { id: 'service-provider', title: 'Service provider', state: 'stopped' },
  ]);
});

test('CIBA §3: the customer approves, and the till shows who paid', async ({ page }) => {
  const message = await askToPay(page, url);
  expect(message).toMatch(/^TILL-7\.\w{5}$/);
  await expect(page.locator('#amount')).toHaveText('12.50 €');
  await expect(page.locator('#remaining')).toHaveText(/^[12]:\d\d$/);
  await idp.device.approve({ bindingMessage: message });
  await expect(page.locator('#approved')).toHaveText(`Paid by ${alice.name}`);
  await page.getByText('Claims of the ID token').click();
  await expect(page.getByRole('row', { name: /preferred_username/ })).toContainText('alice');
  await page.click('#new-sale');
  await expect(page.locator('#pay')).toHaveText('Pay 12.50 €');
});

for (const given of ['deny', 'cancel'] as const) {
  test(`CIBA §11: after the answer ${given} the sale is unpaid, and the request can be repeated`, async ({
    page,
  }) => {
    const message = await askToPay(page, url);
    await idp.device[given]({ bindingMessage: message });
    await expect(page.locator('#denied')).toHaveText('Not approved');
    await expect(page.locator('#reason')).toHaveText('access_denied: not authorized');
    await page.click('#ask-again');
    await expect(page.locator('#waiting')).toBeVisible();
    await expect(page.locator('#binding-message')).not.toHaveText(message);
  });
}

test('CIBA §11: an unanswered sale expires by the clock', async ({ page }) => {
  await askToPay(page, url);
  await idp.clock.advance({ minutes: 2 });
  try {
    await expect(page.locator('#expired')).toHaveText('Request expired');
    await expect(page.locator('#reason')).toHaveText('expired_token: authentication timed out');
  } finally {
    await idp.clock.reset();
  }
});

test('for an unknown customer the till shows the server’s message without markup', async ({ page }) => {
  await page.goto(url);
  await page.fill('#customer', '<b id="injected">nobody</b>');
  await page.click('#pay');
  await expect(page.locator('#failed')).toBeVisible();
  await expect(page.locator('#reason')).toHaveText('invalid_request: invalid user');
  await expect(page.locator('#injected')).toHaveCount(0);
  await expect(page.locator('#customer')).toHaveText('<b id="injected">nobody</b>');
});

test('goods are added and removed before the request', async ({ page }) => {
  await page.goto(url);
  await page.fill('#customer', 'bob');
  await page.getByRole('button', { name: 'Add one Coffee' }).click();
  await expect(page.locator('#pay')).toHaveText('Pay 15.30 €');
  await expect(page.locator('#customer')).toHaveValue('bob');
  for (const good of ['Coffee', 'Coffee', 'Cheesecake', 'Sandwich'])
    await page.getByRole('button', { name: `Remove one ${good}` }).click();
  await page.click('#pay');
  await expect(page.locator('#fault')).toHaveText('Add something to the sale first.');
});

test('two tabs: each sale gets its own answer', async ({ page, context }) => {
  const other = await context.newPage();
  const first = await askToPay(page, url, 'alice');
  const second = await askToPay(other, url, 'bob');
  await idp.device.approve({ bindingMessage: second });
  await expect(other.locator('#approved')).toHaveText(`Paid by ${person('bob').name}`);
  await expect(page.locator('#waiting')).toBeVisible();
  await idp.device.deny({ bindingMessage: first });
  await expect(page.locator('#denied')).toBeVisible();
});

test('a sale cancelled at the till stops polling', async ({ page }) => {
  await askToPay(page, url);
  await page.click('#cancel');
  await expect(page.locator('#given-up')).toHaveText('Sale cancelled');
});

test('without scripts, the page refreshes itself', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const message = await askToPay(page, url);
  await idp.device.approve({ bindingMessage: message });
  await expect(page.locator('#approved')).toHaveText(`Paid by ${alice.name}`);
  await context.close();
});

test('with the keyboard only, Enter in the customer’s field pays', async ({ page }) => {
  await page.goto(url);
  await page.focus('#customer');
  await page.keyboard.press('Enter');
  await expect(page.locator('#waiting')).toBeVisible();
});

test('a form from another site opens no sale', async () => {
  const headers = {
    origin: 'https://evil.example.test',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const refused = await fetch(`${url}/sales`, { method: 'POST', headers, body: 'customer=alice' });
  expect(refused.status).toBe(403);
  const tooLong = await fetch(`${url}/sales`, { method: 'POST', body: `customer=${'x'.repeat(10_000)}` });
  expect(tooLong.status).toBe(413);
  expect((await fetch(`${url}/sales/unknown`)).status).toBe(404);
  expect((await fetch(url)).headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('WCAG 2.2 AA: the till passes the accessibility checks', async ({ page }) => {
  await page.goto(url);
  await expectAccessible(page);
  const message = await askToPay(page, url);
  await expectAccessible(page);
  await idp.device.approve({ bindingMessage: message });
  await expect(page.locator('#approved')).toBeVisible();
  await expectAccessible(page);
});
