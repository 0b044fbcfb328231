import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createDocumentFetcher, fetchUnrecorded } from './document-fetcher.ts';

const limits = (response: () => Response) => ({
  accept: 'application/json',
  timeoutMs: 1000,
  maxBytes: 100,
  fetch: async () => response(),
});
const KEYS = {
  kind: 'jwks',
  title: 'Keys of a client',
  mdc: { realm: 'demo', client: 'web', flow: 'f1' },
  section: 'OIDC Core §10.1',
} as const;
const URL_OF_KEYS = 'http://127.0.0.1:3000/keys?a=1';
const asJson = { 'content-type': 'application/json' };

function setUp() {
  const activity = createActivityRecorder({ clock: { now: () => 0 } });
  return { activity, fetchDocument: createDocumentFetcher(activity) };
}

test('test kit "Calls": a fetched document is in Activity, in the flow it was fetched for', async () => {
  const { activity, fetchDocument } = setUp();
  const text = await fetchDocument(
    URL_OF_KEYS,
    limits(() => new Response('{"keys":[]}', { headers: asJson })),
    KEYS,
  );
  assert.equal(text, '{"keys":[]}');
  const [summary] = activity.list().records;
  const { title, realm, clientId, flow, status, outcome, call, method, from } = summary ?? {};
  assert.deepEqual(
    [title, realm, clientId, flow, status, outcome, call, method, from],
    ['Keys of a client', 'demo', 'web', 'f1', 200, 'accepted', 'jwks', 'GET', 'understudy'],
  );
  assert.deepEqual(activity.find(summary?.id ?? '')?.response.json, { keys: [] });
});

for (const [what, url, response, status, reason] of [
  ['a status', URL_OF_KEYS, () => new Response('', { status: 404 }), 404, /the answer is 404/],
  ['too much', URL_OF_KEYS, () => new Response('x'.repeat(101)), 200, /larger than 100 bytes/],
  ['no answer', URL_OF_KEYS, () => assert.fail('connection refused'), 0, /connection refused/],
  ['another scheme', 'file:///etc/passwd', () => new Response(''), 0, /http/],
  ['no address', 'nowhere', () => new Response(''), 0, /./],
] as const) {
  test(`test kit "Calls": ${what} is a failed call with its reason, and still an error`, async () => {
    const { activity, fetchDocument } = setUp();
    await assert.rejects(fetchDocument(url, limits(response), KEYS));
    const [summary] = activity.list().records;
    assert.deepEqual(
      [summary?.outcome, summary?.status, summary?.refusal?.code],
      ['failed', status, 'fetch_failed'],
    );
    assert.match(summary?.refusal?.reason ?? '', reason);
  });
}

test('test kit "Calls": without Activity the document is the same', async () => {
  assert.equal(
    await fetchUnrecorded(
      URL_OF_KEYS,
      limits(() => new Response('x')),
      KEYS,
    ),
    'x',
  );
});
