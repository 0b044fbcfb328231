import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAnswerKeys } from './answer-key.ts';
import { startTestDevice } from './testing/device.ts';

const peer = await startTestDevice();
after(() => peer.stop());
const keys = createAnswerKeys(peer.attributes);

test('contract "Device": no text matches if the realm has no key yet', () => {
  for (const text of ['', 'undefined', 'x']) assert.equal(keys.matches('demo', text), false);
});

test('contract "Device": a key is created once, on first use, and kept', async () => {
  const all = new Set(await Promise.all(Array.from({ length: 10 }, () => keys.getOrCreateKey('demo'))));
  assert.equal(all.size, 1);
  const [key = ''] = all;
  assert.match(key, /^[\w-]{43}$/);
  assert.equal(peer.attributes.find('demo', 'understudy.device.key'), key);
  assert.equal(await createAnswerKeys(peer.attributes).getOrCreateKey('demo'), key);
});

test('contract "Device": only the complete key of the same realm matches', async () => {
  const key = await keys.getOrCreateKey('demo');
  assert.equal(keys.matches('demo', key), true);
  for (const text of ['', key.slice(1), `${key}=`, key.toUpperCase()])
    assert.equal(keys.matches('demo', text), false);
  assert.equal(keys.matches('none', key), false);
});

test('contract "Device": an empty attribute is no key', async () => {
  await peer.attributes.update('demo', 'understudy.device.key', () => '');
  assert.equal(keys.matches('demo', ''), false);
  assert.match(await keys.getOrCreateKey('demo'), /^[\w-]{43}$/);
});
