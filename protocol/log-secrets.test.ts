// What must never be logged: runs a typical day at the most verbose settings, then searches the logs for
// every secret used.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createTestLog } from './log/testing/log.ts';
import { type RunningServer, startServer } from './server.ts';
import { resolveOptions } from './start/config/resolve-options.ts';
import { listDemoRealmFiles } from './start/demo-realm-files.ts';

const ADMIN_PASSWORD = 'bootstrap-pass-77';
const home = mkdtempSync(join(tmpdir(), 'understudy-secrets-'));
const log = createTestLog();
const secrets = new Map<string, string>();
let server: RunningServer;
let realm = '';

before(async () => {
  const flags = {
    'http-port': '0',
    'demo-realm': 'true',
    'bootstrap-admin-password': ADMIN_PASSWORD,
    log: 'console,file',
    'log-level': 'all',
    'log-console-output': 'json',
    'log-file-format': '%d %p [%c] %X %m%n',
  };
  const commandLine = new Map(Object.entries(flags));
  const optionSources = { commandLine, environment: {}, home, workingDirectory: home };
  const options = resolveOptions(optionSources);
  server = await startServer({
    options,
    optionSources,
    logControl: log.open(options),
    version: '1.2.3',
    runtime: 'test',
    environment: {},
    consoleFolder: join(home, 'console'),
    applicationsFolder: join(home, 'none'),
    demoRealmFiles: listDemoRealmFiles(join(import.meta.dirname, '..')),
  });
  realm = `${server.url}/realms/demo/protocol/openid-connect`;
});
function keep(name: string, value: unknown): string {
  assert.ok(typeof value === 'string' && value.length > 5, `${name}: ${String(value)}`);
  secrets.set(name, value);
  return value;
}

async function post(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${realm}/${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const CLIENT = { client_id: 'demo-web', client_secret: 'demo-web-secret' };

function keepTokens(name: string, answer: Record<string, unknown>): Record<string, string> {
  const members = ['access_token', 'refresh_token', 'id_token'].filter((member) => member in answer);
  assert.ok(members.length > 1, JSON.stringify(answer));
  return Object.fromEntries(members.map((member) => [member, keep(`${member} of ${name}`, answer[member])]));
}

/** Submits the sign-in page as a browser would; returns the code and keeps the cookies. */
async function signIn(password: string): Promise<string> {
  const redirect = 'http://127.0.0.1:3000/callback';
  const query = {
    ...{ client_id: 'demo-web', response_type: 'code', scope: 'openid' },
    redirect_uri: redirect,
  };
  const page = await fetch(`${realm}/auth?${new URLSearchParams(query)}`);
  const action = /action="([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const answer = await fetch(new URL(action, server.url), {
    method: 'POST',
    headers: { cookie: cookies.join('; ') },
    body: new URLSearchParams({ username: 'alice', password }),
    redirect: 'manual',
  });
  for (const cookie of [...cookies, ...answer.headers.getSetCookie()]) {
    const value = cookie.split(';')[0]?.split('=').slice(1).join('=') ?? '';
    // Cookies that scripts may read are not secret, and neither are deleted ones.
    if (value.length > 20 && /HttpOnly/i.test(cookie)) keep(`cookie ${cookie.split('=')[0]}`, value);
  }
  const target = answer.headers.get('location') ?? '';
  return target === '' ? '' : (new URL(target).searchParams.get('code') ?? '');
}

test('service description §2.3: a day of sign-ins, grants, refusals and administration succeeds', async () => {
  keep('administrator password', ADMIN_PASSWORD);
  for (const name of ['demo-web-secret', 'demo-ciba-secret', 'alice-password']) keep(name, name);
  const wrong = keep('wrong password', 'mistyped-secret-9');
  assert.equal(await signIn(wrong), '');
  const code = keep('code', await signIn('alice-password'));
  const exchange = {
    ...CLIENT,
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://127.0.0.1:3000/callback',
  };
  const first = keepTokens('the code', await post('token', exchange));
  const password = { grant_type: 'password', username: 'alice', scope: 'openid' };
  const second = await post('token', { ...CLIENT, ...password, password: 'alice-password' });
  if ('access_token' in second) keepTokens('the password', second);
  await post('token', { ...CLIENT, ...password, password: wrong });
  const refresh = { grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '' };
  keepTokens('the refresh', await post('token', { ...CLIENT, ...refresh }));
  await post('token', {
    ...CLIENT,
    client_secret: keep('wrong client secret', 'not-the-secret-9'),
    ...refresh,
  });
  await post('token', {
    ...CLIENT,
    grant_type: 'refresh_token',
    refresh_token: keep('wrong refresh token', 'eyJub3QtYS10b2tlbg'),
  });
  await post('token', { ...CLIENT, ...exchange, code: keep('wrong code', 'made-up-code-123456') });
  await fetch(`${realm}/token?${new URLSearchParams({ ...CLIENT, ...exchange })}`);
  await fetch(`${realm}/userinfo`, { headers: { authorization: `Bearer ${first['access_token']}x` } });
  await post('token', exchange);
  await post('token/introspect', { ...CLIENT, token: first['access_token'] ?? '' });
  await fetch(`${realm}/logout?id_token_hint=${first['id_token']}`, { redirect: 'manual' });
  const token = keep('administrator token', await server.administratorToken());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const credentials = [{ type: 'password', value: keep('new password', 'brand-new-pass-1') }];
  const body = JSON.stringify({ username: 'dave', credentials });
  const created = await fetch(`${server.url}/admin/realms/demo/users`, { method: 'POST', headers, body });
  assert.equal(created.status, 201);
  await server.stop();
});

test('service description §2.3: none of its passwords, secrets, codes, tokens or cookies is in console, file or tail', () => {
  const texts = {
    console: log.output,
    file: readFileSync(join(home, 'data', 'log', 'understudy.log'), 'utf8'),
    tail: JSON.stringify(log.records),
  };
  assert.ok(secrets.size > 12);
  for (const [place, text] of Object.entries(texts)) {
    assert.ok(text.length > 2000, place);
    const found = [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
    assert.deepEqual(found, [], place);
  }
});

test('service description §2.3: requests are logged at DEBUG, refusals at WARN with their reason, decisions of rules at TRACE', () => {
  const of = (level: string, category: RegExp) =>
    log.records.filter((record) => record.level === level && category.test(record.category));
  assert.ok(
    of('DEBUG', /^http\.request$/).some(({ message }) =>
      /^POST \/realms\/demo\/.*\/token answered 200$/.test(message),
    ),
  );
  assert.ok(of('DEBUG', /^oauth$/).some(({ parameters }) => parameters['outcome'] === 'accepted'));
  const refusals = of('WARN', /^http\.refusal$/);
  assert.ok(refusals.some(({ parameters }) => parameters['code'] === 'invalid_grant'));
  for (const { message, mdc } of refusals) {
    assert.notEqual(message, '');
    assert.notEqual(mdc['flow'], undefined);
  }
  assert.ok(refusals.some(({ mdc }) => mdc['realm'] === 'demo' && mdc['client'] === 'demo-web'));
  assert.ok(of('TRACE', /^oauth\.rule$/).length > 0);
});
