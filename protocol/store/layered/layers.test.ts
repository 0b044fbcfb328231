import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '../memory/memory-store.ts';
import { DuplicateError } from '../store.ts';
import { Layers } from './layers.ts';

const taken = (member: string) => (error: unknown) =>
  error instanceof DuplicateError && error.member === member;

async function setUp() {
  const layers = new Layers(createMemoryStore());
  await layers.base.realms.create({ id: 'demo-id', realm: 'demo' }, []);
  await layers.transient.realms.create({ id: 'clone-id', realm: 'clone' }, []);
  layers.note('clone-id');
  return layers;
}

test('a realm is in the store that was noted for its id; an unknown one in the base', async () => {
  const layers = await setUp();
  assert.equal(layers.of('clone-id'), layers.transient);
  assert.equal(layers.of('demo-id'), layers.base);
  assert.equal(layers.of('other'), layers.base);
  assert.equal(layers.named('clone'), layers.transient);
  assert.equal(layers.named('other'), layers.base);
});

test('what is given by realm is split between the stores, and a store without realms is left out', async () => {
  const layers = await setUp();
  const both = layers.split(
    new Map([
      ['demo-id', 1],
      ['clone-id', 2],
    ]),
  );
  assert.deepEqual(
    both.map(([store, part]) => [store === layers.base, [...part]]),
    [
      [true, [['demo-id', 1]]],
      [false, [['clone-id', 2]]],
    ],
  );
  assert.deepEqual(layers.split(new Map()), []);
});

test('a name is refused while the other store has it, or a realm of the base is about to', async () => {
  const layers = await setUp();
  assert.throws(() => layers.checkFreeName('demo'), taken('realm'));
  assert.throws(() => layers.checkNotTransient({ id: 'x', realm: 'clone' }), taken('realm'));
  assert.throws(() => layers.checkNotTransient({ id: 'clone-id', realm: 'x' }), taken('id'));
  assert.throws(() => layers.checkFree({ id: 'demo-id', realm: 'x' }), taken('id'));
  layers.claim('soon');
  assert.throws(() => layers.checkFreeName('soon'), taken('realm'));
  layers.release('soon');
  layers.checkFreeName('soon');
});

test('the latest thousand removed realms are remembered', async () => {
  const layers = await setUp();
  layers.forget('clone-id');
  assert.equal(layers.isRemoved('clone-id'), true);
  layers.forget('demo-id');
  assert.equal(layers.isRemoved('demo-id'), false);
  for (let index = 0; index < 1000; index++) {
    layers.note(`${index}`);
    layers.forget(`${index}`);
  }
  assert.equal(layers.isRemoved('clone-id'), false);
  assert.equal(layers.isRemoved('0'), true);
});
