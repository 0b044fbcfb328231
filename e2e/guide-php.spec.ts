import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  CONFIDENTIAL,
  createGuideClient,
  createSamlGuideClient,
  expectForgedAssertionRefused,
  expectForgeryRefused,
  expectSignIn,
  type GuideProcess,
  readGuide,
  runInFolder,
  SAML_VARIANTS,
  startGuide,
  stopGuides,
  writeGuide,
} from './support/guides.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const running: GuideProcess[] = [];

test.beforeAll(async () => {
  server = await startServer();
});
test.afterEach(() => stopGuides(running));
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const CONSUMER = '/simplesaml/module.php/saml/sp/saml2-acs.php/default-sp';

for (const [what, attributes] of SAML_VARIANTS) {
  test(`guide "simplesamlphp": the copied page signs a user in, with ${what}`, async ({ browser, page }) => {
    const isInstalled = existsSync('/usr/bin/php') && existsSync('/usr/share/simplesamlphp/www/module.php');
    test.skip(!isInstalled, 'php-cli and simplesamlphp are not installed');
    const client = await createSamlGuideClient(server, attributes);
    const shown = await readGuide(browser, server, client, 'simplesamlphp');
    const folder = writeGuide(shown);
    const links = shown.install?.split('\n').filter((line) => !line.startsWith('sudo ')) ?? [];
    expect(await runInFolder(folder, links.join('\n'))).toMatchObject({ code: 0 });
    running.push(await startGuide(folder, shown, client.origin));
    await expectForgedAssertionRefused(page, client.origin + CONSUMER);
    await expectSignIn(page, client.origin);
  });
}

test('guide "php": the copied page signs a user in and refuses a forged response', async ({
  browser,
  page,
}) => {
  test.skip(!existsSync('/usr/bin/php'), 'php-cli is not installed');
  const client = await createGuideClient(server, CONFIDENTIAL);
  const shown = await readGuide(browser, server, client, 'php');
  const folder = writeGuide(shown);
  expect(await runInFolder(folder, 'php -l index.php')).toMatchObject({ code: 0 });
  const installed = await runInFolder(folder, shown.install ?? '');
  test.skip(
    installed.code !== 0,
    'Composer is not installed, or cannot reach its repository; only the syntax was checked',
  );
  running.push(await startGuide(folder, shown, client.origin));
  await expectForgeryRefused(page, `${client.origin}/callback`);
  await expectSignIn(page, client.origin);
});
