import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeExtensions } from './extensions.ts';

function makeHome(files: readonly string[]): string {
  const home = mkdtempSync(join(tmpdir(), 'understudy-extensions-'));
  for (const file of files) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), '');
  }
  return home;
}

test('drop-in: Java archives are named in one warning, with the effect and what to do', () => {
  const home = makeHome(['providers/b.jar', 'providers/README.md', 'standalone/deployments/a.jar']);
  assert.deepEqual(describeExtensions(home), {
    warnings: [
      'Providers are not loaded, because Understudy does not run Java: a.jar, b.jar. What they add is missing; test it with Keycloak. Copy a theme inside of one from its folder theme into the folder themes',
    ],
    notices: [],
  });
});

test('drop-in: themes without sign-in pages are named in one line; others and files beside them are not', () => {
  const home = makeHome([
    'themes/shop/email/theme.properties',
    'themes/acme/login/theme.properties',
    'themes/README.md',
  ]);
  assert.deepEqual(describeExtensions(home), {
    warnings: [],
    notices: [
      "Themes without sign-in pages (login) are not used: shop. Messages and consoles have Understudy's own design",
    ],
  });
});

test('a long list of archives is cut', () => {
  const home = makeHome(Array.from({ length: 12 }, (_, index) => `providers/${index + 10}.jar`));
  assert.match(describeExtensions(home).warnings.join(), /: 10\.jar, .*19\.jar and 2 more\./);
});

test('without a folder of Keycloak, or with empty ones, nothing is said', () => {
  for (const home of [undefined, '/none', makeHome(['providers/x.txt'])])
    assert.deepEqual(describeExtensions(home), { warnings: [], notices: [] });
});
