// Everything moves from files to PostgreSQL and back: users who are signed in stay signed in, and ended sessions stay ended.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startPostgres, whyNoPostgres } from '../tools/postgres.mjs';
import { freePort } from './support/free-port.ts';
import { createFolder, type Ended, ended, ROOT, startServer, type TestServer } from './support/server.ts';

const missing = whyNoPostgres();
test.skip(missing !== undefined, missing ?? '');

const REALM = {
  realm: 'shop',
  enabled: true,
  clients: [
    {
      clientId: 'till',
      secret: 'hush',
      directAccessGrantsEnabled: true,
      standardFlowEnabled: true,
      redirectUris: ['*'],
    },
  ],
  users: [
    {
      username: 'ann',
      enabled: true,
      email: 'ann@example.org',
      firstName: 'Ann',
      lastName: 'Lee',
      credentials: [{ type: 'password', value: 'pw' }],
      realmRoles: ['offline_access'],
    },
  ],
};
const CLIENT = { client_id: 'till', client_secret: 'hush' };

/** Runs a command of the launcher. */
function run(...args: readonly string[]): Promise<Ended> {
  return ended(
    spawn(join(ROOT, 'bin/understudy.sh'), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

async function complete(...args: readonly string[]): Promise<string> {
  const { code, output } = await run(...args);
  expect(code, output).toBe(0);
  return output;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const endpoint = (url: string, name: string): string => `${url}/realms/shop/protocol/openid-connect/${name}`;

function post(url: string, name: string, form: Record<string, string>): Promise<Response> {
  return fetch(endpoint(url, name), { method: 'POST', body: new URLSearchParams({ ...CLIENT, ...form }) });
}

async function tokensOf(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

const signIn = async (url: string, scope = 'openid'): Promise<Tokens> =>
  tokensOf(await post(url, 'token', { grant_type: 'password', username: 'ann', password: 'pw', scope }));

const refresh = (url: string, { refresh_token }: Tokens): Promise<Response> =>
  post(url, 'token', { grant_type: 'refresh_token', refresh_token });

const signOut = (url: string, { refresh_token }: Tokens): Promise<Response> =>
  post(url, 'logout', { refresh_token });

const isActive = async (url: string, { access_token }: Tokens): Promise<boolean> =>
  ((await (await post(url, 'token/introspect', { token: access_token })).json()) as { active: boolean })
    .active;

/** What the browser comes back with: `code` or `error`. */
async function authorize(page: Page, url: string, prompt?: 'none'): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    client_id: 'till',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${url}/back`,
    ...(prompt === undefined ? {} : { prompt }),
  });
  await page.goto(`${endpoint(url, 'auth')}?${query}`);
  if (prompt === undefined) {
    await page.locator('#username').fill('ann');
    await page.locator('#password').fill('pw');
    await page.locator('#kc-login').click();
  }
  await page.waitForURL(/\/back\?/);
  return new URL(page.url()).searchParams;
}

async function keysOf(url: string): Promise<unknown> {
  return (await fetch(endpoint(url, 'certs'))).json();
}

test('issue "State in PostgreSQL" 5: from files to PostgreSQL and back, sessions, keys and revocations carry on', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const cluster = await startPostgres();
  const port = await freePort();
  const db = `--db-url=postgresql://${cluster.user}@${cluster.host}:${cluster.port}/${cluster.database}`;
  const [first, second, third] = [createFolder(), createFolder(), createFolder()];
  const moved = createFolder('moved');
  let server: TestServer | undefined;
  const start = async (dataDir: string, ...more: readonly string[]): Promise<string> => {
    server = await startServer({ dataDir, args: [`--http-port=${port}`, ...more] });
    return server.url;
  };
  try {
    const realmFile = join(dirname(moved), 'shop.json');
    mkdirSync(dirname(realmFile), { recursive: true });
    writeFileSync(realmFile, JSON.stringify(REALM));
    await complete('import', `--file=${realmFile}`, `--data-dir=${first}`);
    let url = await start(first);
    const keys = await keysOf(url);
    let [kept, offline] = [await signIn(url), await signIn(url, 'openid offline_access')];
    const gone = await signIn(url);
    await signOut(url, gone);
    const revoked = await signIn(url);
    await post(url, 'revoke', { token: revoked.access_token });
    expect((await authorize(page, url)).has('code')).toBe(true);

    // The data directory is in use: nothing is exported until the server has stopped.
    const early = await run('export', `--dir=${moved}`, '--with-sessions', `--data-dir=${first}`);
    expect(early.code).toBe(1);
    expect(early.output).toMatch(/data-dir: .* is in use by process/);
    await server?.stop();

    const exported = await complete('export', `--dir=${moved}`, '--with-sessions', `--data-dir=${first}`);
    expect(exported).toMatch(/Realm 'shop' exported with 1 user and \d+ sessions/);
    expect(readdirSync(moved)).toContain('shop-state.jsonl');
    await complete('import', `--dir=${moved}`, `--data-dir=${second}`, db);

    url = await start(second, db);
    expect(await keysOf(url)).toEqual(keys);
    expect((await authorize(page, url, 'none')).has('code')).toBe(true);
    [kept, offline] = [await tokensOf(await refresh(url, kept)), await tokensOf(await refresh(url, offline))];
    expect((await refresh(url, gone)).status).toBe(400);
    expect(await isActive(url, revoked)).toBe(false);
    expect(await isActive(url, kept)).toBe(true);
    await signOut(url, kept);
    await server?.stop();

    const single = join(dirname(moved), 'all.jsonl');
    await complete('export', `--file=${single}`, '--with-sessions', `--data-dir=${second}`, db);
    await complete('import', `--file=${single}`, `--data-dir=${third}`);
    url = await start(third);
    expect(await keysOf(url)).toEqual(keys);
    expect((await authorize(page, url, 'none')).has('code')).toBe(true);
    await tokensOf(await refresh(url, offline));
    for (const tokens of [kept, gone]) expect((await refresh(url, tokens)).status).toBe(400);
    expect(await isActive(url, revoked)).toBe(false);
    await server?.stop();
  } finally {
    await server?.kill();
    await cluster.stop();
  }
});
