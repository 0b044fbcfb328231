import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWithoutEffect, listNames, OPTIONS_WITHOUT_EFFECT, STATE_OPTIONS } from './keycloak-options.ts';
import { OPTION_ROWS } from './options.ts';

test('Keycloak 26: no option without effect has a row, and none is listed twice', () => {
  const rows = new Set<string>(OPTION_ROWS.flatMap(({ key, aliases = [] }) => [key, ...aliases]));
  const names = OPTIONS_WITHOUT_EFFECT.flatMap(listNames);
  assert.deepEqual(
    names.filter((name) => rows.has(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
});

test('Keycloak 26: names with a variable part are found by their beginning', () => {
  assert.equal(findWithoutEffect('db-url-full-reports'), STATE_OPTIONS);
  assert.notEqual(findWithoutEffect('spi-theme-static-max-age'), undefined);
  for (const key of ['db-url-full-', 'db-urls', 'spi-', 'http-port', 'toString', ''])
    assert.equal(findWithoutEffect(key), undefined, key);
});
