import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import { makeRecord } from '#protocol/log/testing/record.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const LOGS = '/emulator/v1/logs';
let sequence = 0;

/** Writes consecutively numbered records, as the log would. */
function write(...given: Partial<LogRecord>[]): number {
  for (const record of given) {
    sequence += 1;
    server.logTail.write(makeRecord({ ...record, sequence }));
  }
  return sequence;
}

async function messages(query: string): Promise<readonly string[]> {
  const { status, body } = await server.call<LogPageWire>('GET', `${LOGS}${query}`);
  assert.equal(status, 200);
  return body.records.map(({ message }) => message);
}

/** Reads events of a stream, with their ids, until they contain `count` lines. */
async function listen(
  count: number,
  query: string,
  onOpen: () => unknown = () => undefined,
  headers: Record<string, string> = {},
) {
  const ending = new AbortController();
  const response = await fetch(`${server.baseUrl}${LOGS}/stream${query}`, {
    headers: { authorization: `Bearer ${server.token}`, ...headers },
    signal: ending.signal,
  });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  onOpen();
  const events: { id: string | undefined; lines: readonly LogLineWire[] }[] = [];
  const heard = () => events.flatMap(({ lines }) => lines);
  for (;;) {
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^event: log\ndata: (.*)$/m.exec(part)?.[1];
      if (data !== undefined) events.push({ id: /^id: (.*)$/m.exec(part)?.[1], lines: JSON.parse(data) });
    }
    if (heard().length >= count) break;
    const { value, done } = await reader.read();
    assert.equal(done, false);
    text += value;
  }
  ending.abort();
  return { events, lines: heard() };
}

for (const [query, expected] of [
  ['?limit=0', /limit must be a whole number from 1 to 5000/],
  ['?limit=5001', /limit must be/],
  ['?limit=-1', /limit must be/],
  ['?limit=many', /limit must be/],
  ['?level=loud', /level must be one of OFF, FATAL/],
  ['/stream?level=loud', /level must be one of/],
  ['/stream?since=x', /since must be the sequence of a record/],
  ['/stream?since=-1', /since must be/],
  ['/stream?since=%3Cb%3E', /since must be/],
] as const) {
  test(`service description §2.3: GET /logs${query} is rejected with 400`, async () => {
    const { status, body } = await server.call('GET', LOGS + query);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), expected);
    assert.doesNotMatch(JSON.stringify(body), /<b>|loud/);
  });
}

test('service description §2.3: only administrators of the server may read the log', async () => {
  const manager = await server.tokenOf('shop', 'manager');
  for (const path of [LOGS, `${LOGS}/stream`]) {
    assert.equal((await server.call('GET', path, { token: null })).status, 401, path);
    assert.equal((await server.call('GET', path, { token: manager })).status, 403, path);
  }
});

test('service description §2.3: the newest records, oldest first, filtered by level, category and text', async () => {
  write(
    { message: 'one', level: 'DEBUG', category: 'http' },
    { message: 'two', level: 'WARN', category: 'http.refusal' },
    { message: 'three', category: 'store' },
  );
  assert.deepEqual(await messages(''), ['one', 'two', 'three']);
  assert.deepEqual(await messages('?limit=2'), ['two', 'three']);
  assert.deepEqual(await messages('?level=info'), ['two', 'three']);
  assert.deepEqual(await messages('?category=http'), ['one', 'two']);
  assert.deepEqual(await messages('?category=http&level=warn'), ['two']);
  assert.deepEqual(await messages('?text=REFUSAL'), ['two']);
  assert.deepEqual(await messages('?text=four'), []);
});

test('service description §2.3: matching records arrive in batches and in order', async () => {
  const { lines } = await listen(40, '?level=info&category=oauth&text=mine', () => {
    for (let index = 0; index < 40; index++) {
      write(
        { category: 'oauth', message: `mine ${index}` },
        { category: 'oauth', message: 'another' },
        { category: 'oauth.steps', message: 'mine, too fine', level: 'DEBUG' },
        { category: 'saml', message: 'mine' },
      );
    }
  });
  assert.deepEqual(
    lines.map(({ message }) => message),
    Array.from({ length: 40 }, (_, index) => `mine ${index}`),
  );
});

test('service description §2.3: concurrent records are sent as one event, so that thousands of lines a second are few events', async () => {
  const { events, lines } = await listen(2000, '', () => write(...Array.from({ length: 2000 }, () => ({}))));
  assert.equal(lines.length, 2000);
  assert.equal(events.length, 1);
});

test('service description §2.3: of a flood, the newest records are sent', async () => {
  const { lines } = await listen(2000, '', () => write(...Array.from({ length: 9000 }, () => ({}))));
  assert.equal(lines.length, 2000);
  assert.equal(lines.at(-1)?.sequence, sequence);
});

test('HTML Standard §9.2: a reconnecting listener gets the missed records, once and in order', async () => {
  const last = write({ message: 'seen' });
  write({ message: 'missed' }, { message: 'missed, too fine', level: 'TRACE' }, { message: 'missed again' });
  const byHeader = await listen(2, '?level=info', undefined, { 'last-event-id': String(last) });
  assert.deepEqual(
    byHeader.lines.map(({ message }) => message),
    ['missed', 'missed again'],
  );
  assert.equal(byHeader.events.at(-1)?.id, String(sequence));
  const live = await listen(2, `?since=${sequence - 1}`, () => write({ message: 'live' }));
  assert.deepEqual(
    live.lines.map(({ message }) => message),
    ['missed again', 'live'],
  );
});

test('HTML Standard §9.2: a listener of an earlier process gets every record', async () => {
  const { lines } = await listen(server.logTail.capacity, '?since=999999999');
  assert.equal(lines.at(-1)?.sequence, sequence);
});

test('service description §2.3: the capacity and the number of dropped records are reported', async () => {
  const { body } = await server.call<LogPageWire>('GET', LOGS);
  assert.deepEqual([body.capacity, body.dropped], [50, sequence - 50]);
});
