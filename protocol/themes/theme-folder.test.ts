import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ACME, openTestThemes } from './testing/theme-files.ts';

for (const name of [
  '../acme',
  '..',
  '.',
  'a/b',
  'a\\b',
  'a\0b',
  'x'.repeat(5000),
  '__proto__',
  'constructor',
])
  test(`bad input: ${JSON.stringify(name.slice(0, 20))} is no name of a folder; the page has the default look`, (context) => {
    const { themes } = openTestThemes(context, ACME);
    assert.equal(themes.find(name).name, 'keycloak.v2');
    assert.equal(themes.has(name), false);
  });

test('bad input: links that lead out of a theme are not followed, links within it are', (context) => {
  const { folder, themes, warnings } = openTestThemes(context, {
    'acme/login/theme.properties': 'parent=keycloak\nstyles=css/inside.css css/outside.css\n',
    'acme/login/resources/css/..data/real.css': '',
    'secret.css': 'secret',
  });
  const css = join(folder, 'acme/login/resources/css');
  // As Kubernetes mounts the files of a ConfigMap.
  symlinkSync('..data/real.css', join(css, 'inside.css'));
  symlinkSync('../../../../secret.css', join(css, 'outside.css'));
  const theme = themes.find('acme');
  assert.deepEqual(theme.styles, ['css/inside.css']);
  assert.match(warnings()[0] ?? '', /names css\/outside\.css, which leads out of the theme/);
  for (const path of ['css/outside.css', '../theme.properties', '../../../secret.css', 'css/\0'])
    assert.equal(theme.findResource(path), undefined, path);
});

test('a theme folder that is a link to a project is followed', (context) => {
  const { folder, themes } = openTestThemes(context, { ...ACME, 'x/y': '' });
  rmSync(join(folder, 'x'), { recursive: true });
  symlinkSync(join(folder, 'acme'), join(folder, 'linked'));
  assert.deepEqual(themes.find('linked').styles, ['css/acme.css']);
});
