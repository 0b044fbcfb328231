import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { administratorToken } from './support/administrator.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

const started: TestServer[] = [];

test.afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

async function start(dataDir?: string): Promise<TestServer> {
  const server = await startServer(dataDir === undefined ? {} : { dataDir });
  started.push(server);
  return server;
}

/** Truncates the file of a realm and returns its path. */
function breakRealm(dataDir: string, realm: string): string {
  const realms = join(dataDir, 'realms');
  for (const folder of readdirSync(realms)) {
    const path = join(realms, folder, 'realm.json');
    const text = readFileSync(path, 'utf8');
    if ((JSON.parse(text) as { realm: { realm: string } }).realm.realm !== realm) continue;
    writeFileSync(path, text.slice(0, text.length / 2));
    return path;
  }
  throw new Error(`there is no realm ${realm}`);
}

test('console: a damaged realm is shown with its file and the remedy and cannot be selected; its URL says the same', async ({
  page,
}) => {
  skipWithSeveralServers('the test changes files in which one server keeps its state');
  const first = await start();
  await administratorToken(first.url);
  expect((await callAdmin(first.url, 'POST', '/admin/realms', { realm: 'shop' })).status).toBe(201);
  await first.stop();
  const path = breakRealm(first.dataDir, 'shop');
  const server = await start(first.dataDir);
  expect(server.output()).toContain(path);
  await openConsole(page, server.url);
  const notice = page.getByRole('status').filter({ hasText: 'Realms out of service' });
  await expect(notice).toContainText(`Realm shop: ${path} cannot be used (it is not valid JSON).`);
  await expect(notice).toContainText('restart the server');
  await page.getByRole('combobox', { name: 'Realm' }).click();
  const option = page.getByRole('option', { name: 'shop (out of service)' });
  await expect(option).toHaveAttribute('data-combobox-disabled', 'true');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.goto(`${server.url}/console/#/device?realm=shop`);
  await expect(page.getByRole('heading', { level: 1, name: 'Realm out of service' })).toBeVisible();
  await expect(page.getByText('The notice “Realms out of service” at the top of this page')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Realms of this server' })
    .getByRole('link', { name: 'demo', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Device' })).toBeVisible();
  const answer = await page.goto(`${server.url}/realms/shop/account`);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Realm out of service');
  await expect(page.getByRole('main')).toContainText('Repair the file');
});
