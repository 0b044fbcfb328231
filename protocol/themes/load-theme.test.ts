import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACME, openTestThemes } from './testing/theme-files.ts';

test('Keycloak themes: a theme has its own members before those of its parent', (context) => {
  const { themes, warnings } = openTestThemes(context, ACME);
  const theme = themes.find('acme');
  assert.equal(theme.structure, 'base');
  assert.equal(theme.properties['kcBodyClass'], 'acme-teal');
  assert.equal(theme.properties['kcInputClass'], 'pf-c-form-control', 'of keycloak');
  assert.deepEqual(theme.styles, ['css/acme.css']);
  assert.equal(theme.hasOurStylesheet, true, 'in the place of css/login.css of keycloak');
  assert.equal(theme.hasIcon, true);
  assert.deepEqual(theme.locales, ['en', 'de']);
  assert.deepEqual(warnings(), []);
});

test('Keycloak themes: styles replace those of the parent; resources and messages of the parent are found', (context) => {
  const { themes } = openTestThemes(context, {
    ...ACME,
    'child/login/theme.properties': 'parent=acme\nstyles=css/child.css\n',
    'child/login/resources/css/child.css': '',
    'child/login/messages/messages_en.properties': 'doLogIn=Go\n',
  });
  const theme = themes.find('child');
  assert.deepEqual(theme.styles, ['css/child.css']);
  assert.match(
    theme.findResource('css/acme.css') ?? '',
    /acme[/\\]login[/\\]resources[/\\]css[/\\]acme\.css$/,
  );
  assert.deepEqual(
    theme.messages('en').map(({ texts }) => ({ ...texts })),
    [{ doLogIn: 'Go' }, { loginAccountTitle: 'Welcome' }],
  );
  assert.equal(theme.messages('pt-BR')[0]?.texts['loginAccountTitle'], 'Bem-vindo');
});

test('Keycloak themes: without a parent a theme has nothing but itself, as below base', (context) => {
  const { themes } = openTestThemes(context, {
    'plain/login/theme.properties': 'styles=css/x.css\n',
    'plain/login/resources/css/x.css': '',
  });
  const theme = themes.find('plain');
  assert.equal(theme.structure, 'base');
  assert.equal(theme.hasOurStylesheet, false);
  assert.equal(theme.properties['kcInputClass'], undefined);
});

test('Keycloak themes: files of a common theme are found; where libraries of Keycloak are missing, ours is there', (context) => {
  const { themes } = openTestThemes(context, {
    'acme/login/theme.properties':
      'parent=base\nimport=common/acme\nstylesCommon=lib/own.css node_modules/patternfly.css\n',
    'acme/common/resources/lib/own.css': '',
  });
  const theme = themes.find('acme');
  assert.deepEqual(theme.commonStyles, ['lib/own.css']);
  assert.equal(theme.hasOurStylesheet, true);
});

for (const [what, files, problem] of [
  [
    'a cycle of parents',
    {
      'acme/login/theme.properties': 'parent=corp\n',
      'corp/login/theme.properties': 'parent=acme\n',
    },
    /^The parents of theme acme are a cycle: acme → corp → acme\. Set parent of corp to keycloak\.v2, /,
  ],
  [
    'a parent that is missing',
    { 'acme/login/theme.properties': 'parent=corp\n' },
    /^Theme acme has the parent corp, which is not in .*\. Add it, or set parent to /,
  ],
  [
    'a theme without theme.properties',
    { 'acme/login/resources/css/x.css': '' },
    /^Theme acme has no file login\/theme\.properties\. Add it, with parent=keycloak\.v2\.$/,
  ],
  [
    'a stylesheet that is missing',
    { 'acme/login/theme.properties': 'parent=keycloak\nstyles=css/none.css\n' },
    /^styles of theme acme names css\/none\.css, which is not in its folder login\/resources\. Correct the path, or add/,
  ],
  [
    'a script that is missing',
    { 'acme/login/theme.properties': 'parent=keycloak\nscripts=js/none.js\n' },
    /^scripts of theme acme names js\/none\.js, which is not/,
  ],
  [
    'a stylesheet outside of the theme',
    { 'acme/login/theme.properties': 'parent=keycloak\nstyles=../theme.properties\n' },
    /^styles of theme acme names \.\.\/theme\.properties, which leads out of the theme\. Copy the file into login\/resources\.$/,
  ],
  [
    'properties that cannot be read',
    { 'acme/login/theme.properties': 'kcBodyClass=\\u00g\n' },
    /^theme\.properties of theme acme cannot be read: .*\\u00g/,
  ],
] as const)
  test(`bad input: ${what} is named in log and report, and pages show`, (context) => {
    const { themes, warnings } = openTestThemes(context, files);
    const theme = themes.find('acme');
    assert.equal(theme.name, 'acme');
    assert.equal(theme.styles.length + theme.scripts.length, 0);
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', problem);
    assert.match(themes.describe('acme')[0] ?? '', problem);
  });

test('Keycloak themes: a query after the name of a stylesheet is left out; a folder is no stylesheet', (context) => {
  const { themes, warnings } = openTestThemes(context, {
    ...ACME,
    'x/login/theme.properties': 'parent=acme\nstyles=css/acme.css?v=3 css\n',
  });
  assert.deepEqual(themes.find('x').styles, ['css/acme.css']);
  assert.match(warnings()[0] ?? '', /^styles of theme x names css, which is not in/);
});
