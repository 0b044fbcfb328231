import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createHome, type Outcome, runLine } from './testing/host.ts';
import { startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const TOKEN = 'POST /realms/demo/protocol/openid-connect/token';
const configOf = (home: string): string => join(home, '.keycloak', 'kcadm.config');
const stored = (home: string): Record<string, unknown> =>
  JSON.parse(readFileSync(configOf(home), 'utf8')) as Record<string, unknown>;

const CREDENTIALS: readonly (readonly [args: string, code: number, message: RegExp])[] = [
  ['--no-config --server http://a', 2, /^Unsupported option: --no-config\n/],
  ['--realm demo --user admin', 2, /^Required option not specified: --server\n/],
  ['--server http://a --user admin', 2, /^Required option not specified: --realm\n/],
  [
    '--server nonsense --realm demo',
    1,
    /^Invalid server endpoint url: nonsense\. Use a URL such as http:\/\/localhost:8080\n$/,
  ],
  ['--server ftp://a --realm demo', 1, /^Invalid server endpoint url: ftp:\/\/a/],
  ['--server http://a --realm demo --keystore k', 2, /^Unsupported option: --keystore\. /],
  ['--server http://a --realm demo --keystore k --secret s', 2, /^Can't use both --keystore and --secret\n/],
  ['--server http://a --realm demo --username admin', 2, /^Unknown options: '--username', 'admin'\n/],
  ['--server http://a --realm demo --user admin', 1, /\nConsole is not active, but password is required\./],
];

for (const [args, code, message] of CREDENTIALS) {
  test(`Keycloak: "config credentials ${args}" ends with exit code ${code}, and nothing is stored`, async () => {
    const homeDirectory = createHome();
    const outcome = await runLine(`config credentials ${args}`, { homeDirectory });
    assert.deepEqual([outcome.code, outcome.out], [code, '']);
    assert.match(outcome.err, message);
    assert.equal(existsSync(configOf(homeDirectory)), false);
  });
}

test('Keycloak: a refused sign-in is reported after the line that says who signs in', async () => {
  const body = { error: 'invalid_grant', error_description: 'Invalid user credentials' };
  peer.answer({ [TOKEN]: { status: 401, body } });
  const homeDirectory = createHome();
  const line = `config credentials --server ${peer.url} --realm demo --user admin --password hush`;
  const outcome = await runLine(line, { homeDirectory });
  assert.deepEqual(outcome, {
    code: 1,
    out: '',
    err: `Logging into ${peer.url} as user admin of realm demo\nInvalid user credentials [invalid_grant]\n`,
  });
  assert.equal(existsSync(configOf(homeDirectory)), false);
});

test('Keycloak: a login is remembered with its tokens, without the password', async () => {
  const body = { access_token: 't', refresh_token: 'f', expires_in: 60, refresh_expires_in: 1800 };
  peer.answer({ [TOKEN]: { status: 200, body } });
  const homeDirectory = createHome();
  const line = `config credentials --server ${peer.url} --realm demo --user admin --password hush`;
  const { code, out } = await runLine(line, { homeDirectory });
  assert.deepEqual([code, out], [0, '']);
  assert.deepEqual(stored(homeDirectory), {
    serverUrl: peer.url,
    realm: 'demo',
    endpoints: {
      [peer.url]: {
        demo: {
          clientId: 'admin-cli',
          token: 't',
          refreshToken: 'f',
          grantTypeForAuthentication: 'password',
          expiresAt: 1_060_000,
          refreshExpiresAt: 2_800_000,
        },
      },
    },
  });
});

test('Keycloak: without a user and a client, only server and realm are remembered', async () => {
  const homeDirectory = createHome();
  const outcome = await runLine('config credentials --server http://a --realm demo', { homeDirectory });
  assert.deepEqual(outcome, { code: 0, out: '', err: '' });
  assert.deepEqual(stored(homeDirectory), { serverUrl: 'http://a', realm: 'demo' });
});

async function status(session: object | undefined): Promise<Outcome> {
  const homeDirectory = createHome();
  await runLine('config credentials --server http://a --realm demo', { homeDirectory });
  const endpoints = session === undefined ? {} : { 'http://a': { demo: session } };
  writeFileSync(configOf(homeDirectory), JSON.stringify({ serverUrl: 'http://a', realm: 'demo', endpoints }));
  return runLine('config credentials --status', { homeDirectory });
}

test('Keycloak --status: who is not logged in, or not any more, is told so', async () => {
  for (const session of [undefined, {}, { token: 't' }, { token: 't', expiresAt: 1_005_000 }])
    assert.deepEqual(await status(session), { code: 0, out: 'You are not logged in\n', err: '' });
  assert.equal(
    (await runLine('config credentials --status', { homeDirectory: createHome() })).out,
    'You are not logged in\n',
  );
});

test('Keycloak --status: a login is shown with the time it has left', async () => {
  assert.equal(
    (await status({ token: 't', expiresAt: 1_060_999 })).out,
    'Logged in (server: http://a, realm: demo, expired: false, timeToExpiry: 60s from now)\n',
  );
});

const TRUSTSTORE: readonly (readonly [args: string, code: number, message: RegExp])[] = [
  ['--trustpass x', 2, /^No truststore specified\n/],
  ['/nowhere/t.pem', 1, /^Truststore file not found: \/nowhere\/t\.pem\n$/],
  ['t.pem -d', 2, /^Option --delete is mutually exclusive with specifying a TRUSTSTORE\n/],
  ['-d --trustpass x', 2, /^Options --trustpass and --delete are mutually exclusive\n/],
  ['t.pem --server http://a', 2, /^Unsupported option: --server\n/],
  ['t.pem --no-config', 2, /^Unsupported option: --no-config\n/],
  ['t.pem --truststore t', 2, /^Unsupported option: --truststore\n/],
  ['a b', 2, /^Unmatched argument at index 3: 'b'\n/],
];

for (const [args, code, message] of TRUSTSTORE) {
  test(`Keycloak: "config truststore ${args}" ends with exit code ${code}`, async () => {
    const outcome = await runLine(`config truststore ${args}`);
    assert.deepEqual([outcome.code, outcome.out], [code, '']);
    assert.match(outcome.err, message);
  });
}

test('Keycloak: a truststore is remembered as it is typed, and forgotten with -d', async () => {
  const homeDirectory = createHome();
  const path = join(homeDirectory, 'trust.jks');
  writeFileSync(path, 'x');
  const outcome = await runLine(`config truststore --trustpass pass ${path}`, { homeDirectory });
  assert.deepEqual(outcome, { code: 0, out: '', err: '' });
  assert.deepEqual(stored(homeDirectory), { truststore: path, trustpass: 'pass' });
  assert.equal((await runLine('config truststore -d', { homeDirectory })).code, 0);
  assert.deepEqual(stored(homeDirectory), {});
});
