import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { administratorToken } from './support/administrator.ts';
import { callAdmin, createFolder, SERVERS, startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

/**
 * How often each kind of change is followed by SIGKILL. The moments differ in what one server has written to its files;
 * several servers answer after the database has the change, so that rounds are alike, and each round starts all of them.
 */
const KILLS_OF_EACH = SERVERS > 1 ? 1 : 4;

const OIDC = '/realms/demo/protocol/openid-connect';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly session_state: string;
}

function post(url: string, path: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'admin-cli', ...form }),
  });
}

async function signIn(url: string): Promise<Tokens> {
  const form = { grant_type: 'password', username: 'alice', password: 'alice-password', scope: 'openid' };
  const response = await post(url, `${OIDC}/token`, form);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

const refresh = (url: string, refresh_token: string): Promise<Response> =>
  post(url, `${OIDC}/token`, { grant_type: 'refresh_token', refresh_token });

/** Whether the access token still works at userinfo. */
async function opensUserinfo(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}${OIDC}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 200;
}

interface Kind {
  readonly name: string;
  /** Makes the change; SIGKILL follows right after its response. */
  change(url: string, tokens: Tokens, administrator: string): Promise<Response>;
  /** Whether the change survived the next start. */
  holds(url: string, tokens: Tokens): Promise<boolean>;
}

const cannotRefresh = async (url: string, tokens: Tokens): Promise<boolean> =>
  (await refresh(url, tokens.refresh_token)).status === 400;

const asAdministrator = (url: string, token: string, method: string, path: string): Promise<Response> =>
  fetch(`${url}/admin/realms/demo${path}`, { method, headers: { authorization: `Bearer ${token}` } });

