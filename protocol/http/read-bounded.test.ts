import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBounded } from './read-bounded.ts';

test('a body within the limit is read completely, including characters split across chunks', async () => {
  assert.equal(await readBounded(new Response('ä€'), 5), 'ä€');
  assert.equal(await readBounded(new Response(null), 0), '');
});

test('a body beyond the limit is rejected, and the rest is not read', async () => {
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
