import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBounded } from './read-bounded.ts';

test('an answer up to the bound is read whole, characters across chunks included', async () => {
  assert.equal(await readBounded(new Response('ä€'), 5), 'ä€');
  assert.equal(await readBounded(new Response(null), 0), '');
});

test('an answer beyond the bound is refused, and the rest of it is not read', async () => {
  let given = 0;
  const endless = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(10));
    },
  });
  await assert.rejects(readBounded(new Response(endless), 25), /larger than 25 bytes/);
  assert.ok(given < 10, String(given));
});