const KINDS: readonly Kind[] = [
  {
    name: 'a sign-out',
    change: (url, { refresh_token }) => post(url, `${OIDC}/logout`, { refresh_token }),
    holds: cannotRefresh,
  },
  {
    name: 'a revoked access token',
    change: (url, { access_token }) => post(url, `${OIDC}/revoke`, { token: access_token }),
    holds: async (url, { access_token }) => !(await opensUserinfo(url, access_token)),
  },
  {
    name: 'a revoked refresh token',
    change: (url, { refresh_token }) => post(url, `${OIDC}/revoke`, { token: refresh_token }),
    holds: cannotRefresh,
  },
  {
    name: 'a used refresh token, which the realm rotates',
    change: (url, { refresh_token }) => refresh(url, refresh_token),
    holds: cannotRefresh,
  },
  {
    name: 'a session that an administrator ends',
    change: (url, { session_state }, token) =>
      asAdministrator(url, token, 'DELETE', `/sessions/${session_state}`),
    holds: cannotRefresh,
  },
  {
    name: 'the end of all sessions',
    change: (url, _tokens, token) => asAdministrator(url, token, 'POST', '/logout-all'),
    holds: cannotRefresh,
  },
  {
    name: 'a new session',
    change: (url, { access_token }) =>
      fetch(`${url}${OIDC}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } }),
    holds: async (url, { refresh_token }) => (await refresh(url, refresh_token)).status === 200,
  },
];

test('acknowledged session changes survive SIGKILL right after the response', async () => {
  let server = await startServer();
  const { dataDir } = server;
  const args = [`--http-port=${new URL(server.url).port}`];
  await callAdmin(server.url, 'PUT', '/admin/realms/demo', { revokeRefreshToken: true });
  for (let round = 0; round < KILLS_OF_EACH; round++) {
    for (const kind of KINDS) {
      const administrator = await administratorToken(server.url);
      const tokens = await signIn(server.url);
      const answer = await kind.change(server.url, tokens, administrator);
      await server.kill();
      expect([200, 204], kind.name).toContain(answer.status);
      server = await startServer({ dataDir, args });
      expect(await kind.holds(server.url, tokens), `${kind.name}, round ${round}`).toBe(true);
    }
  }
  expect(await server.stop()).toBe(0);
});

/** A server with an unused realm: it has no keys, and its users were never read. */
async function startWithFreshRealm(): Promise<{ server: TestServer; folder: string }> {
  const server = await startServer();
  const created = await callAdmin(server.url, 'POST', '/admin/realms', {
    id: 'fresh',
    realm: 'fresh',
    users: [
      {
        username: 'eve',
        enabled: true,
        email: 'eve@example.org',
        firstName: 'Eve',
        lastName: 'Evans',
        credentials: [{ type: 'password', value: 'eve-password' }],
      },
    ],
  });
  expect(created.status).toBe(201);
  return { server, folder: join(server.dataDir, 'realms', 'fresh') };
}

const signInEve = (url: string): Promise<Response> =>
  post(url, '/realms/fresh/protocol/openid-connect/token', {
    grant_type: 'password',
    username: 'eve',
    password: 'eve-password',
  });

test('a realm without keys signs users in while its file cannot be written, and its keys are saved later', async () => {
  skipWithSeveralServers('the test changes files in which one server keeps its state');
  const { server, folder } = await startWithFreshRealm();
  // A folder in place of the file's draft: writing fails for root, too.
  mkdirSync(join(folder, 'realm.json.tmp'));
  const first = await signInEve(server.url);
  expect(first.status).toBe(200);
  const { refresh_token } = (await first.json()) as Tokens;
  expect(server.output().match(/New keys of the realm cannot be saved/g)).toHaveLength(1);
  rmSync(join(folder, 'realm.json.tmp'), { recursive: true });
  const port = new URL(server.url).port;
  // Retried with the first signature some seconds later.
  await expect
    .poll(async () => {
      await signInEve(server.url);
      return server.output().includes('Keys of the realm are saved');
    })
    .toBe(true);
  await server.kill();
  const again = await startServer({ dataDir: server.dataDir, args: [`--http-port=${port}`] });
  const refreshed = await post(again.url, '/realms/fresh/protocol/openid-connect/token', {
    grant_type: 'refresh_token',
    refresh_token,
  });
  expect(refreshed.status).toBe(200);
  await again.stop();
});

test('while the data directory is gone, requests that need it get 503 with the reason, and they work again when it is back', async () => {
  skipWithSeveralServers('the test changes files in which one server keeps its state');
  const { server: first } = await startWithFreshRealm();
  const { url, dataDir } = first;
  const tokens = await signIn(url);
  // After the restart, the server has no open file in the folder.
  await first.stop();
  const server = await startServer({ dataDir, args: [`--http-port=${new URL(url).port}`] });
  const administrator = await administratorToken(url);
  // Users of this realm are loaded, those of the other one are not.
  expect((await callAdmin(url, 'GET', '/admin/realms/demo/users?max=1')).status).toBe(200);
  await rename(dataDir, `${dataDir}-away`);
  const admin = (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const calls: Record<string, () => Promise<Response>> = {
    'create user': () => admin('POST', '/demo/users', { username: 'new' }),
    'change realm': () => admin('PUT', '/demo', { displayName: 'New' }),
    'create realm': () => admin('POST', '', { realm: 'new' }),
    'sign-in of a realm whose users were never read': () => signInEve(url),
    'sign-out': () => post(url, `${OIDC}/logout`, { refresh_token: tokens.refresh_token }),
    revocation: () => post(url, `${OIDC}/revoke`, { token: tokens.access_token }),
    'end of all sessions': () => admin('POST', '/demo/logout-all', {}),
  };
  for (const [name, call] of Object.entries(calls)) {
    const response = await call();
    expect(response.status, name).toBe(503);
    const { error, error_description } = (await response.json()) as Record<string, string>;
    expect(error, name).toBe('temporarily_unavailable');
    expect(error_description, name).toContain(
      'was removed while the server was running. Put the data directory back',
    );
  }
  expect((await signIn(url)).access_token, 'sign-ins go on').not.toBe('');
  expect((await refresh(url, tokens.refresh_token)).status, 'a refused sign-out ended nothing').toBe(200);
  await rename(`${dataDir}-away`, dataDir);
  for (const [name, call] of Object.entries(calls)) expect((await call()).status, name).toBeLessThan(300);
  expect((await refresh(url, tokens.refresh_token)).status).toBe(400);
  expect(await server.stop()).toBe(0);
});

test('damaged pages of sessions and revoked tokens are set aside, and the server starts with the rest', async () => {
  skipWithSeveralServers('the test changes files in which one server keeps its state');
  const first = await startServer();
  const port = new URL(first.url).port;
  const tokens = await signIn(first.url);
  expect((await post(first.url, `${OIDC}/revoke`, { token: tokens.access_token })).status).toBe(200);
  await first.stop();
  const realms = join(first.dataDir, 'realms');
  const files = await readdir(realms, { recursive: true });
  const damaged = files.filter((name) => /sessions.000000\.json$|revoked-tokens\.json$/.test(name));
  expect(damaged).toHaveLength(2);
  for (const name of damaged) writeFileSync(join(realms, name), '[{"id":');
  const second = await startServer({ dataDir: first.dataDir, args: [`--http-port=${port}`] });
  expect(second.output().match(/ERROR.*A damaged file was set aside/g)).toHaveLength(2);
  for (const name of damaged) expect(second.output()).toContain(`setAsideAs=${join(realms, name)}.damaged-1`);
  expect((await refresh(second.url, tokens.refresh_token)).status).toBe(400);
  expect((await signIn(second.url)).access_token).not.toBe('');
  await second.stop();
});

test('a journal torn by a power failure loses only the torn line', async () => {
  skipWithSeveralServers('the test changes files in which one server keeps its state');
  const dataDir = createFolder();
  const first = await startServer({ dataDir });
  const args = [`--http-port=${new URL(first.url).port}`];
  const tokens = await signIn(first.url);
  await post(first.url, `${OIDC}/logout`, { refresh_token: tokens.refresh_token });
  await first.kill();
  const realms = join(dataDir, 'realms');
  const [journal] = (await readdir(realms, { recursive: true })).filter((name) => name.endsWith('.journal'));
  expect(journal).toBeDefined();
  const path = join(realms, journal ?? '');
  writeFileSync(path, `\u0000\u0000\n${readFileSync(path, 'utf8')}{"save":{"id"`);
  const second = await startServer({ dataDir, args });
  expect((await refresh(second.url, tokens.refresh_token)).status).toBe(400);
  await second.stop();
  expect(second.output().match(/ERROR.*A damaged file was set aside/g)).toHaveLength(1);
});
