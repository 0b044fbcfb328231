// Several servers on one PostgreSQL database, each request at the next one, as behind a balancer in round robin.
import { expect, test } from '@playwright/test';
import { startPostgres, whyNoPostgres } from '../../tools/postgres.mjs';
import { createFolder, startServer, type TestServer } from './server.ts';

/** What clients call; no machine has this name. */
export const PUBLIC = 'http://sso.test';
export const REALM = `${PUBLIC}/realms/demo`;
export const SECRET = { client_id: 'demo-web', client_secret: 'demo-web-secret' };
const CALLBACK = 'http://127.0.0.1/callback';

/** Three servers that have started at once on an empty database. */
export interface RoundRobin {
  /** Those that run. */
  readonly servers: readonly TestServer[];
  /** `postgresql://…` */
  readonly databaseUrl: string;
  /** A browser or client whose requests go to one server after the other. */
  createCaller(): Caller;
  /** Ends a server as a crash does. */
  kill(server: TestServer): Promise<void>;
}

/** Takes about ten seconds. */
async function startRoundRobin(): Promise<RoundRobin & { stop(): Promise<void> }> {
  const cluster = await startPostgres();
  const databaseUrl = `postgresql://${cluster.user}@${cluster.host}:${cluster.port}/${cluster.database}`;
  const environment = { KC_DB_URL: databaseUrl, KC_HOSTNAME: PUBLIC };
  const start = (): Promise<TestServer> => startServer({ dataDir: createFolder(), environment });
  let servers: readonly TestServer[] = await Promise.all([start(), start(), start()]);
  return {
    get servers() {
      return servers;
    },
    databaseUrl,
    createCaller: () => createCaller(() => servers),
    async kill(server) {
      await server.kill();
      servers = servers.filter((other) => other !== server);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await cluster.stop();
    },
  };
}

/** Servers for the tests of a file, which are skipped on a machine without PostgreSQL. */
export function shareRoundRobin(): RoundRobin {
  const missing = whyNoPostgres();
  test.skip(missing !== undefined, missing ?? '');
  let started: Awaited<ReturnType<typeof startRoundRobin>> | undefined;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    started = await startRoundRobin();
  });
  test.afterAll(() => started?.stop());
  const running = (): RoundRobin => {
    if (started === undefined) throw new Error('the servers have not been started');
    return started;
  };
  return {
    get servers() {
      return running().servers;
    },
    get databaseUrl() {
      return running().databaseUrl;
    },
    createCaller: () => running().createCaller(),
    kill: (server) => running().kill(server),
  };
}

function createCaller(running: () => readonly TestServer[]) {
  const cookies = new Map<string, string>();
  let next = 0;
  const call = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const servers = running();
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

/** A browser or client. */
export type Caller = ReturnType<typeof createCaller>;

/** Signs Alice in with the form; the code of the answer. */
export async function requestCode({ call, post }: Caller, realm: string = REALM): Promise<string> {
  const query = new URLSearchParams({
    client_id: SECRET.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
  });
  const page = await (await call(`${realm}/protocol/openid-connect/auth?${query}`)).text();
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const answer = await post(action, { username: 'alice', password: 'alice-password' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

/** Of a token response. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Redeems a code. */
export const redeem = ({ post }: Caller, code: string, realm: string = REALM): Promise<Response> =>
  post(`${realm}/protocol/openid-connect/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    ...SECRET,
  });

/** Uses a refresh token. */
export const refresh = (
  { post }: Caller,
  { refresh_token }: Tokens,
  realm: string = REALM,
): Promise<Response> =>
  post(`${realm}/protocol/openid-connect/token`, {
    grant_type: 'refresh_token',
    refresh_token,
    ...SECRET,
  });

/** Headers of an administrator. */
export async function signInAdministrator({ post }: Caller): Promise<Record<string, string>> {
  const admin = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' };
  const answer = await post(`${PUBLIC}/realms/master/protocol/openid-connect/token`, admin);
  const { access_token: token } = (await answer.json()) as Tokens;
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

/** Calls of the admin API of the demo realm, by an administrator, at one server after the other. */
export async function createController(caller: Caller) {
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
