import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError } from './api-error.ts';
import { createApi } from './http.ts';
import { createReachability } from './reachability.ts';
import type { Session } from './session.ts';

const SESSION: Session = { headers: async () => ({}), renew: async () => false, signOut: undefined };

/** URL of a server that is closed after the test. */
async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function createClient(session: Session = SESSION) {
  let doubts = 0;
  const reachability = createReachability({
    probe: async () => {
      doubts += 1;
      return true;
    },
    now: () => 0,
    probeIntervalMs: 1,
  });
  return { api: createApi(session, reachability), doubts: () => doubts };
}

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof ApiError && error.status === status;

test('console: an error has the status, problems and body of the response', async (t) => {
  const url = await listen(t, (_, response) =>
    response.writeHead(400).end('{"errors":[{"field":"email","errorMessage":"Wrong."}],"more":1}'),
  );
  const { api, doubts } = createClient();
  await assert.rejects(api.get(url), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual(error.problems, [{ field: 'email', message: 'Wrong.' }]);
    assert.equal((error.answer as { more: number }).more, 1);
    return hasStatus(400)(error);
  });
  assert.equal(doubts(), 0);
});

test('console: a failed connection is reported, and starts a probe', async (t) => {
  const url = await listen(t, (request) => request.destroy());
  const { api, doubts } = createClient();
  await assert.rejects(api.send('PUT', url, {}), hasStatus(0));
  assert.equal(doubts(), 1);
});

for (const [what, status] of [
  ['an answer', 200],
  ['a refusal', 400],
] as const)
  test(`console: ${what} that is cut off counts as no response`, async (t) => {
    const url = await listen(t, (_, response) => {
      response.writeHead(status, { 'content-length': '100' });
      response.write('{"realm":');
      setImmediate(() => response.destroy());
    });
    const { api, doubts } = createClient();
    await assert.rejects(api.get(url), hasStatus(0));
    assert.equal(doubts(), 1);
  });

test('console: leaving a screen while an answer arrives does not report the server as gone', async (t) => {
  const url = await listen(t, (_, response) => response.writeHead(200).write('{'));
  const { api, doubts } = createClient();
  const left = new AbortController();
  const answer = api.get(url, left.signal);
  setTimeout(() => left.abort(), 20);
  await assert.rejects(answer, { name: 'AbortError' });
  assert.equal(doubts(), 0);
});

test('console: an error of the session is thrown unchanged', async (t) => {
  const url = await listen(t, (_, response) => response.end('{}'));
  const defect = new TypeError('x is undefined');
  const { api, doubts } = createClient({ ...SESSION, headers: () => Promise.reject(defect) });
  await assert.rejects(api.get(url), (error) => error === defect);
  assert.equal(doubts(), 0);
});

test('console: an expired sign-in is renewed once', async (t) => {
  let requests = 0;
  const url = await listen(t, (request, response) => {
    requests += 1;
    response.writeHead(request.headers.authorization === 'renewed' ? 200 : 401).end('{"ok":true}');
  });
  let authorization = 'ended';
  const { api } = createClient({
    ...SESSION,
    headers: async () => ({ authorization }),
    renew: async () => {
      authorization = 'renewed';
      return true;
    },
  });
  assert.deepEqual(await api.get(url), { ok: true });
  assert.equal(requests, 2);
});
