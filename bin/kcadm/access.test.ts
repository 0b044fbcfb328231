import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Access, openAccess, openConfig } from './access.ts';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import type { OptionKey } from './options.ts';
import { createHome, createTestHost } from './testing/host.ts';
import { startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const NOW = 1_000_000;
const TOKEN = 'POST /realms/demo/protocol/openid-connect/token';
const OPTIONS: readonly OptionKey[] = [
  'server',
  'realm',
  'token',
  'user',
  'password',
  'client',
  'secret',
  'config',
  'noConfig',
];

const parse = (line: string) =>
  readArguments(line.split(' ').filter(Boolean), { options: OPTIONS, takesPositional: false, words: 1 });

/** A home folder whose configuration has this login. */
function homeWith(login?: object): string {
  const home = createHome();
  const endpoints = login === undefined ? {} : { [peer.url]: { demo: { clientId: 'admin-cli', ...login } } };
  const host = createTestHost({ homeDirectory: home });
  openConfig(host, parse('')).change((config) => config.set('realm', 'demo'));
  writeFileSync(
    join(home, '.keycloak', 'kcadm.config'),
    JSON.stringify({ serverUrl: peer.url, realm: 'demo', endpoints }),
  );
  return home;
}

const storedIn = (home: string): string => readFileSync(join(home, '.keycloak', 'kcadm.config'), 'utf8');

function open(line: string, home: string = createHome(), changes: Partial<Host> = {}): Promise<Access> {
  return openAccess(createTestHost({ homeDirectory: home, now: () => NOW, ...changes }), parse(line));
}

test('Keycloak: without server or realm, the message says how to name them', async () => {
  await assert.rejects(open(''), (error) => {
    assert.ok(error instanceof CommandError);
    assert.equal(error.message, "No server specified. Use --server, or 'kcadm.sh config credentials'.");
    return true;
  });
  await assert.rejects(
    open(`--server ${peer.url}`),
    /^CommandError: No realm or token specified\. Use --realm, --token, or 'kcadm\.sh config credentials'\.$/,
  );
});

test('Keycloak: --config and --no-config exclude each other', async () => {
  await assert.rejects(
    open('--config x --no-config'),
    (error) =>
      error instanceof UsageError &&
      error.message === 'Options --config and --no-config are mutually exclusive',
  );
});

test('Keycloak: an unreadable configuration is refused, but --no-config does without it', async () => {
  const home = homeWith();
  writeFileSync(join(home, '.keycloak', 'kcadm.config'), '{');
  await assert.rejects(open('', home), /^CommandError: Failed to load/);
  assert.equal((await open(`--no-config --server ${peer.url} --token t`, home)).token, 't');
});

test('Keycloak: a valid token is used as it is', async () => {
  peer.answer({});
  const access = await open('', homeWith({ token: 't', expiresAt: NOW + 5001 }));
  assert.deepEqual([access.token, access.server, access.realm], ['t', peer.url, 'demo']);
  assert.deepEqual(peer.lines(), []);
});

test('Keycloak: an expiring token is renewed with the refresh token, and saved', async () => {
  const home = homeWith({
    token: 'old',
    refreshToken: 'refresh',
    expiresAt: NOW + 5000,
    refreshExpiresAt: NOW + 60_000,
    grantTypeForAuthentication: 'password',
  });
  peer.answer({
    [TOKEN]: { status: 200, body: { access_token: 'new', refresh_token: 'next', expires_in: 60 } },
  });
  assert.equal((await open('', home)).token, 'new');
  assert.equal(peer.requests[0]?.body, 'grant_type=refresh_token&refresh_token=refresh&client_id=admin-cli');
  assert.match(
    storedIn(home),
    /"token" : "new",\s+"refreshToken" : "next",\s+"grantTypeForAuthentication" : "password"/,
  );
  assert.equal((await open('', home)).token, 'new');
  assert.equal(peer.requests.length, 1);
});

test('Keycloak: the login of a client is renewed with its secret', async () => {
  const home = homeWith({
    token: 'old',
    secret: 's',
    expiresAt: 1,
    grantTypeForAuthentication: 'client_credentials',
  });
  peer.answer({ [TOKEN]: { status: 200, body: { access_token: 'new', expires_in: 60 } } });
  assert.equal((await open('', home)).token, 'new');
  assert.match(peer.requests[0]?.body ?? '', /^grant_type=client_credentials/);
  assert.match(storedIn(home), /"secret" : "s",\s+"grantTypeForAuthentication" : "client_credentials"/);
});

test('Keycloak: an expired login is refused without a request', async () => {
  peer.answer({});
  const home = homeWith({ token: 't', refreshToken: 'f', expiresAt: 1, refreshExpiresAt: NOW + 5000 });
  await assert.rejects(
    open('', home),
    /^CommandError: Session has expired\. Login again with 'kcadm\.sh config credentials'$/,
  );
  assert.deepEqual(peer.lines(), []);
});

test('Keycloak: a refused renewal is reported with the reason of the server, and the login stays', async () => {
  const home = homeWith({ token: 't', refreshToken: 'f', expiresAt: 1, refreshExpiresAt: NOW + 60_000 });
  const before = storedIn(home);
  peer.answer({
    [TOKEN]: { status: 400, body: { error: 'invalid_grant', error_description: 'Session not active' } },
  });
  await assert.rejects(
    open('', home),
    /^CommandError: Failed to refresh access token - Session not active \[invalid_grant\]$/,
  );
  assert.equal(storedIn(home), before);
});

test('Keycloak: without a login, the request has no token', async () => {
  assert.equal((await open('', homeWith())).token, undefined);
  assert.equal((await open('', homeWith({ token: 't', expiresAt: 1 }))).token, undefined);
  assert.equal((await open('--realm other', homeWith({ token: 't' }))).token, undefined);
});

test('Keycloak: options that sign in do so for this command only', async () => {
  const home = homeWith({ clientId: 'saved', token: 't', expiresAt: NOW + 60_000 });
  const before = storedIn(home);
  peer.answer({ [TOKEN]: { status: 200, body: { access_token: 'fresh' } } });
  assert.equal((await open('--user admin --password p', home)).token, 'fresh');
  assert.match(peer.requests[0]?.body ?? '', /client_id=saved/);
  assert.equal(storedIn(home), before);
  assert.equal((await open('--client web', home)).token, 't');
  const environment = { KC_CLI_PASSWORD: 'x' };
  assert.equal((await open('', home, { environment })).token, 't');
});

test('Keycloak: --config names another file, and --no-config makes none', async () => {
  const home = createHome();
  const path = join(home, 'my.config');
  openConfig(createTestHost({ homeDirectory: home }), parse(`--config ${path}`)).change((config) =>
    config.set('realm', 'x'),
  );
  openConfig(createTestHost({ homeDirectory: home }), parse('--no-config')).change((config) =>
    config.set('realm', 'x'),
  );
  assert.deepEqual([existsSync(path), existsSync(join(home, '.keycloak'))], [true, false]);
});
