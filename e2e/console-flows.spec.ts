import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

/** Opens the sign-in page of client demo-web. */
async function openSignIn(page: Page): Promise<void> {
  const query = new URLSearchParams({
    client_id: 'demo-web',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${server.url}/apps/web/callback`,
  });
  await page.goto(`${server.url}/realms/demo/protocol/openid-connect/auth?${query}`);
}

async function openFlows(page: Page): Promise<Locator> {
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'Flows' }).click();
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.getByRole('list', { name: 'Steps of flow browser' })).toBeVisible();
  return steps;
}

const stepOf = (steps: Locator, name: string): Locator =>
  steps.getByRole('listitem').filter({ hasText: name });

test('console "Flows": the flow as a diagram, with what each step did in the last sign-in', async ({
  page,
}) => {
  const steps = await openFlows(page);
  await expect(steps).toContainText('The flow has not run since the server was started.');
  await expectAccessible(page);
  const other = await page.context().newPage();
  await openSignIn(other);
  await other.close();
  await expect(steps).toContainText('Last run: Nobody known yet, client demo-web');
  await expect(stepOf(steps, 'auth-cookie')).toContainText('Not possible');
  await expect(stepOf(steps, 'auth-cookie')).toContainText('This browser has no session in the realm');
  await expect(stepOf(steps, 'auth-username-password-form')).toContainText('Shown');
  await expect(stepOf(steps, 'auth-otp-form')).toContainText('Not reached');
  await expect(steps.getByRole('combobox', { name: /Requirement of/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('console "Flows": what each step did in the last password grant, and which one refused', async ({
  page,
}) => {
  const steps = await openFlows(page);
  await steps.getByRole('combobox', { name: 'Flow' }).click();
  await page.getByRole('option', { name: 'direct grant', exact: true }).click();
  await expect(steps).toContainText('The flow has not run since the server was started.');
  const grant = (password: string) =>
    page.request.post(`${server.url}/realms/demo/protocol/openid-connect/token`, {
      form: {
        grant_type: 'password',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        username: 'alice',
        password,
      },
    });
  expect((await grant('wrong')).status()).toBe(400);
  await expect(steps).toContainText('Last run: alice, client demo-web');
  await expect(stepOf(steps, 'direct-grant-validate-username')).toContainText('Succeeded');
  await expect(stepOf(steps, 'direct-grant-validate-password')).toContainText('Refused');
  await expect(stepOf(steps, 'direct-grant-validate-password')).toContainText('not that of alice');
  await expectAccessible(page);
  expect((await grant('alice-password')).status()).toBe(200);
  await expect(stepOf(steps, 'direct-grant-validate-password')).toContainText('Succeeded');
});

test('console "Flows": a duplicate is changed and used, and the next sign-in follows it', async ({
  page,
}) => {
  const steps = await openFlows(page);
  await steps.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText('Created flow Copy of browser.')).toBeVisible();
  await expect(steps.getByRole('list', { name: 'Steps of flow Copy of browser' })).toBeVisible();
  await steps
    .getByRole('combobox', { name: 'Requirement of Copy of browser forms' })
    .selectOption('Disabled');
  await expect(page.getByText('Saved: Copy of browser forms.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Browser flow' }).click();
  await page.getByRole('option', { name: 'Copy of browser', exact: true }).click();
  await expect(page.getByText('Browser flow: Copy of browser.')).toBeVisible();
  const other = await page.context().newPage();
  await openSignIn(other);
  await expect(other.getByText('no alternative of flow Copy of browser is possible')).toBeVisible();
  await other.close();
  await expectAccessible(page);
});

test('console "Flows": the tab fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openFlows(page);
  const overflow = await page.evaluate(
    () => document.scrollingElement !== null && document.scrollingElement.scrollWidth > innerWidth,
  );
  expect(overflow).toBe(false);
});
