import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError } from './api-error.ts';
import { createApi } from './http.ts';
import { createPendingDeletions } from './pending-deletions.ts';
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
  const deletions = createPendingDeletions({ now: () => 0, after: () => () => undefined, undoMs: 10_000 });
  return { api: createApi(session, reachability, deletions), deletions, doubts: () => doubts };
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

/** A server with one client, and requests for others; the client is deleted in the console. */
async function withPendingDeletion(t: TestContext, status = 204) {
  let clients = 1;
  const seen: string[] = [];
  const url = await listen(t, (request, response) => {
    seen.push(`${request.method} ${request.url?.replace('/admin/realms/demo', '')}`);
    if (request.method === 'DELETE' && status === 204) clients -= 1;
    if (request.method === 'DELETE') return response.writeHead(status).end();
    if (request.method === 'POST' && clients > 0) return response.writeHead(409).end('{}');
    return response.writeHead(201).end('{}');
  });
  const { api, deletions } = createClient();
  // The client of the API asks the server of the page, which tests do not have.
  const path = `/admin/realms/demo/clients/c1`;
  const below = (text: string): string => new URL(text, url).href;
  deletions.add({
    paths: [path],
    doing: 'Deleting client shop',
    send: () => api.send('DELETE', below(path)),
    restore: () => undefined,
  });
  return { api, deletions, seen, below };
}

test('console "Undo": an entry with the name of one that is being deleted is created after the deletion', async (t) => {
  const { api, seen, below } = await withPendingDeletion(t);
  await api.create(below('/admin/realms/demo/clients'), { clientId: 'shop' });
  assert.deepEqual(seen, ['POST /clients', 'DELETE /clients/c1', 'POST /clients']);
});

test('console "Undo": a conflict that a deletion does not solve is reported, after one more try', async (t) => {
  const { api, seen, below } = await withPendingDeletion(t, 403);
  await assert.rejects(api.create(below('/admin/realms/demo/clients'), { clientId: 'shop' }), hasStatus(409));
  assert.deepEqual(seen, ['POST /clients', 'DELETE /clients/c1', 'POST /clients']);
});

test('console "Undo": a conflict with another kind of entry sends no deletion', async (t) => {
  const { api, deletions, seen, below } = await withPendingDeletion(t);
  await assert.rejects(api.create(below('/admin/realms/demo/users'), { username: 'ann' }), hasStatus(409));
  assert.deepEqual(seen, ['POST /users']);
  assert.equal(deletions.list().length, 1);
});

test('console "Undo": an export of the realm comes after its pending deletions', async (t) => {
  const { api, seen, below } = await withPendingDeletion(t);
  await api.get(below('/admin/realms/demo/clients'));
  await api.load(below('/emulator/v1/realms/demo/export?for=keycloak'));
  assert.deepEqual(seen, [
    'GET /clients',
    'DELETE /clients/c1',
    'GET /emulator/v1/realms/demo/export?for=keycloak',
  ]);
});

test('console "Undo": signing out sends pending deletions first', async () => {
  const done: string[] = [];
  const { api, deletions } = createClient({
    ...SESSION,
    signOut: async () => {
      done.push('signed out');
    },
  });
  deletions.add({
    paths: ['/a'],
    doing: 'Deleting a',
    send: async () => {
      done.push('deleted');
    },
    restore: () => undefined,
  });
  await api.signOut?.();
  assert.deepEqual(done, ['deleted', 'signed out']);
});

test('console "Undo": a request that outlives the page does not wait for a new token', async (t) => {
  const url = await listen(t, (_, response) => response.writeHead(204).end());
  const renewals: boolean[] = [];
  const { api } = createClient({
    ...SESSION,
    headers: async ({ mayRenew }) => {
      renewals.push(mayRenew);
      return {};
    },
  });
  await api.send('DELETE', url);
  await api.send('DELETE', url, undefined, { keepalive: true });
  assert.deepEqual(renewals, [true, false]);
});
