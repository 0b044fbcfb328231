import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { ACME, NO_THEMES, openTestThemes } from '#protocol/themes/testing/theme-files.ts';
import { STYLESHEET_PATH } from '../stylesheet.ts';
import { headOf, ourHead } from './theme-head.ts';

test('a page without a theme has our stylesheet alone, below the base path', () => {
  const exchange = createTestExchange();
  for (const name of [undefined, 'keycloak', 'base'])
    assert.equal(headOf(exchange, NO_THEMES.find(name)), ourHead(''), name);
  assert.match(String(ourHead('/auth').elements), new RegExp(`href="/auth${STYLESHEET_PATH}"`));
});

test('Keycloak themes: ours in the place of the parent’s, then the theme’s in their order, scripts after them', (context) => {
  const { themes } = openTestThemes(context, {
    ...ACME,
    'x/login/theme.properties': 'parent=acme\nstyles=css/acme.css css/x y.css css/x&y.css\nscripts=js/x.js\n',
    'x/login/resources/css/x&y.css': '',
    'x/login/resources/js/x.js': '',
  });
  const { elements, policy, colorScheme, isOurs } = headOf(createTestExchange(), themes.find('x'));
  const addresses = [...String(elements).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  assert.deepEqual(addresses, [
    '/resources/theme/login/x/img/favicon.ico',
    STYLESHEET_PATH,
    '/resources/theme/login/x/css/acme.css',
    '/resources/theme/login/x/css/x%26y.css',
    '/resources/theme/login/x/js/x.js',
  ]);
  assert.deepEqual(policy?.scriptSources, ["'self'"]);
  assert.equal(colorScheme, 'light', 'themes of before Keycloak 26 know no dark colours');
  assert.equal(isOurs, false);
});

test('Keycloak darkMode: on in themes of keycloak.v2, unless the theme or the realm turns it off', (context) => {
  const v2 = 'parent=keycloak.v2\nstyles=css/x.css\n';
  const { themes } = openTestThemes(context, {
    'on/login/theme.properties': v2,
    'on/login/resources/css/x.css': '',
    'off/login/theme.properties': `${v2}darkMode=false\n`,
    'off/login/resources/css/x.css': '',
  });
  const schemeOf = (name: string, attributes = {}) =>
    headOf(createTestExchange({ realm: { attributes } }), themes.find(name)).colorScheme;
  assert.equal(schemeOf('on'), 'light dark');
  assert.equal(schemeOf('off'), 'light');
  assert.equal(schemeOf('on', { darkMode: 'false' }), 'light');
});

test('CSP: a theme without scripts runs none', (context) => {
  const { themes } = openTestThemes(context, ACME);
  const { policy } = headOf(createTestExchange(), themes.find('acme'));
  assert.deepEqual(policy?.scriptSources, []);
  assert.equal(policy?.connectSources, undefined);
});

test('a theme without stylesheets has our look, with its icon and without dark colours if it says so', (context) => {
  const { themes } = openTestThemes(context, {
    'icon/login/theme.properties': 'parent=keycloak.v2\n',
    'icon/login/resources/img/favicon.ico': '',
    'light/login/theme.properties': 'parent=keycloak.v2\ndarkMode=false\n',
  });
  const icon = headOf(createTestExchange(), themes.find('icon'));
  assert.match(String(icon.elements), /href="\/resources\/theme\/login\/icon\/img\/favicon\.ico"/);
  assert.match(String(icon.elements), new RegExp(`href="${STYLESHEET_PATH}"`));
  assert.deepEqual([icon.isOurs, icon.policy, icon.colorScheme], [true, undefined, 'light dark']);
  assert.equal(headOf(createTestExchange(), themes.find('light')).colorScheme, 'light');
  const dark = createTestExchange({ realm: { attributes: { darkMode: 'false' } } });
  assert.equal(headOf(dark, NO_THEMES.find(undefined)).colorScheme, 'light');
});
