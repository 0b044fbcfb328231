import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventStreamParser } from './event-stream.ts';

test('SSE: an event may be split at any position', () => {
  const text = 'id: 7\nevent: exchange\ndata: {"a":\ndata: 1}\n\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const parser = createEventStreamParser();
    const events = [...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))];
    assert.deepEqual(events, [{ id: '7', name: 'exchange', data: '{"a":\n1}' }]);
  }
});

test('SSE: comments are heartbeats and give no event', () => {
  assert.deepEqual(createEventStreamParser().push(': alive\n\n: alive\n\n'), []);
});

test('SSE: an event without its empty line is not delivered', () => {
  assert.deepEqual(createEventStreamParser().push('data: half\n'), []);
});

test('SSE: CR LF ends a line too', () => {
  const events = createEventStreamParser().push('data: one\r\n\r\ndata:two\r\n\r\n');
  assert.deepEqual(
    events.map((event) => event.data),
    ['one', 'two'],
  );
});
