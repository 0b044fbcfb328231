// What a server writes to its data directory, and how it handles damaged files there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { ServerInfoWire } from './contract/admin-api.ts';
import type { StoredUser } from './store/store.ts';
import { setUp } from './testing/start.ts';

/** All files of a folder as one text. */
function readTree(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map((entry) => readFileSync(join(entry.path, entry.name), 'utf8')).join('\n');
}

async function signIn(url: string, realm: string, username: string, password: string): Promise<number> {
  const fields = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const path = `/realms/${realm}/protocol/openid-connect/token`;
  return (await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })).status;
}

const PLAIN_PASSWORDS = /hunter2-plain|zoe-plain|alice-password/;

test('no plain password is in the data directory or in an export, neither after an import nor after a sign-in', async () => {
  const { home, start } = setUp({
    'bootstrap-admin-password': 'hunter2-plain',
    'import-realm': 'shop.json',
    'data-dir': 'data',
  });
  const users = [{ username: 'zoe', enabled: true, credentials: [{ type: 'password', value: 'zoe-plain' }] }];
  writeFileSync(join(home, 'shop.json'), JSON.stringify({ realm: 'shop', users }));
  const server = await start();
  const dataDir = join(home, 'data');
  assert.match(readTree(dataDir), /"zoe"/);
  assert.doesNotMatch(readTree(dataDir), PLAIN_PASSWORDS);
  assert.equal(await signIn(server.url, 'shop', 'zoe', 'wrong'), 400);
  assert.equal(await signIn(server.url, 'shop', 'zoe', 'zoe-plain'), 200);
  assert.equal(await signIn(server.url, 'master', 'admin', 'hunter2-plain'), 200);
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  for (const path of ['/emulator/v1/realms/shop/export', '/emulator/v1/realms/demo/export']) {
    const text = await (await fetch(server.url + path, { headers })).text();
    assert.match(text, /secretData/);
    assert.doesNotMatch(text, PLAIN_PASSWORDS);
  }
  await server.stop();
  assert.doesNotMatch(readTree(dataDir), PLAIN_PASSWORDS);
});

test('plain passwords left on disk by an earlier version are hashed at the next start and remain valid', async () => {
  const { home, start } = setUp({ 'data-dir': 'data' });
  await (await start()).stop();
  const realms = join(home, 'data', 'realms');
  for (const name of readdirSync(realms)) {
    // An earlier version has kept no origin.
    rmSync(join(realms, name, 'origin'), { recursive: true });
    const realmFile = join(realms, name, 'realm.json');
    const { passwords, ...rest } = JSON.parse(readFileSync(realmFile, 'utf8'));
    assert.equal(passwords, 'hashed');
    writeFileSync(realmFile, JSON.stringify(rest));
    const page = join(realms, name, 'users', '000000.json');
    // Realm demo-partner has no users.
    if (!existsSync(page)) continue;
    const users: StoredUser[] = JSON.parse(readFileSync(page, 'utf8'));
    const plain = users.map((user) => ({
      ...user,
      credentials: user.credentials?.map(({ id }) => ({ id, type: 'password', value: 'left-plain' })),
    }));
    writeFileSync(page, JSON.stringify(plain));
  }
  const server = await start();
  assert.equal(await signIn(server.url, 'master', 'admin', 'left-plain'), 200);
  await server.stop();
  assert.doesNotMatch(readTree(realms), /left-plain/);
});

test("the demo realm's passwords are still shown after a restart, until they are changed", async () => {
  const { start } = setUp();
  await (await start()).stop();
  const server = await start();
  const headers = {
    authorization: `Bearer ${await server.administratorToken()}`,
    'content-type': 'application/json',
  };
  const passwordOfAlice = async (): Promise<string | undefined> => {
    const answer = await fetch(`${server.url}/emulator/v1/server`, { headers });
    const info = (await answer.json()) as ServerInfoWire;
    const demo = info.realms.find(({ realm }) => realm === 'demo');
    return demo?.namedUsers.find(({ username }) => username === 'alice')?.password;
  };
  assert.equal(await passwordOfAlice(), 'alice-password');
  const users = `${server.url}/admin/realms/demo/users`;
  const found = await fetch(`${users}?username=alice`, { headers });
  const [alice] = (await found.json()) as { id: string }[];
  const body = JSON.stringify({ value: 'another' });
  await fetch(`${users}/${alice?.id}/reset-password`, { method: 'PUT', headers, body });
  assert.equal(await passwordOfAlice(), undefined);
  await server.stop();
});

