import { expect, test } from '@playwright/test';
import {
  createGuideClient,
  expectForgeryRefused,
  expectSignIn,
  type GuideProcess,
  installFromNpm,
  PUBLIC,
  readGuide,
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

for (const guide of ['react', 'vue', 'keycloak-js', 'angular'] as const) {
  test(`guide "${guide}": the copied application signs a user in and refuses a forged response`, async ({
    browser,
    page,
  }) => {
    const client = await createGuideClient(server, PUBLIC);
    const shown = await readGuide(browser, server, client, guide);
    const folder = writeGuide(shown);
    const unreachable = await installFromNpm(folder, shown.install);
    test.skip(unreachable !== undefined, unreachable);
    running.push(await startGuide(folder, shown, client.origin));
    await expectForgeryRefused(page, `${client.origin}/`);
    await expectSignIn(page, client.origin);
  });
}
