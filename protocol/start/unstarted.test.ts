import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asStarted, asUnstarted, isUnstarted } from './unstarted.ts';

const MASTER = { id: 'm', realm: 'master', attributes: { own: 'x' } };

test('contract "Start": a data directory without a mark has been started', () => {
  assert.equal(isUnstarted(MASTER), false);
  assert.equal(isUnstarted(undefined), false);
  assert.equal(isUnstarted({ id: 'm', realm: 'master' }), false);
  assert.equal(asStarted(MASTER), MASTER);
});

test('contract "Start": the mark is set once, and the first start removes it', () => {
  const marked = asUnstarted(MASTER);
  assert.equal(isUnstarted(marked), true);
  assert.equal(isUnstarted(asUnstarted(marked)), true);
  assert.deepEqual(asStarted(marked), MASTER);
});