function pathOfRealm(home: string, realm: string): string {
  const realms = join(home, 'data', 'realms');
  for (const name of readdirSync(realms)) {
    const path = join(realms, name, 'realm.json');
    const { realm: stored } = JSON.parse(readFileSync(path, 'utf8')) as { realm: { realm: string } };
    if (stored.realm === realm) return path;
  }
  throw new TypeError(`there is no realm ${realm}`);
}

/** Damages a realm's file; returns its path. */
function breakRealm(home: string, realm: string): string {
  const path = pathOfRealm(home, realm);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, text.length / 2));
  return path;
}

test('a damaged realm answers 503 on its paths, other realms are served, and its file is not overwritten', async (context) => {
  const { home, start, log } = setUp({ 'data-dir': 'data', 'import-realm': 'demo.json' });
  writeFileSync(join(home, 'demo.json'), JSON.stringify({ realm: 'demo' }));
  await (await start()).stop();
  const path = breakRealm(home, 'demo');
  const damaged = readFileSync(path, 'utf8');
  const server = await start();
  context.after(() => server.stop());
  const headers = {
    authorization: `Bearer ${await server.administratorToken()}`,
    'content-type': 'application/json',
  };
  for (const below of [
    '/realms/demo',
    '/realms/demo/protocol/openid-connect/certs',
    '/admin/realms/demo/users',
  ]) {
    const answer = await fetch(server.url + below, { headers });
    assert.equal(answer.status, 503, below);
    const body = (await answer.json()) as Record<string, string>;
    assert.equal(body['error'], 'realm_out_of_service');
    assert.match(body['error_description'] ?? '', /Realm demo is out of service: its file realms/);
  }
  const page = await fetch(`${server.url}/realms/demo/account`, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 503);
  assert.match(await page.text(), /<h1[^>]*>Realm out of service<\/h1>(?:.|\n)*restart the server/);
  assert.equal((await fetch(`${server.url}/realms/master`)).status, 200);
  const health = (await (await fetch(`${server.url}/health/ready`)).json()) as {
    status: string;
    checks: unknown[];
  };
  assert.deepEqual([health.status, health.checks.length], ['UP', 1]);
  const created = await fetch(`${server.url}/admin/realms`, {
    method: 'POST',
    headers,
    body: '{"realm":"demo"}',
  });
  assert.equal(created.status, 409);
  assert.ok((await created.text()).includes(path));
  const info = (await (
    await fetch(`${server.url}/emulator/v1/server`, { headers })
  ).json()) as ServerInfoWire;
  assert.deepEqual(info.outOfService, [{ realm: 'demo', path, problem: 'it is not valid JSON' }]);
  assert.equal(readFileSync(path, 'utf8'), damaged);
  assert.ok(
    log.records.some(({ level, message }) => level === 'ERROR' && message.includes('out of service')),
  );
});

test('a damaged master is not replaced: other realms are served, and its 503 says that administration is unavailable', async (context) => {
  const { home, start } = setUp({ 'data-dir': 'data' });
  await (await start()).stop();
  const path = breakRealm(home, 'master');
  const damaged = readFileSync(path, 'utf8');
  const server = await start();
  context.after(() => server.stop());
  assert.equal(await signIn(server.url, 'demo', 'alice', 'alice-password'), 200);
  const answer = await fetch(`${server.url}/realms/master`);
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /no administrator of the server can sign in/);
  await assert.rejects(server.administratorToken(), /cannot be used: it is not valid JSON/);
  assert.equal(readFileSync(path, 'utf8'), damaged);
  assert.equal(readdirSync(join(home, 'data', 'realms')).length, 3);
});

for (const file of ['realm.json', 'users/000000.json']) {
  test(`a damaged master (${file}) does not stop other realms from being served to other machines`, async (context) => {
    const { home, start } = setUp({ 'data-dir': 'data' });
    await (await start()).stop();
    writeFileSync(join(dirname(pathOfRealm(home, 'master')), file), '[{');
    const server = await start({ 'http-host': '0.0.0.0' });
    context.after(() => server.stop());
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    assert.equal(await signIn(url, 'demo', 'alice', 'alice-password'), 200);
    assert.equal((await fetch(`${url}/realms/master`)).status, 503);
  });
}
