// Several servers on one PostgreSQL database, each request at the next one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  createController,
  PUBLIC,
  REALM,
  redeem,
  refresh,
  requestCode,
  SECRET,
  shareRoundRobin,
  signInAdministrator,
  type Tokens,
} from './support/round-robin.ts';

const robin = shareRoundRobin();

test('issue "State in PostgreSQL" 4: servers that start at once have one administrator, one demo realm and the same keys', async () => {
  const keys = await Promise.all(
    robin.servers.map(async ({ url }) =>
      (await fetch(`${url}/realms/demo/protocol/openid-connect/certs`)).json(),
    ),
  );
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
  const imports = robin.servers.filter((server) => /Realm imported realm=demo/.test(server.output()));
  expect(imports.length).toBe(1);
});

test('RFC 6749 §4.1: a sign-in starts on one server and finishes on another, and its code is redeemed on a third, once', async () => {
  const caller = robin.createCaller();
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
  const caller = robin.createCaller();
  const code = await requestCode(caller);
  const answers = await Promise.all(robin.servers.map(() => redeem(caller, code)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(2);
  expect(answers.some(({ status }) => status >= 500)).toBe(false);
});

test('OIDC RP-Initiated Logout §2: a sign-out on one server ends the session on all', async () => {
  const caller = robin.createCaller();
  const tokens = (await (await redeem(caller, await requestCode(caller))).json()) as Tokens;
  for (let time = 0; time < robin.servers.length; time += 1)
    expect((await refresh(caller, tokens)).status).toBe(200);
  const { status } = await caller.post(`${REALM}/protocol/openid-connect/logout`, {
    ...SECRET,
    refresh_token: tokens.refresh_token,
  });
  expect(status).toBe(204);
  for (let time = 0; time < robin.servers.length; time += 1)
    expect((await refresh(caller, tokens)).status).toBe(400);
});

test('issue "State in PostgreSQL" 3: a change by an administrator on one server applies to the next request at another', async () => {
  const caller = robin.createCaller();
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

test('issue "State in PostgreSQL" 4: the control key in the data directory of one server is accepted by all', async () => {
  for (const { dataDir } of robin.servers) {
    const key = readFileSync(join(dataDir, 'control-key'), 'utf8').trim();
    const headers = { authorization: `Bearer ${key}` };
    for (const { url } of robin.servers)
      expect((await fetch(`${url}/emulator/v1/server`, { headers })).status).toBe(200);
  }
});

interface Exchange {
  readonly title: string;
  readonly server?: string;
}

test('issue "State in PostgreSQL" 4: Activity of any server has the whole sign-in, and says which server answered', async () => {
  const caller = robin.createCaller();
  const headers = await signInAdministrator(caller);
  await caller.call(`${PUBLIC}/emulator/v1/activity`, { method: 'DELETE', headers });
  expect((await redeem(caller, await requestCode(caller))).status).toBe(200);
  const expected = ['Token request (authorization_code)', 'Sign-in form', 'Authorization request'];
  for (const { url } of robin.servers) {
    const list = async (): Promise<readonly Exchange[]> => {
      const answer = await fetch(`${url}/emulator/v1/activity?realm=demo`, { headers });
      return ((await answer.json()) as { readonly records: readonly Exchange[] }).records;
    };
    await expect.poll(async () => (await list()).map(({ title }) => title)).toEqual(expected);
    const names = new Set((await list()).map(({ server }) => server));
    expect(names.size).toBe(3);
    for (const other of robin.servers) expect([...names].join()).toContain(`:${new URL(other.url).port}`);
  }
});

test('service description §4: a prompt is listed on every server, and answered on one of them once', async () => {
  const caller = robin.createCaller();
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
    robin.servers.map(async ({ url }) =>
      (await fetch(`${url}/emulator/v1/realms/demo/device`, { headers })).json(),
    ),
  )) as readonly { readonly pending: readonly { readonly id: string; readonly bindingMessage: string }[] }[];
  const ids = device.map(
    ({ pending }) => pending.find(({ bindingMessage }) => bindingMessage === 'W4SCT')?.id,
  );
  expect(new Set(ids).size).toBe(1);
  const answers = await Promise.all(
    robin.servers.map(({ url }) =>
      fetch(`${url}/emulator/v1/realms/demo/device/prompts/${ids[0]}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ answer: 'approve' }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('contract "Console": an import runs on one server, and is followed and cancelled at the others', async () => {
  const caller = robin.createCaller();
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
  for (const { url } of robin.servers) expect((await fetch(`${url}/realms/imported`)).status).toBe(200);
});

test('issue "State in PostgreSQL" 6: a server that is killed leaves what it has acknowledged, and the others go on', async () => {
  const caller = robin.createCaller();
  const tokens = (await (await redeem(caller, await requestCode(caller))).json()) as Tokens;
  const [first, ...others] = robin.servers;
  if (first !== undefined) await robin.kill(first);
  for (const _ of others) expect((await refresh(caller, tokens)).status).toBe(200);
  // Another person: the session of the first would answer without a page.
  const other = robin.createCaller();
  expect((await redeem(other, await requestCode(other))).status).toBe(200);
});
