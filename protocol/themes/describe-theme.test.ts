import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openTestThemes } from './testing/theme-files.ts';

function describe(context: TestContext, files: Readonly<Record<string, string>>): readonly string[] {
  const given = { 'acme/login/theme.properties': 'parent=keycloak\n', ...files };
  return openTestThemes(context, given).themes.describe('acme');
}

test('a theme that works has nothing to report', (context) => {
  assert.deepEqual(
    describe(context, {
      'acme/login/messages/messages_de.properties': "a=Hallo {0}, wie geht''s? '{'x'}'\n",
    }),
    [],
  );
});

test('FreeMarker templates are named as not run; those of a parent are the parent’s', (context) => {
  assert.deepEqual(describe(context, { 'acme/login/login.ftl': '', 'acme/login/template.ftl': '' }), [
    'FreeMarker templates are not run: login.ftl, template.ftl. Understudy’s own pages are shown, with the styles, scripts and texts of the theme.',
  ]);
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_each, index) => [`acme/login/${index + 10}.ftl`, '']),
  );
  assert.match(describe(context, many)[0] ?? '', /19\.ftl and 2 more\./);
});

test('bad input: broken placeholders are named with their file and key', (context) => {
  const [line, ...more] = describe(context, {
    'acme/login/messages/messages_de.properties': 'a={0\nb=fine {0}\nc=x } y\n',
  });
  assert.match(
    line ?? '',
    /^Broken texts in messages_de\.properties of theme acme are not shown: a \("\{" belongs/,
  );
  assert.match(
    line ?? '',
    /, c \("\}" belongs to no placeholder\)\. A placeholder is \{0\}; write other braces as '\{'\.$/,
  );
  assert.deepEqual(more, []);
});

test('bad input: a locale that is no language tag is named', (context) => {
  assert.deepEqual(
    describe(context, { 'acme/login/theme.properties': 'parent=keycloak\nlocales=de,d e,pt_BR\n' }),
    ['locales of theme acme names d, e, pt_BR. A language is a tag like de or pt-BR.'],
  );
});

test('bad input: a message file that cannot be read is named at once, whatever the locales of the theme', (context) => {
  const files = {
    'acme/login/theme.properties': 'parent=keycloak\nlocales=en\n',
    'acme/login/messages/messages_de.properties': 'x=\\u00zz\n',
  };
  assert.match(
    describe(context, files)[0] ?? '',
    /^messages_de\.properties of theme acme cannot be read: .*\\u00zz/,
  );
  const { themes, warnings } = openTestThemes(context, files);
  themes.find('acme');
  assert.match(warnings()[0] ?? '', /^messages_de\.properties of theme acme cannot be read/);
});
