// The console of one server shows what happens on another one with the same database.
import { expect, test } from '@playwright/test';
import { startPostgres, whyNoPostgres } from '../tools/postgres.mjs';
import { secretOf } from './support/clients.ts';
import { openConsole, rail } from './support/console.ts';
import { createFolder, startServer, type TestServer } from './support/server.ts';

const missing = whyNoPostgres();
test.skip(missing !== undefined, missing ?? '');

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let shown: TestServer;
let other: TestServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  cluster = await startPostgres();
  const { user, host, port, database } = cluster;
  const environment = { KC_DB_URL: `postgresql://${user}@${host}:${port}/${database}` };
  const start = () => startServer({ dataDir: createFolder(), environment });
  [shown, other] = await Promise.all([start(), start()]);
});

test.afterAll(async () => {
  await Promise.all([shown, other].map((server) => server?.stop()));
  await cluster?.stop();
});

const send = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(`${other.url}/realms/demo/${path}`, { method: 'POST', body: new URLSearchParams(form) });

test('console "Activity": an exchange of another server appears by itself, and its details name the server', async ({
  page,
}) => {
  await openConsole(page, shown.url, 'Activity');
  await expect(page.getByText('PostgreSQL')).toBeVisible();
  const { status } = await send('protocol/openid-connect/token', {
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'wrong',
  });
  expect(status).toBe(401);
  await page
    .getByRole('button', { name: /demo-service/ })
    .first()
    .click();
  const pane = page.getByRole('region', { name: 'Flow' });
  await expect(pane).toContainText(`:${new URL(other.url).port}`);
});

test('console "Device": a prompt that arrives at another server is shown at once, and answered there', async ({
  page,
}) => {
  await openConsole(page, shown.url, 'Device');
  const answer = await send('protocol/openid-connect/ext/ciba/auth', {
    client_id: 'demo-ciba',
    client_secret: secretOf('demo-ciba'),
    login_hint: 'alice',
    scope: 'openid',
    binding_message: 'SHARED-1',
  });
  expect(answer.status).toBe(200);
  const { auth_req_id: request } = (await answer.json()) as { readonly auth_req_id: string };
  await expect(page.getByText('SHARED-1')).toBeVisible();
  await expect(rail(page).getByRole('link', { name: /Device/ })).toContainText('1');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect
    .poll(
      async () => {
        const { status } = await send('protocol/openid-connect/token', {
          grant_type: 'urn:openid:params:grant-type:ciba',
          auth_req_id: request,
          client_id: 'demo-ciba',
          client_secret: secretOf('demo-ciba'),
        });
        return status;
      },
      { intervals: [5500] },
    )
    .toBe(200);
});
