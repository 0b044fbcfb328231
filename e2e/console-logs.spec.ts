import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

skipWithSeveralServers('each server shows its own log');

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer({ args: ['--log-level=debug'] });
});
test.afterEach(async () => {
  await server.stop();
});

const list = (page: Page): Locator => page.getByRole('region', { name: 'Log lines' });
const row = (page: Page, text: string): Locator => list(page).getByRole('listitem').filter({ hasText: text });

/** The line about a refused client; at level debug, its user event is another one. */
const refusal = (page: Page, client: string): Locator =>
  row(page, client).filter({ hasText: 'http.refusal' });

async function openLogs(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Logs');
  await expect(row(page, 'in place of Keycloak')).toBeVisible();
}

/** A refused token request, which leaves one line with the client. */
async function refuse(client: string): Promise<void> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: client, code: 'none' }),
  });
  expect(response.status).toBe(401);
}

test('console "Logs": a line appears as soon as it is written, and links to its flow', async ({ page }) => {
  await openLogs(page);
  await refuse('nobody-1');
  await expect(refusal(page, 'nobody-1')).toContainText('WARN');
  await refusal(page, 'nobody-1').getByRole('link', { name: 'Show flow in Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /Token request/ })).toBeVisible();
});

test('service description §2.3: lines are filtered by minimum level, and by category with its sub-categories', async ({
  page,
}) => {
  await openLogs(page);
  await refuse('nobody-2');
  await expect(refusal(page, 'nobody-2')).toBeVisible();
  await expect(row(page, 'http.request').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'INFO and above' }).click();
  await expect(row(page, 'http.request').first()).toBeHidden();
  await expect(refusal(page, 'nobody-2')).toBeVisible();
  await expect(row(page, 'in place of Keycloak')).toBeVisible();
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'WARN and above' }).click();
  await expect(refusal(page, 'nobody-2')).toBeVisible();
  await expect(row(page, 'in place of Keycloak')).toBeHidden();
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'All levels' }).click();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'http', exact: true }).click();
  await expect(refusal(page, 'nobody-2')).toBeVisible();
  await expect(row(page, 'in place of Keycloak')).toBeHidden();
});

test('console "Logs": the search marks its matches, and an empty result offers to show all lines', async ({
  page,
}) => {
  await openLogs(page);
  await page.getByLabel('Search the log').fill('IN PLACE OF');
  await expect(list(page).locator('mark')).toHaveText('in place of');
  await page.getByLabel('Search the log').fill('no such text');
  await expect(page.getByRole('heading', { name: 'No matching lines' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expect(row(page, 'in place of Keycloak')).toBeVisible();
});

test('console "Logs": a paused list does not move, counts new lines, and shows them when resumed', async ({
  page,
}) => {
  await openLogs(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await refuse('nobody-3');
  await expect(page.getByRole('button', { name: /^Resume: \d+ new line/ })).toBeVisible();
  await expect(refusal(page, 'nobody-3')).toBeHidden();
  await page.getByRole('button', { name: /^Resume/ }).click();
  await expect(refusal(page, 'nobody-3')).toBeVisible();
});

test('console "Logs": cleared lines stay hidden, and new ones appear', async ({ page }) => {
  await openLogs(page);
  await page.getByRole('button', { name: 'Clear view' }).click();
  await expect(page.getByRole('heading', { name: 'View cleared' })).toBeVisible();
  await refuse('nobody-4');
  await expect(refusal(page, 'nobody-4')).toBeVisible();
  await expect(row(page, 'in place of Keycloak')).toBeHidden();
});

test('console "Logs": with the keyboard only, lines are selected and opened; a line is copied completely', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLogs(page);
  await refuse('nobody-5');
  await expect(refusal(page, 'nobody-5')).toBeVisible();
  await page.goto(`${server.url}/console/#/logs?level=INFO`);
  await page.getByLabel('Search the log').fill('no client "nobody-5"');
  await expect(row(page, 'in place of Keycloak')).toBeHidden();
  await list(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(refusal(page, 'nobody-5')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(refusal(page, 'nobody-5').getByRole('button', { expanded: true })).toBeVisible();
  await expect(refusal(page, 'nobody-5')).toContainText('thread main');
  await refusal(page, 'nobody-5').getByRole('button', { name: 'Copy this line' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d{4}-.*Z WARN {2}\[http\.refusal\] \(main\) .*nobody-5/);
});

test('console "Logs": the newest 5,000 lines are kept, and only visible ones are drawn', async ({ page }) => {
  const line = (sequence: number) => ({
    sequence,
    at: '2026-01-01T00:00:00.000Z',
    level: 'DEBUG',
    category: 'flood',
    message: `flood ${sequence}`,
    thread: 'main',
    mdc: {},
    ...(sequence === 20_000 ? { error: 'Error: the last\n    at the end' } : {}),
  });
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => line(from + place));
  await page.route('**/emulator/v1/logs?*', (route) =>
    route.fulfill({ json: { records: [line(1)], capacity: 5000, dropped: 0 } }),
  );
  let opened = 0;
  await page.route('**/emulator/v1/logs/stream', (route) => {
    opened += 1;
    // The connection survives the flood: it is not reopened.
    if (opened > 1) return undefined;
    const events = Array.from({ length: 80 }, (_, place) => lines(place * 250 + 1, place * 250 + 250));
    return route.fulfill({
      contentType: 'text/event-stream',
      body: events.map((event) => `event: log\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    });
  });
  await openConsole(page, server.url, 'Logs');
  await expect(row(page, 'flood 20000')).toBeVisible();
  await expect(page.getByText('5,000 lines')).toBeVisible();
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(120);
  await list(page).hover();
  await page.mouse.wheel(0, -1000);
  await expect(row(page, 'flood 20000')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.mouse.wheel(0, 100_000);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await row(page, 'flood 20000').getByRole('button', { name: 'Expand line with stack trace' }).click();
  await expect(row(page, 'flood 20000').getByText('at the end')).toBeVisible();
});

test('console "Frame": Logs passes the accessibility checks', async ({ page }) => {
  await openLogs(page);
  await refuse('nobody-6');
  await refusal(page, 'nobody-6').getByRole('button', { expanded: false }).click();
  await page.getByLabel('Search the log').fill('nobody');
  await expect(list(page).locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 800 });
  await expectAccessible(page);
});
