import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limitTime } from './time-limit.ts';

/** The address of a server that never answers. */
async function startSilentServer(context: TestContext): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function keepCollectingGarbage(context: TestContext): void {
  setFlagsFromString('--expose-gc');
  const interval = setInterval(runInNewContext('gc') as () => void, 20);
  context.after(() => clearInterval(interval));
}

// The test's own limit is for a request that waits forever.
test('a request ends after the time limit, even if garbage is collected while it waits', {
  timeout: 60_000,
}, async (context) => {
  const url = await startSilentServer(context);
  keepCollectingGarbage(context);
  const closing = new AbortController();
  const request = fetch(url, { signal: limitTime(200, closing.signal).signal });
  await assert.rejects(request, { name: 'TimeoutError' });
});

test('a request is aborted when the caller closes, even if garbage was collected while it waited', {
  timeout: 60_000,
}, async (context) => {
  const url = await startSilentServer(context);
  keepCollectingGarbage(context);
  const closing = new AbortController();
  const { signal, end } = limitTime(600_000, closing.signal);
  setTimeout(() => closing.abort(), 200);
  await assert.rejects(fetch(url, { signal }), { name: 'AbortError' });
  end();
});

test('after the caller has closed, the signal is aborted from the beginning', () => {
  const { signal, end } = limitTime(600_000, AbortSignal.abort());
  assert.equal(signal.aborted, true);
  end();
});

test('after the end, neither the time nor the caller aborts', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const closing = new AbortController();
  const { signal, end } = limitTime(5000, closing.signal);
  end();
  context.mock.timers.tick(5000);
  closing.abort();
  assert.equal(signal.aborted, false);
});
