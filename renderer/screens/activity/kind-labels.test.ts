import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLOW_KIND_LABELS, FLOW_KINDS } from '#protocol/contract/flow-names.ts';
import { kindLabel } from './kind-labels.ts';

test('console "Activity": kinds of flows have the names that reports use', () => {
  for (const kind of FLOW_KINDS) assert.equal(kindLabel(kind), FLOW_KIND_LABELS[kind]);
});
