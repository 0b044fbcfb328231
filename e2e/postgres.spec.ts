// State in PostgreSQL, as a compose file has it: the image beside a database of Debian's PostgreSQL.
import { expect, test } from '@playwright/test';
import { startPostgres, whyNoPostgres } from '../tools/postgres.mjs';
import { freePort } from './support/free-port.ts';
import { createImageRunner, type ImageRunner, type RunningImage } from './support/image.ts';
import { createFolder, runToEnd } from './support/server.ts';

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

const missing = whyNoPostgres();
test.skip(missing !== undefined, missing ?? '');

let image: ImageRunner;
let cluster: Cluster;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  [image, cluster] = await Promise.all([createImageRunner(), startPostgres({ password: 'p4ss w@rd' })]);
});

test.afterAll(() => cluster?.stop());

const REALM = {
  realm: 'shop',
  enabled: true,
  clients: [{ clientId: 'till', secret: 'hush', directAccessGrantsEnabled: true }],
  users: [{ username: 'ann', enabled: true, credentials: [{ type: 'password', value: 'pw' }] }],
};
const ANN = { client_id: 'till', client_secret: 'hush', username: 'ann', password: 'pw' };

/** The variables of a compose file whose database is `database`. */
function variables(database: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    KC_DB: 'postgres',
    KC_DB_URL: `jdbc:postgresql://${cluster.host}:${cluster.port}/${database}`,
    KC_DB_USERNAME: cluster.user,
    KC_DB_PASSWORD: 'p4ss w@rd',
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
    // Each container has another port here; tokens are of one issuer.
    KC_HOSTNAME: 'http://sso.test',
    ...changes,
  };
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function requestTokens(url: string, form: Record<string, string>, realm = 'shop'): Promise<Response> {
  const body = new URLSearchParams(form);
  return fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body });
}

