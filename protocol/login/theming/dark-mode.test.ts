import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openTestThemes } from '#protocol/themes/testing/theme-files.ts';
import { DARK_MODE_HASH, renderDarkMode } from './dark-mode.ts';

test('Keycloak kcDarkModeClass: the script sets the classes of the theme, and its hash is that of the policy', (context) => {
  const { themes } = openTestThemes(context, {
    'a/login/theme.properties': 'parent=keycloak.v2\nkcDarkModeClass=dark "night\n',
    'b/login/theme.properties': 'parent=keycloak.v2\nkcDarkModeClass=\n',
  });
  const html = String(renderDarkMode(themes.find('a')));
  const [, names, script = ''] = /^<script data-names="([^"]*)">([\s\S]*)<\/script>$/.exec(html) ?? [];
  assert.equal(names, 'dark &quot;night');
  assert.equal(DARK_MODE_HASH, `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  assert.equal(String(renderDarkMode(themes.find('b'))), '');
});
