import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserLayer } from './user-layer.ts';

const ann = { id: '1', username: 'ann', email: 'ann@x' };
const bob = { id: '2', username: 'bob', email: 'bob@x', serviceAccountClientId: 'job' };

function createLayer(): UserLayer {
  const layer = new UserLayer();
  layer.set(ann);
  layer.set(bob);
  return layer;
}

test('a layer without changes has the users of the one below, and lists them without a copy', () => {
  const below = createLayer();
  const layer = new UserLayer(below);
  assert.equal(layer.isEmpty, true);
  assert.equal(layer.list(), below.list());
  assert.equal(layer.find('1'), ann);
  assert.deepEqual(layer.findByEmail('bob@x'), ['2']);
  assert.equal(layer.findServiceAccount('job'), bob);
});

test('a user who is removed is found in no way, and is still in the layer below', () => {
  const below = createLayer();
  const layer = new UserLayer(below);
  layer.unset(bob);
  assert.equal(layer.find('2'), undefined);
  assert.equal(layer.findByUsername('bob'), undefined);
  assert.deepEqual(layer.findByEmail('bob@x'), []);
  assert.equal(layer.findServiceAccount('job'), undefined);
  assert.deepEqual(layer.list(), [ann]);
  assert.equal(below.findByUsername('bob'), bob);
});

test('a removed user can be there again, with another name', () => {
  const layer = new UserLayer(createLayer());
  const rob = { id: '2', username: 'rob' };
  layer.unset(bob);
  layer.set(rob);
  assert.equal(layer.findByUsername('rob'), rob);
  assert.equal(layer.findByUsername('bob'), undefined);
  assert.deepEqual(layer.list(), [ann, rob]);
});

test('a merged layer has the same users and nothing below, in order of arrival', () => {
  const layer = new UserLayer(createLayer());
  const carol = { id: '0', username: 'carol', email: 'ann@x' };
  layer.set(carol);
  const merged = layer.merge();
  assert.equal(merged.below, undefined);
  assert.equal(merged.depth, 1);
  assert.deepEqual(merged.findByEmail('ann@x'), ['1', '0']);
  assert.deepEqual(merged.list(), layer.list());
});
