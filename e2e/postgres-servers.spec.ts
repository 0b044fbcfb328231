// Several servers on one PostgreSQL database, each request at the next one, as behind a balancer in round robin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startPostgres, whyNoPostgres } from '../tools/postgres.mjs';
import { createFolder, startServer, type TestServer } from './support/server.ts';

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

const missing = whyNoPostgres();
test.skip(missing !== undefined, missing ?? '');

/** What clients call; no machine has this name. */
const PUBLIC = 'http://sso.test';
const REALM = `${PUBLIC}/realms/demo`;
const SECRET = { client_id: 'demo-web', client_secret: 'demo-web-secret' };
const CALLBACK = 'http://127.0.0.1/callback';

let cluster: Cluster;
let servers: readonly TestServer[];

const start = (): Promise<TestServer> =>
  startServer({
    dataDir: createFolder(),
    environment: {
      KC_DB_URL: `postgresql://${cluster.user}@${cluster.host}:${cluster.port}/${cluster.database}`,
      KC_HOSTNAME: PUBLIC,
    },
  });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  cluster = await startPostgres();
  // At once, on an empty database.
  servers = await Promise.all([start(), start(), start()]);
});

test.afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await cluster?.stop();
});

/** A browser or client whose requests go to one server after the other. */
function createCaller() {
  const cookies = new Map<string, string>();
  let next = 0;
  const call = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const server = servers[next++ % servers.length];
    const response = await fetch(url.replace(PUBLIC, server?.url ?? ''), {
      redirect: 'manual',
      ...init,
      headers: {
        ...init.headers,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const post = (url: string, form: Record<string, string>): Promise<Response> =>
    call(url, { method: 'POST', body: new URLSearchParams(form) });
  return { call, post };
}

type Caller = ReturnType<typeof createCaller>;

/** Signs Alice in with the form; the code of the answer. */
async function requestCode({ call, post }: Caller): Promise<string> {
  const query = new URLSearchParams({
    client_id: SECRET.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
  });
  const page = await (await call(`${REALM}/protocol/openid-connect/auth?${query}`)).text();
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const answer = await post(action, { username: 'alice', password: 'alice-password' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const redeem = ({ post }: Caller, code: string): Promise<Response> =>
  post(`${REALM}/protocol/openid-connect/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    ...SECRET,
  });

const refresh = ({ post }: Caller, { refresh_token }: Tokens): Promise<Response> =>
  post(`${REALM}/protocol/openid-connect/token`, {
    grant_type: 'refresh_token',
    refresh_token,
    ...SECRET,
  });

test('issue "State in PostgreSQL" 4: servers that start at once have one administrator, one demo realm and the same keys', async () => {
  const keys = await Promise.all(
    servers.map(async ({ url }) => (await fetch(`${url}/realms/demo/protocol/openid-connect/certs`)).json()),
  );
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
  const imports = servers.filter((server) => /Realm imported realm=demo/.test(server.output()));
  expect(imports.length).toBe(1);
});

test('RFC 6749 §4.1: a sign-in starts on one server and finishes on another, and its code is redeemed on a third, once', async () => {
  const caller = createCaller();
  const code = await requestCode(caller);
  const first = await redeem(caller, code);
  expect(first.status).toBe(200);
  const tokens = (await first.json()) as Tokens;
  const info = await caller.call(`${REALM}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(info.status).toBe(200);
  const again = await redeem(caller, code);
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
  // RFC 6749 §4.1.2: the second use revokes the tokens of the first, even if another server issued them.
  expect((await refresh(caller, tokens)).status).toBe(400);
});

test('RFC 6749 §4.1.2: of servers that get one code at the same time, one redeems it', async () => {
  const caller = createCaller();
  const code = await requestCode(caller);
  const answers = await Promise.all(servers.map(() => redeem(caller, code)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(2);
  expect(answers.some(({ status }) => status >= 500)).toBe(false);
});

test('OIDC RP-Initiated Logout §2: a sign-out on one server ends the session on all', async () => {
  const caller = createCaller();
  const tokens = (await (await redeem(caller, await requestCode(caller))).json()) as Tokens;
  for (let time = 0; time < servers.length; time += 1)
    expect((await refresh(caller, tokens)).status).toBe(200);
  const { status } = await caller.post(`${REALM}/protocol/openid-connect/logout`, {
    ...SECRET,
    refresh_token: tokens.refresh_token,
  });
  expect(status).toBe(204);
  for (let time = 0; time < servers.length; time += 1)
    expect((await refresh(caller, tokens)).status).toBe(400);
});

test('issue "State in PostgreSQL" 3: a change by an administrator on one server applies to the next request at another', async () => {
  const caller = createCaller();
  const { call, post } = caller;
  const headers = await signInAdministrator(caller);
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    call(`${PUBLIC}/admin/realms${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  for (let time = 0; time < 4; time += 1) {
    const realm = `shop-${time}`;
    expect((await send('POST', '', { realm, enabled: true })).status).toBe(201);
    const client = { clientId: 'till', publicClient: true, directAccessGrantsEnabled: true };
    expect((await send('POST', `/${realm}/clients`, client)).status).toBe(201);
    const user = {
      username: 'ann',
      email: 'ann@shop.test',
      firstName: 'Ann',
      lastName: 'Ash',
      enabled: true,
      credentials: [{ type: 'password', value: 'pw' }],
    };
    expect((await send('POST', `/${realm}/users`, user)).status).toBe(201);
    const form = { grant_type: 'password', client_id: 'till', username: 'ann', password: 'pw' };
    expect((await post(`${PUBLIC}/realms/${realm}/protocol/openid-connect/token`, form)).status).toBe(200);
    expect((await send('DELETE', `/${realm}`)).status).toBe(204);
    expect((await call(`${PUBLIC}/realms/${realm}`)).status).toBe(404);
  }
});

/** Headers of an administrator. */
async function signInAdministrator({ post }: Caller): Promise<Record<string, string>> {
  const admin = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' };
  const answer = await post(`${PUBLIC}/realms/master/protocol/openid-connect/token`, admin);
  const { access_token: token } = (await answer.json()) as Tokens;
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

test('issue "State in PostgreSQL" 4: the control key in the data directory of one server is accepted by all', async () => {
  for (const { dataDir } of servers) {
    const key = readFileSync(join(dataDir, 'control-key'), 'utf8').trim();
    const headers = { authorization: `Bearer ${key}` };
    for (const { url } of servers)
      expect((await fetch(`${url}/emulator/v1/server`, { headers })).status).toBe(200);
  }
});

interface Exchange {
  readonly title: string;
  readonly server?: string;
}

test('issue "State in PostgreSQL" 4: Activity of any server has the whole sign-in, and says which server answered', async () => {
  const caller = createCaller();
  const headers = await signInAdministrator(caller);
  await caller.call(`${PUBLIC}/emulator/v1/activity`, { method: 'DELETE', headers });
  expect((await redeem(caller, await requestCode(caller))).status).toBe(200);
  const expected = ['Token request (authorization_code)', 'Sign-in form', 'Authorization request'];
  for (const { url } of servers) {
    const list = async (): Promise<readonly Exchange[]> => {
      const answer = await fetch(`${url}/emulator/v1/activity?realm=demo`, { headers });
      return ((await answer.json()) as { readonly records: readonly Exchange[] }).records;
    };
    await expect.poll(async () => (await list()).map(({ title }) => title)).toEqual(expected);
    const names = new Set((await list()).map(({ server }) => server));
    expect(names.size).toBe(3);
    for (const other of servers) expect([...names].join()).toContain(`:${new URL(other.url).port}`);
  }
});

test('service description §4: a prompt is listed on every server, and answered on one of them once', async () => {
  const caller = createCaller();
  const headers = await signInAdministrator(caller);
  const ciba = await caller.post(`${REALM}/protocol/openid-connect/ext/ciba/auth`, {
    client_id: 'demo-ciba',
    client_secret: 'demo-ciba-secret',
    login_hint: 'alice',
    scope: 'openid',
    binding_message: 'W4SCT',
  });
  expect(ciba.status).toBe(200);
  const device = (await Promise.all(
    servers.map(async ({ url }) =>
      (await fetch(`${url}/emulator/v1/realms/demo/device`, { headers })).json(),
    ),
  )) as readonly { readonly pending: readonly { readonly id: string; readonly bindingMessage: string }[] }[];
  const ids = device.map(
    ({ pending }) => pending.find(({ bindingMessage }) => bindingMessage === 'W4SCT')?.id,
  );
  expect(new Set(ids).size).toBe(1);
  const answers = await Promise.all(
    servers.map(({ url }) =>
      fetch(`${url}/emulator/v1/realms/demo/device/prompts/${ids[0]}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ answer: 'approve' }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

/** Calls of the admin API of the demo realm, by an administrator, at one server after the other. */
async function createController(caller: Caller) {
  const headers = await signInAdministrator(caller);
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await caller.call(`${PUBLIC}/emulator/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
}

/** A token for the demo service. */
const requestToken = ({ post }: Caller): Promise<Response> =>
  post(`${REALM}/protocol/openid-connect/token`, {
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'demo-service-secret',
  });

test('test kit "faults": a fault of one server hits as often as it says, whichever server gets the requests', async () => {
  const caller = createCaller();
  const control = await createController(caller);
  const fault = { match: { endpoint: 'token', client: 'demo-service' }, do: { status: 503 }, times: 4 };
  await control('POST', '/realms/demo/faults', fault);
  const statuses = [];
  for (let time = 0; time < 7; time += 1) statuses.push((await requestToken(caller)).status);
  expect(statuses).toEqual([503, 503, 503, 503, 200, 200, 200]);
  const [listed] = await control<readonly { readonly hits: number }[]>('GET', '/realms/demo/faults');
  expect(listed?.hits).toBe(4);
});

interface Hold {
  readonly id: string;
  readonly state: string;
}

test('test kit "holds": an exchange of one server is held for another, and edited and released at a third', async () => {
  const caller = createCaller();
  const control = await createController(caller);
  const match = { endpoint: 'token', client: 'demo-service' };
  // Each time, other servers have the hold and the exchange.
  for (let time = 0; time < servers.length + 1; time += 1) {
    const { id } = await control<Hold>('POST', '/realms/demo/holds', { match, limitMs: 60_000 });
    const answer = requestToken(caller);
    const hold = `/realms/demo/holds/${id}`;
    expect((await control<Hold>('GET', `${hold}?wait=30000`)).state).toBe('held');
    await control('PATCH', hold, { json: { expires_in: 7 } });
    await control('POST', `${hold}/release`);
    expect(await (await answer).json()).toMatchObject({ expires_in: 7 });
  }
});

test('contract "Console": an import runs on one server, and is followed and cancelled at the others', async () => {
  const caller = createCaller();
  const control = await createController(caller);
  interface Import {
    readonly id: string;
    readonly phase: string;
  }
  const begun = await control<Import>('POST', '/imports?start=false', { realm: 'imported', enabled: true });
  const path = `/imports/${begun.id}`;
  await expect.poll(async () => (await control<Import>('GET', path)).phase).toBe('waiting');
  await control('POST', `${path}/start`);
  await expect.poll(async () => (await control<Import>('GET', path)).phase).toBe('done');
  for (const { url } of servers) expect((await fetch(`${url}/realms/imported`)).status).toBe(200);
});

test('test kit "holds": when the server with a hold is killed, the exchange goes on at another', async () => {
  const caller = createCaller();
  const control = await createController(caller);
  const [first, second] = servers;
  const headers = await signInAdministrator(caller);
  const match = { endpoint: 'token', client: 'demo-service' };
  const armed = await fetch(`${second?.url}/emulator/v1/realms/demo/holds`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ match, limitMs: 8000 }),
  });
  const { id } = (await armed.json()) as Hold;
  const answer = fetch(`${first?.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-service',
      client_secret: 'demo-service-secret',
    }),
  });
  expect((await control<Hold>('GET', `/realms/demo/holds/${id}?wait=30000`)).state).toBe('held');
  await second?.kill();
  servers = servers.filter((server) => server !== second);
  expect((await answer).status).toBe(200);
});

test('issue "State in PostgreSQL" 6: a server that is killed leaves what it has acknowledged, and the others go on', async () => {
  const caller = createCaller();
  const tokens = (await (await redeem(caller, await requestCode(caller))).json()) as Tokens;
  const [first, ...others] = servers;
  await first?.kill();
  servers = others;
  for (const _ of others) expect((await refresh(caller, tokens)).status).toBe(200);
  // Another person: the session of the first would answer without a page.
  const other = createCaller();
  expect((await redeem(other, await requestCode(other))).status).toBe(200);
});
