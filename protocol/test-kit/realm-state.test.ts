import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmStates } from './realm-state.ts';

const shop = { id: 'r1', realm: 'shop' };

/** Counts per realm, as a part with everything; `calls` names what happened. */
function setUp() {
  const calls: string[] = [];
  const counts = new Map<string, number>();
  const states = createRealmStates();
  states.register<number>({
    reset: (id, name) => {
      calls.push(`reset ${id} ${name}`);
      counts.delete(id);
    },
    snapshot: {
      name: 'counts',
      capture: (id) => counts.get(id) ?? 0,
      restore: async (id, captured) => {
        await Promise.resolve();
        counts.set(id, captured);
      },
    },
    rename: (id, from, to) => calls.push(`rename ${id} ${from} ${to}`),
    copy: (template, clone) => calls.push(`copy ${template.realm} ${clone.realm}`),
  });
  return { calls, counts, states };
}

test('a captured state comes back as often as it is restored, and other realms are left alone', async () => {
  const { counts, states } = setUp();
  counts.set('r1', 3).set('r2', 5);
  const captured = await states.capture(shop);
  for (const _again of [1, 2]) {
    counts.set('r1', 9);
    await states.restore(shop, captured);
    assert.deepEqual(
      [...counts],
      [
        ['r1', 3],
        ['r2', 5],
      ],
    );
  }
});

test('a part that captures nothing, or came after the capture, is reset when the rest is restored', async () => {
  const { calls, counts, states } = setUp();
  counts.set('r1', 3);
  const captured = await states.capture(shop);
  states.register({ reset: () => void calls.push('without capture') });
  states.register<string>({
    reset: () => void calls.push('too late'),
    snapshot: { name: 'late', capture: () => 'x', restore: () => assert.fail() },
  });
  await states.restore(shop, captured);
  assert.deepEqual(calls, ['without capture', 'too late']);
  assert.equal(counts.get('r1'), 3);
});

test('a dropped realm is reset unless a part does something else, in the order of registration', async () => {
  const { calls, states } = setUp();
  states.register({ reset: assert.fail, drop: (id) => void calls.push(`drop ${id}`) });
  await states.drop(shop);
  assert.deepEqual(calls, ['reset r1 shop', 'drop r1']);
});

test('a part that fails stops the reset, so that the caller learns of it', async () => {
  const { calls, states } = setUp();
  states.register({ reset: () => Promise.reject(new RangeError('no')) });
  states.register({ reset: () => void calls.push('later') });
  await assert.rejects(states.reset(shop), RangeError);
  assert.deepEqual(calls, ['reset r1 shop']);
});

test('parts learn of new names and of clones', () => {
  const { calls, states } = setUp();
  states.rename({ id: 'r1', realm: 'new' }, 'shop');
  states.copy(shop, { id: 'r2', realm: 'clone' });
  assert.deepEqual(calls, ['rename r1 shop new', 'copy shop clone']);
});
