import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FetchLimits, fetchBounded } from './fetch-bounded.ts';

const fetchFrom = (response: Response, limits: Partial<FetchLimits>): Promise<string> =>
  fetchBounded('http://127.0.0.1:3000/document', {
    accept: 'text/plain',
    timeoutMs: 1000,
    maxBytes: 1000,
    fetch: async () => response,
    ...limits,
  });

test('a body within the limit is read completely, including characters split across chunks', async () => {
  assert.equal(await fetchFrom(new Response('ä€'), { maxBytes: 5 }), 'ä€');
  assert.equal(await fetchFrom(new Response(null), { maxBytes: 0 }), '');
});

test('a body beyond the limit is rejected, and the rest is not read', async () => {
  let given = 0;
  const endless = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(10));
    },
  });
  await assert.rejects(fetchFrom(new Response(endless), { maxBytes: 25 }), {
    message: 'the document is larger than 25 bytes',
  });
  assert.ok(given < 10, String(given));
});

test('a refusal of the other server is an error with its status', async () => {
  await assert.rejects(fetchFrom(new Response('no', { status: 404 }), {}), { message: 'the answer is 404' });
});

test('an address that is not http or https is not fetched', async () => {
  const limits = { accept: 'text/plain', timeoutMs: 1000, maxBytes: 1000 };
  await assert.rejects(fetchBounded('data:text/plain,secret', limits), TypeError);
});
