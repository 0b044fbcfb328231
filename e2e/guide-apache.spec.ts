import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  createSamlGuideClient,
  expectForgedAssertionRefused,
  expectSignIn,
  type GuideProcess,
  readGuide,
  runInFolder,
  SAML_VARIANTS,
  startGuide,
  stopGuides,
  writeGuide,
} from './support/guides.ts';
import { whyNoMellon } from './support/mellon.ts';
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

/** Why Shibboleth's service provider cannot run on this machine; undefined if it can. */
function whyNoShibboleth(): string | undefined {
  const files = ['/usr/sbin/shibd', '/usr/lib/apache2/modules/mod_shib.so', '/usr/sbin/apache2'];
  return files.every((file) => existsSync(file)) ? undefined : 'Apache with mod_shib is not installed';
}

/** The lines of an installation that do not need root. */
function withoutPackages(install = ''): string {
  return install
    .split('\n')
    .filter((line) => !line.startsWith('sudo '))
    .join('\n');
}

for (const [guide, consumer, missing] of [
  ['mellon', '/mellon/postResponse', whyNoMellon()],
  ['shibboleth', '/Shibboleth.sso/SAML2/POST', whyNoShibboleth()],
] as const) {
  for (const [what, attributes] of SAML_VARIANTS) {
    test(`guide "${guide}": the copied site signs a user in, with ${what}`, async ({ browser, page }) => {
      test.skip(missing !== undefined, missing);
      const client = await createSamlGuideClient(server, attributes);
      const shown = await readGuide(browser, server, client, guide);
      const folder = writeGuide(shown);
      expect(await runInFolder(folder, withoutPackages(shown.install))).toMatchObject({ code: 0 });
      running.push(await startGuide(folder, shown, client.origin));
      await expectForgedAssertionRefused(page, client.origin + consumer);
      await expectSignIn(page, client.origin);
    });
  }
}
