import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACME, NO_THEMES, openTestThemes } from '#protocol/themes/testing/theme-files.ts';
import { classNamesOf } from './class-names.ts';

test('Keycloak keycloak.v2: places of a page have the classes of its template, beside ours', () => {
  const classes = classNamesOf(NO_THEMES.find(undefined));
  assert.equal(classes.card, 'us-card pf-v5-c-login__main');
  assert.equal(classes.inputWrapper, 'us-input pf-v5-c-form-control');
  assert.equal(classes.input, '');
  assert.equal(classes.primary, 'us-primary pf-v5-c-button pf-m-primary pf-m-block');
  assert.equal(classNamesOf(NO_THEMES.find('')), classes, 'made once');
});

test('Keycloak base: the structure of its template, in which the input has the class itself', () => {
  const classes = classNamesOf(NO_THEMES.find('keycloak'));
  assert.equal(classes.page, 'us-page login-pf-page');
  assert.equal(classes.container, '');
  assert.equal(classes.input, 'pf-c-form-control');
  assert.equal(classes.group, 'us-field form-group');
  assert.equal(classNamesOf(NO_THEMES.find('base')).group, 'us-field');
});

test('Keycloak theme.properties: names of the theme replace those of its parent, empty ones remove them', (context) => {
  const { themes } = openTestThemes(context, {
    ...ACME,
    'x/login/theme.properties': 'parent=acme\nkcInputClass=acme-input wide\nkcLabelClass=\n',
  });
  const classes = classNamesOf(themes.find('x'));
  assert.equal(classes.input, 'acme-input wide');
  assert.equal(classes.label, '');
  assert.equal(classes.body, 'acme-teal');
});
