import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let application: Server;
let callback: string;

test.beforeEach(async () => {
  server = await startServer();
  application = createServer((request, response) => {
    const html = `<p>application</p><iframe src="${new URL(request.url ?? '', 'http://app').searchParams.get('frame') ?? 'about:blank'}"></iframe>`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(request.url?.startsWith('/callback') ? '<p>back</p>' : html);
  });
  await new Promise<void>((done) => application.listen(0, '127.0.0.1', done));
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
});
test.afterEach(async () => {
  application.close();
  await server.stop();
});

async function signIn(context: BrowserContext, body: object): Promise<void> {
  const response = await callAdmin(server.url, 'POST', '/emulator/v1/realms/demo/sessions', body);
  expect(response.status).toBe(201);
  const { cookies } = (await response.json()) as { cookies: Parameters<BrowserContext['addCookies']>[0] };
  await context.addCookies(cookies);
}

function authorizationUrl(changes: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...changes,
  });
  return `${server.url}/realms/demo/protocol/openid-connect/auth?${query}`;
}

const parameter = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

for (const browser of ['chromium', 'webkit'] as const) {
  test(`test kit "sessions": Chromium takes the cookies for ${browser} and gets a code without a page`, async ({
    page,
  }) => {
    await signIn(page.context(), { user: 'alice', browser });
    await page.goto(authorizationUrl());
    await expect(page.getByText('back')).toBeVisible();
    expect(parameter(page, 'code')).not.toBeNull();
    await page.goto(`${server.url}/realms/demo/protocol/openid-connect/logout`);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(authorizationUrl({ prompt: 'none' }));
    expect(parameter(page, 'error')).toBe('login_required');
  });
}

test('test kit "sessions": in a frame of another site, the cookies for Chromium are sent and those for every browser are not', async ({
  page,
}) => {
  const silent = async (): Promise<string> => {
    const elsewhere = callback.replace('127.0.0.1', 'localhost').replace('/callback', '/');
    await page.goto(`${elsewhere}?frame=${encodeURIComponent(authorizationUrl({ prompt: 'none' }))}`);
    await expect.poll(() => page.frames()[1]?.url() ?? '').toContain('/callback');
    return page.frames()[1]?.url() ?? '';
  };
  await signIn(page.context(), { user: 'alice' });
  expect(await silent()).toContain('error=login_required');
  await signIn(page.context(), { user: 'alice', browser: 'chromium' });
  expect(await silent()).toContain('code=');
});

test('test kit "clock": a frozen clock survives a restart with the session, and the console says that it is frozen', async ({
  page,
}) => {
  const clock = '/emulator/v1/realms/demo/clock';
  await callAdmin(server.url, 'PUT', clock, { frozen: true });
  await callAdmin(server.url, 'PUT', clock, { now: '2030-01-01T12:00:00Z' });
  await signIn(page.context(), { user: 'alice' });
  const { dataDir } = server;
  await server.stop();
  server = await startServer({ dataDir });
  expect(await (await callAdmin(server.url, 'GET', clock)).json()).toMatchObject({
    now: '2030-01-01T12:00:00.000Z',
    frozen: true,
  });
  await openConsole(page, server.url, 'Sessions');
  await expect(page.getByText(/^realm clock frozen at 1 Jan 2030/)).toBeVisible();
  await expect(page.getByText(/^This realm's clock is frozen at 1 Jan 2030/)).toBeVisible();
  await expect(page.getByText('alice').first()).toBeVisible();
  await callAdmin(server.url, 'PUT', clock, { frozen: false });
  await callAdmin(server.url, 'PUT', clock, { offsetMs: 0 });
  await expect(page.getByText(/realm clock/)).toBeHidden({ timeout: 15_000 });
});
