import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLOW_KINDS } from '#protocol/contract/flow-names.ts';
import { kindLabel } from './kind-labels.ts';

test('console "Activity": each kind of flow has a name of its own', () => {
  const names = FLOW_KINDS.map(kindLabel);
  assert.equal(new Set(names).size, FLOW_KINDS.length);
  assert.equal(kindLabel('token-use'), 'Userinfo, introspection, revocation');
});