async function signIn(url: string, form: Record<string, string> = ANN, realm = 'shop'): Promise<Tokens> {
  const response = await requestTokens(url, { grant_type: 'password', ...form }, realm);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

const refresh = (url: string, { refresh_token }: Tokens): Promise<Response> =>
  requestTokens(url, {
    grant_type: 'refresh_token',
    client_id: 'till',
    client_secret: 'hush',
    refresh_token,
  });

async function keysOf(url: string): Promise<unknown> {
  return (await fetch(`${url}/realms/shop/protocol/openid-connect/certs`)).json();
}

async function addUser(url: string, username: string): Promise<void> {
  const admin = { client_id: 'admin-cli', username: 'admin', password: 'admin' };
  const { access_token } = await signIn(url, admin, 'master');
  const response = await fetch(`${url}/admin/realms/shop/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username, enabled: true, credentials: [{ type: 'password', value: 'pw' }] }),
  });
  expect(response.status).toBe(201);
}

async function withImage(
  environment: Record<string, string>,
  use: (running: RunningImage) => Promise<void>,
): Promise<void> {
  const imports = { 'shop.json': REALM };
  const running = await image.start({ args: ['start-dev', '--import-realm'], environment, imports });
  try {
    await use(running);
  } finally {
    await running.kill();
  }
}

test('issue "State in PostgreSQL": a recreated container has the realms, users, keys, sessions and revocations of the one before', async () => {
  const environment = variables(await cluster.createDatabase());
  let [kept, ended]: (Tokens | undefined)[] = [];
  let keys: unknown;
  await withImage(environment, async ({ url, output }) => {
    kept = await signIn(url);
    ended = await signIn(url);
    await addUser(url, 'bea');
    const form = { client_id: 'till', client_secret: 'hush', refresh_token: ended.refresh_token };
    const body = new URLSearchParams(form);
    await fetch(`${url}/realms/shop/protocol/openid-connect/logout`, { method: 'POST', body });
    keys = await keysOf(url);
    expect(output()).toMatch(/State is kept in the PostgreSQL database understudy_\d+ at 127\.0\.0\.1:\d+/);
    expect(output()).not.toContain('p4ss');
  });
  // The folder of the first container is gone, and the process was killed.
  await withImage(environment, async ({ url }) => {
    expect(await keysOf(url)).toEqual(keys);
    await signIn(url, { ...ANN, username: 'bea' });
    expect((await refresh(url, kept as Tokens)).status).toBe(200);
    expect((await refresh(url, ended as Tokens)).status).toBe(400);
    await signIn(url, { client_id: 'admin-cli', username: 'admin', password: 'admin' }, 'master');
  });
});

test('compose before Keycloak 17 and for Bitnami: their variables name the database', async () => {
  for (const [names, database] of [
    [['DB_VENDOR', 'DB_ADDR', 'DB_PORT', 'DB_DATABASE', 'DB_USER', 'DB_PASSWORD'], 'postgres'],
    [
      ['VENDOR', 'HOST', 'PORT', 'NAME', 'USER', 'PASSWORD'].map((each) => `KEYCLOAK_DATABASE_${each}`),
      'postgresql',
    ],
  ] as const) {
    const own = await cluster.createDatabase();
    const values = [database, cluster.host, String(cluster.port), own, cluster.user, 'p4ss w@rd'];
    const environment = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    const running = await image.start({
      args: [],
      environment: { ...environment, KEYCLOAK_ADMIN_PASSWORD: 'x' },
    });
    try {
      expect(running.output()).toContain(`in the PostgreSQL database ${own} at`);
    } finally {
      await running.kill();
    }
  }
});

const REFUSALS: readonly [title: string, changes: () => Record<string, string>, line: RegExp][] = [
  [
    'a wrong password',
    () => ({ KC_DB_PASSWORD: 'wrong' }),
    /^db-password: the database rejects the password of understudy/m,
  ],
  ['a password that is missing', () => ({ KC_DB_PASSWORD: '' }), /^db-password: .*asks for the password/m],
  ['a user that is missing', () => ({ KC_DB_USERNAME: 'nobody' }), /^db-(password|username): .*nobody/m],
  [
    'a database that is missing',
    () => ({ KC_DB_URL: `jdbc:postgresql://127.0.0.1:${cluster.port}/none` }),
    /^db-url: there is no database none.*createdb none/m,
  ],
  [
    'TLS that is not offered',
    () => ({ KC_DB_URL_PROPERTIES: '?sslmode=verify-full' }),
    /^db-url-properties: .*encrypted/m,
  ],
];
for (const [title, changes, line] of REFUSALS) {
  test(`issue "State in PostgreSQL" 1: ${title} ends the start at once, with one line and the remedy`, async () => {
    const environment = { ...variables('understudy'), ...changes() };
    const { code, output } = await runToEnd(['--http-port=0', `--data-dir=${createFolder()}`], environment);
    expect(code).toBe(1);
    expect(output).toMatch(line);
    expect(output).not.toContain('p4ss');
    expect(output.split('\n').filter((each) => each.startsWith('db-')).length).toBe(1);
  });
}

test('issue "State in PostgreSQL" 1: an address where nothing listens is waited for, as long as db-connect-timeout says', async () => {
  const nowhere = {
    KC_DB_URL: `jdbc:postgresql://127.0.0.1:${await freePort()}/kc`,
    KC_DB_CONNECT_TIMEOUT: '1s',
  };
  const { code, output } = await runToEnd(['--http-port=0', `--data-dir=${createFolder()}`], {
    ...variables('kc'),
    ...nowhere,
  });
  expect(code).toBe(1);
  expect(output).toMatch(/INFO .*Waiting for the database: .*nothing listens on 127\.0\.0\.1/);
  expect(output).toMatch(/^db-url: nothing listens on 127\.0\.0\.1, port \d+/m);
});

test('issue "State in PostgreSQL" 4: without its database the server says so, and goes on by itself when it is back', async () => {
  await withImage(variables(await cluster.createDatabase()), async ({ url }) => {
    const tokens = await signIn(url);
    await cluster.halt('crash');
    try {
      await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(503);
      const refused = await refresh(url, tokens);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
    } finally {
      await cluster.resume();
    }
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await refresh(url, tokens)).status).toBe(200);
  });
});
