import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { intercept, openConsole, rail } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

const banner = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'not reachable' });
const stale = (page: Page): Locator => page.locator('main [data-stale="true"]');

/** Counts probes from now on. */
function countLooks(page: Page): () => number {
  let looks = 0;
  page.on('request', (request) => {
    if (request.method() === 'HEAD') looks += 1;
  });
  return () => looks;
}

/** Restarts the server with the same data directory and URL, as a user would. */
async function startAgain(): Promise<void> {
  const { dataDir, url } = server;
  server = await startServer({ dataDir, args: [`--http-port=${new URL(url).port}`] });
}

test('console "Server gone": a banner says so and shown data is marked; when the server is back, everything is reloaded', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Clients');
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await server.kill();
  await expect(banner(page)).toContainText(/No response since \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d\./);
  await expect(banner(page)).toContainText('bin/understudy.sh start --headless');
  await expect(stale(page)).toHaveCSS('filter', 'grayscale(1)');
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expectAccessible(page);
  // The page finds the server when everything is loaded.
  await intercept(page, '**/*', (route) => route.abort('connectionrefused'));
  await startAgain();
  const created = await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', {
    clientId: 'came-later',
  });
  expect(created.status).toBe(201);
  await expect(banner(page)).toBeVisible();
  await page.unroute('**/*');
  await expect(banner(page)).toBeHidden();
  await expect(stale(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'came-later' })).toBeVisible();
});

test('console "Server gone": the banner stays in view and is accessible in dark, too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 400, height: 700 });
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'Sign-in' }).click();
  await server.kill();
  await expect(banner(page)).toBeVisible();
  await page
    .getByRole('tabpanel', { name: 'Sign-in' })
    .locator('[data-member] input')
    .last()
    .scrollIntoViewIfNeeded();
  await expect(banner(page)).toBeInViewport();
  await expectAccessible(page);
});

test('console "Server gone": the button probes immediately', async ({ page }) => {
  await page.clock.install();
  await openConsole(page, server.url);
  await server.kill();
  await expect(banner(page)).toBeVisible();
  // From here on, only the button ends the pause between two probes, not a timer.
  await page.clock.pauseAt(Date.now() + 60_000);
  await startAgain();
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect(banner(page)).toBeHidden();
});

/** Suspends the server's process: connections are accepted but not answered. */
function hang(): () => void {
  server.process.kill('SIGSTOP');
  return () => {
    server.process.kill('SIGCONT');
  };
}

test('console "Server gone": a hanging server counts as gone, reads end, waiting reads restart, and the console recovers when the server answers', async ({
  page,
}) => {
  skipWithSeveralServers('while one server hangs, the others answer');
  await openConsole(page, server.url, 'Clients');
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  const letGo = hang();
  try {
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
    await rail(page).getByRole('link', { name: 'Sessions' }).click();
    await expect(page.getByText('The server is not responding.')).toBeVisible();
    // A waiting probe is replaced.
    const looks = countLooks(page);
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect.poll(looks).toBeGreaterThan(0);
  } finally {
    letGo();
  }
  await expect(banner(page)).toBeHidden();
  await expect(page.getByText('The server is not responding.')).toBeHidden();
});

test('console "Server gone": a change survives the delay', async ({ page }) => {
  skipWithSeveralServers('while one server hangs, the others answer');
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('link', { name: 'demo-web' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Slowly saved');
  const letGo = hang();
  try {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(banner(page)).toBeVisible();
  } finally {
    letGo();
  }
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'Saved' })).toBeVisible();
});

for (const width of [1280, 500])
  test(`console "Server gone": screens end above the status line and the phone stays below the banner, at a width of ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 760 });
    const phone = page.getByRole('region', { name: 'Authentication device' });
    // A screen that was never loaded has nothing to show once the server is gone.
    await openConsole(page, server.url, 'Device');
    await expect(phone).toBeVisible();
    await rail(page).getByRole('link', { name: 'Logs' }).click();
    await server.kill();
    await expect(banner(page)).toBeVisible();
    for (const name of ['Logs', 'Activity']) {
      await rail(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(760);
    }
    await page.setViewportSize({ width, height: 500 });
    await rail(page)
      .getByRole('link', { name: /^Device/ })
      .click();
    await expect(phone).toBeVisible();
    await page.evaluate(() => scrollTo(0, 40));
    const [below, above] = [await phone.boundingBox(), await banner(page).boundingBox()];
    if (below === null || above === null) throw new Error('phone or banner is not drawn');
    if (width > 800) expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  });

test('console "Server gone": a browser without network still reaches a server on this machine', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('console "Server gone": one lost request does not show the banner', async ({ page }) => {
  await openConsole(page, server.url);
  await page.route('**/emulator/v1/server', (route) => route.abort('connectionreset'), { times: 1 });
  const looked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  // Requested again automatically, every ten seconds.
  expect((await looked).ok()).toBe(true);
  await rail(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('link', { name: 'demo-web' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});
