// The test kit with several servers on one PostgreSQL database, each request at the next one.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  type Caller,
  createController,
  REALM,
  redeem,
  refresh,
  requestCode,
  shareRoundRobin,
  signInAdministrator,
  type Tokens,
} from './support/round-robin.ts';
import { createFolder, ended, ROOT } from './support/server.ts';

const robin = shareRoundRobin();

/** A token for the demo service. */
const requestToken = ({ post }: Caller): Promise<Response> =>
  post(`${REALM}/protocol/openid-connect/token`, {
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'demo-service-secret',
  });

test('test kit "faults": a fault of one server hits as often as it says, whichever server gets the requests', async () => {
  const caller = robin.createCaller();
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
  const caller = robin.createCaller();
  const control = await createController(caller);
  const match = { endpoint: 'token', client: 'demo-service' };
  // Each time, other servers have the hold and the exchange.
  for (let time = 0; time < robin.servers.length + 1; time += 1) {
    const { id } = await control<Hold>('POST', '/realms/demo/holds', { match, limitMs: 60_000 });
    const answer = requestToken(caller);
    const hold = `/realms/demo/holds/${id}`;
    expect((await control<Hold>('GET', `${hold}?wait=30000`)).state).toBe('held');
    await control('PATCH', hold, { json: { expires_in: 7 } });
    await control('POST', `${hold}/release`);
    expect(await (await answer).json()).toMatchObject({ expires_in: 7 });
  }
});

interface Clone {
  readonly realm: string;
  readonly issuer: string;
}

/** Of each server: whether it serves the realm. */
const serving = ({ realm }: Clone): Promise<readonly boolean[]> =>
  Promise.all(robin.servers.map(async ({ url }) => (await fetch(`${url}/realms/${realm}`)).ok));

test('test kit "clones": a realm that one server clones is signed in to, brought back and deleted at any', async () => {
  const caller = robin.createCaller();
  const control = await createController(caller);
  const clone = await control<Clone>('POST', '/realms/demo/clones', { ttlSeconds: 120 });
  expect(await serving(clone)).toEqual([true, true, true]);
  const signIn = async (): Promise<Tokens> =>
    (await (await redeem(caller, await requestCode(caller, clone.issuer), clone.issuer)).json()) as Tokens;
  const kept = await signIn();
  const path = `/realms/${clone.realm}`;
  const snapshot = await control<{ readonly id: string }>('POST', `${path}/snapshots`);
  expect(await control('GET', `${path}/snapshots`)).toEqual([snapshot]);
  await control('PUT', `${path}/clock`, { offsetMs: 3_600_000_000 });
  expect((await refresh(caller, kept, clone.issuer)).status).toBe(400);
  // Each time, another server restores.
  for (let time = 0; time < robin.servers.length; time += 1) {
    await control('POST', `${path}/snapshots/${snapshot.id}/restore`);
    expect((await refresh(caller, kept, clone.issuer)).status).toBe(200);
    await control('POST', `${path}/reset`);
    expect((await refresh(caller, kept, clone.issuer)).status).toBe(400);
  }
  await control('DELETE', `${path}/snapshots/${snapshot.id}`);
  expect(await control('GET', `${path}/snapshots`)).toEqual([]);
  await control('DELETE', path);
  expect(await serving(clone)).toEqual([false, false, false]);
});

test('emulator API "Clones": the command export leaves clones out unless one is named', async () => {
  const control = await createController(robin.createCaller());
  const clone = await control<Clone>('POST', '/realms/demo/clones', { ttlSeconds: 600 });
  const exported = async (...flags: readonly string[]): Promise<readonly string[]> => {
    const dir = createFolder('export');
    const args = ['export', `--dir=${dir}`, `--db-url=${robin.databaseUrl}`, '--users=realm_file', ...flags];
    const command = spawn(join(ROOT, 'bin/understudy.sh'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const { code, output } = await ended(command);
    expect(code, output).toBe(0);
    return readdirSync(dir).toSorted();
  };
  expect(await exported()).toEqual(['demo-partner-realm.json', 'demo-realm.json', 'master-realm.json']);
  expect(await exported(`--realm=${clone.realm}`)).toEqual([`${clone.realm}-realm.json`]);
  await control('DELETE', `/realms/${clone.realm}`);
});

test('test kit "clones": a clone whose lease has ended is gone from all servers', async () => {
  const control = await createController(robin.createCaller());
  const ended = await control<Clone>('POST', '/realms/demo/clones', { ttlSeconds: 1 });
  const leased = await control<Clone>('POST', '/realms/demo/clones', { ttlSeconds: 600 });
  await expect
    .poll(() => serving(ended), { timeout: 60_000, intervals: [3000] })
    .toEqual([false, false, false]);
  expect(await serving(leased)).toEqual([true, true, true]);
  await control('DELETE', `/realms/${leased.realm}`);
});

test('test kit "holds": when the server with a hold is killed, the exchange goes on at another', async () => {
  const caller = robin.createCaller();
  const control = await createController(caller);
  const [first, second] = robin.servers;
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
  if (second !== undefined) await robin.kill(second);
  expect((await answer).status).toBe(200);
});
