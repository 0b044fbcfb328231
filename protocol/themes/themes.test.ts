import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ACME, addThemeFiles, openTestThemes } from './testing/theme-files.ts';

test('a change of a file takes effect at once, an addition of a theme as well', (context) => {
  const { folder, themes, warnings } = openTestThemes(context, ACME);
  assert.equal(themes.find('new').name, 'keycloak.v2');
  assert.equal(themes.find('acme').messages('en')[0]?.texts['loginAccountTitle'], 'Welcome');
  addThemeFiles(folder, {
    'new/login/theme.properties': 'parent=acme\n',
    'acme/login/messages/messages_en.properties': 'loginAccountTitle=Hello there\n',
  });
  assert.equal(themes.find('new').name, 'new');
  assert.equal(themes.find('acme').messages('en')[0]?.texts['loginAccountTitle'], 'Hello there');
  assert.equal(themes.find('acme'), themes.find('acme'), 'without a change it is the same');
  assert.equal(warnings().length, 1);
});

test('bad input: a theme without a folder gets the default look, and is named once', (context) => {
  const { folder, themes, warnings } = openTestThemes(context, {});
  for (let count = 0; count < 3; count += 1) assert.equal(themes.find('acme').name, 'keycloak.v2');
  assert.deepEqual(warnings(), [
    `Theme acme has no folder acme/login in ${folder}, so pages have Understudy’s own look. Add the folder, or correct the name.`,
  ]);
  assert.deepEqual(themes.describe('acme'), warnings());
});

test('Keycloak’s own themes are built in; a folder of such a name is not read', (context) => {
  const { themes } = openTestThemes(context, {
    'keycloak/login/theme.properties': 'parent=base\nkcBodyClass=x\n',
  });
  assert.equal(themes.find('keycloak').properties['kcBodyClass'], undefined);
  assert.deepEqual(themes.describe('keycloak'), []);
  assert.deepEqual(themes.list(), []);
  for (const name of ['base', 'keycloak', 'keycloak.v2']) assert.equal(themes.find(name).name, name);
  for (const none of [undefined, '']) assert.equal(themes.find(none).name, 'keycloak.v2');
});

test('the list has the folders with sign-in pages; without a folder of themes it is empty', (context) => {
  const { folder, themes } = openTestThemes(context, { ...ACME, 'mail-only/email/theme.properties': '' });
  writeFileSync(join(folder, 'README.md'), '');
  assert.deepEqual(themes.list(), ['acme']);
  rmSync(folder, { recursive: true });
  assert.deepEqual(themes.list(), []);
  addThemeFiles(folder, { x: '' });
});
