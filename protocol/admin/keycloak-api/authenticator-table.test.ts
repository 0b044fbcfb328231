import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLOW_REQUIREMENTS, findAuthenticator, listAuthenticators } from './authenticator-table.ts';

test('an inherited name is no authenticator', () => {
  assert.equal(findAuthenticator('toString'), undefined);
  assert.equal(findAuthenticator(''), undefined);
});

test('each authenticator has a name, and requirements that executions can have', () => {
  const known = FLOW_REQUIREMENTS['basic-flow'] ?? [];
  for (const kind of ['authenticator', 'client', 'form', 'action'] as const) {
    const ids = listAuthenticators(kind).map(({ id }) => id);
    assert.ok(ids.length > 0, kind);
    for (const id of ids) {
      const { displayName = '', requirements = [] } = findAuthenticator(id) ?? {};
      assert.notEqual(displayName, '');
      assert.ok(requirements.length > 0 && requirements.every((each) => known.includes(each)), id);
    }
  }
});
