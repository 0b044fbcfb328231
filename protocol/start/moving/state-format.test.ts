import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE_ORDER, STATE_SUFFIX } from './state-format.ts';

test("Keycloak's import reads NAME-realm.json and NAME-users-N.json only, and a start every .json: neither reads a state file", () => {
  assert.doesNotMatch(`shop${STATE_SUFFIX}`, /-realm\.json$|-users-\d+\.json$|\.json$/);
});

test('the realm is the first line after the header and the end is the last', () => {
  assert.deepEqual([LINE_ORDER[0], LINE_ORDER.at(-1)], ['realm', 'end']);
});
