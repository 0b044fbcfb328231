import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentActionName,
  listUnsupportedActionSettings,
  listUnsupportedActions,
  OTHER_ACTIONS,
  SUPPORTED_ACTIONS,
} from './required-action.ts';

const itemsOf = (settings: unknown) => listUnsupportedActionSettings(settings).map(({ at }) => at?.[0]);

test('import report: actions of a user without a page are reported', () => {
  const actions = ['UPDATE_PASSWORD', 'terms_and_conditions', 'webauthn-register', 'acme-action', 7];
  assert.deepEqual(
    listUnsupportedActions(actions).map(({ value }) => value),
    ['webauthn-register', 'acme-action'],
  );
  assert.deepEqual(listUnsupportedActions('webauthn-register'), []);
});

test('import report: of the realm’s actions, those of extensions and default ones are reported', () => {
  const settings = [
    { alias: 'CONFIGURE_TOTP', enabled: true, defaultAction: true },
    { alias: 'webauthn-register', enabled: true, defaultAction: false },
    { alias: 'webauthn-register-passwordless', enabled: true, defaultAction: true },
    { alias: 'acme-action', enabled: true },
    { alias: 'other-action', enabled: false, defaultAction: true },
    { enabled: true },
    null,
  ];
  assert.deepEqual(itemsOf(settings), [{ item: 'webauthn-register-passwordless' }, { item: 'acme-action' }]);
  assert.deepEqual(itemsOf({ alias: 'acme-action' }), []);
});

test('Keycloak import: an action has one name', () => {
  assert.equal(currentActionName('terms_and_conditions'), 'TERMS_AND_CONDITIONS');
  assert.equal(currentActionName('constructor'), 'constructor');
});

test('house 2a: an action either has a page or has none', () => {
  assert.deepEqual(
    OTHER_ACTIONS.filter((alias) => Object.hasOwn(SUPPORTED_ACTIONS, alias)),
    [],
  );
});
