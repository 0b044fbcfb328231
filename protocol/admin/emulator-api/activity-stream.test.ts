import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

/** Reads `count` events from a stream. */
async function listen(
  count: number,
  query: string,
  onOpen: () => Promise<unknown>,
  headers: Record<string, string> = {},
) {
  const ending = new AbortController();
  const response = await fetch(`${server.baseUrl}/emulator/v1/activity/stream${query}`, {
    headers: { authorization: `Bearer ${server.token}`, ...headers },
    signal: ending.signal,
  });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  await onOpen();
  let text = '';
  const events: ActivitySummary[] = [];
  while (events.length < count) {
    const { value, done } = await reader.read();
    assert.equal(done, false);
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data !== undefined) events.push(JSON.parse(data) as ActivitySummary);
    }
  }
  ending.abort();
  return events;
}

const createUser = (username: string) =>
  server.call('POST', '/admin/realms/shop/users', { body: { username } });

test('emulator-api: exchanges arrive as they end', async () => {
  const [event] = await listen(1, '', () => createUser('one'));
  assert.deepEqual([event?.title, event?.status, event?.outcome], ['Create user', 201, 'accepted']);
});

test('HTML Standard §9.2: a reconnecting listener gets the missed events, once and in order', async () => {
  const [last] = server.activity.list({ limit: 1 }).records;
  await createUser('two');
  await createUser('two');
  const events = await listen(2, '', () => Promise.resolve(), { 'last-event-id': last?.id ?? '' });
  assert.deepEqual(
    events.map(({ status }) => status),
    [201, 409],
  );
  const since = await listen(1, `?since=${events[0]?.id}`, () => Promise.resolve());
  assert.equal(since[0]?.id, events[1]?.id);
});

test('HTML Standard §9.2: a listener that missed many events gets all of them', async () => {
  const [last] = server.activity.list({ limit: 1 }).records;
  for (let index = 0; index < 1500; index += 1) {
    const recorded = server.activity.begin({
      method: 'GET',
      target: `/${'x'.repeat(1000)}/${index}`,
      rawHeaders: [],
      remoteAddress: '127.0.0.1',
      secure: false,
    });
    recorded.title('Something');
    server.activity.finish(recorded, { status: 200 });
  }
  const events = await listen(1500, `?since=${last?.id}`, () => Promise.resolve());
  assert.match(events[1499]?.path ?? '', /\/1499$/);
});

test('emulator-api: the stream requires a token', async () => {
  assert.equal((await server.call('GET', '/emulator/v1/activity/stream', { token: null })).status, 401);
});

test('emulator-api: background requests are sent only when requested, and only successful reads are background', async () => {
  const requests = async (): Promise<void> => {
    await server.call('GET', '/admin/realms/shop/users');
    await fetch(`${server.baseUrl}/realms/shop/.well-known/openid-configuration`);
    await fetch(`${server.baseUrl}/realms/none/.well-known/openid-configuration`);
    await createUser('background');
  };
  const titles = (events: readonly ActivitySummary[]): string[] => events.map(({ title }) => title);
  assert.deepEqual(titles(await listen(2, '', requests)), ['Discovery', 'Create user']);
  const [stream, ...reads] = titles(await listen(3, '?background=only', requests));
  assert.deepEqual(
    [stream, ...reads],
    ['GET /emulator/v1/activity/stream', 'GET /admin/realms/shop/users', 'Discovery'],
  );
});
