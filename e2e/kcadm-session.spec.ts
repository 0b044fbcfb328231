// The saved login of kcadm.sh: its file, renewal and end; HTTPS; pipes; and the launcher script.
import { execFile, spawn } from 'node:child_process';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { LOGIN, missing, openSession, refused } from './support/kcadm-table.ts';
import { moveClock, ROOT, startServer } from './support/server.ts';

const session = openSession();

interface SavedLogin {
  token: string;
  refreshToken: string;
  expiresAt: number;
  refreshExpiresAt: number;
}
interface SavedConfig {
  endpoints: Record<string, Record<string, SavedLogin>>;
}

const readConfig = (): SavedConfig =>
  JSON.parse(readFileSync(session.shell().configFile, 'utf8')) as SavedConfig;
const server = (): string => session.shell().variables['SERVER'] ?? '';

function savedLogin(): SavedLogin {
  const login = readConfig().endpoints[server()]?.['master'];
  if (login === undefined) throw new Error('there is no saved login');
  return login;
}

/** Changes the saved login, as if time had passed. */
function changeLogin(changes: Partial<SavedLogin>): void {
  const config = readConfig();
  Object.assign(config.endpoints[server()]?.['master'] ?? {}, changes);
  writeFileSync(session.shell().configFile, JSON.stringify(config));
}

test('the configuration file is for its owner only, and contains no password', async () => {
  const { configFile } = session.shell();
  expect((statSync(configFile).mode & 0o777).toString(8)).toBe('600');
  expect((statSync(join(configFile, '..')).mode & 0o777).toString(8)).toBe('700');
  expect(readFileSync(configFile, 'utf8')).not.toContain('"admin"');
  expect(savedLogin()).toMatchObject({ clientId: 'admin-cli', grantTypeForAuthentication: 'password' });
});

test('an expired token is renewed and saved; an expired login is refused with what to do', async () => {
  const before = savedLogin();
  await session.runAll([
    [
      'kcadm.sh config credentials --status',
      { out: /^Logged in \(server: .*, realm: master, expired: false, timeToExpiry: \d+s from now\)\n$/ },
    ],
  ]);
  changeLogin({ expiresAt: 1 });
  await session.runAll([
    ['kcadm.sh config credentials --status', { out: 'You are not logged in\n' }],
    ['kcadm.sh get realms/master --fields realm --format csv', { out: '"master"\n' }],
  ]);
  const after = savedLogin();
  expect(after.token).not.toBe(before.token);
  expect(after.expiresAt).toBeGreaterThan(1);
  changeLogin({ expiresAt: 1, refreshExpiresAt: 1 });
  await session.runAll([
    ['kcadm.sh get realms', refused("Session has expired. Login again with 'kcadm.sh config credentials'\n")],
    ['kcadm.sh config credentials --server $SERVER --realm master --user admin --password admin', LOGIN],
    ['kcadm.sh get realms/master --fields realm --format csv', { out: '"master"\n' }],
  ]);
});

test('a login that the server has ended is refused in the words of the server, and stays in the file', async () => {
  const own = await startServer();
  const { shell } = session;
  shell().variables['SERVER'] = own.url;
  await session.runAll([
    [
      'kcadm.sh config credentials --server $SERVER --realm master --user admin --password admin',
      { err: /^Logging into / },
    ],
  ]);
  await moveClock(own.url, 'master', 24 * 60 * 60 * 1000);
  await session.runAll([
    [
      'kcadm.sh get realms',
      refused(/^null \[HTTP 401 Unauthorized\]\nLogin again with 'kcadm\.sh config credentials'\n$/),
    ],
  ]);
  changeLogin({ expiresAt: 1 });
  const before = readFileSync(shell().configFile, 'utf8');
  await session.runAll([
    ['kcadm.sh get realms', refused(/^Failed to refresh access token - .+ \[invalid_grant\]\n$/)],
  ]);
  expect(readFileSync(shell().configFile, 'utf8')).toBe(before);
  await own.stop();
});

test('logins of several servers and realms are kept side by side, even when commands run at the same time', async () => {
  const spellings = [server(), `${server()}/`, session.server().url, `${session.server().url}/`];
  const lines = spellings.map(
    (url) =>
      `kcadm.sh config credentials --server ${url} --realm master --user admin --password admin 2>/dev/null &`,
  );
  await session.runAll([
    [
      `${lines.join('\n')}\nkcadm.sh config credentials --server $SERVER --realm demo --client demo-service --secret demo-service-secret 2>/dev/null &\nwait`,
    ],
    ['kcadm.sh get realms/master --realm master --fields realm --format csv', { out: '"master"\n' }],
  ]);
  expect(Object.keys(readConfig().endpoints).sort()).toEqual([...spellings].sort());
  expect(Object.keys(readConfig().endpoints[server()] ?? {}).sort()).toEqual(['demo', 'master']);
});

test('a service account signs in with its secret, which is kept for renewal', async () => {
  await session.runAll([
    [
      'kcadm.sh config credentials --config own.config --server $SERVER --realm demo --client demo-service --secret demo-service-secret',
      { err: /^Logging into .* as service-account-demo-service of realm demo\n$/ },
    ],
    ['kcadm.sh get users --config own.config', refused('null [HTTP 403 Forbidden]\n')],
    ['grep -c demo-service-secret own.config', { out: '1\n' }],
  ]);
  expect((statSync(join(session.shell().folder, 'own.config')).mode & 0o777).toString(8)).toBe('600');
});

test('--token needs neither a login nor a file', async () => {
  const { access_token } = (await (
    await fetch(`${server()}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password: 'admin',
      }),
    })
  ).json()) as { access_token: string };
  session.shell().variables['TOKEN'] = access_token;
  await session.runAll([
    ['rm -r ~/.keycloak'],
    [
      'kcadm.sh get realms/master --server $SERVER --token $TOKEN --fields realm --format csv',
      { out: '"master"\n' },
    ],
    ['kcadm.sh get users --server $SERVER --token $TOKEN', refused(/^No realm for users\. Give it with -r/)],
    [
      'kcadm.sh get users --server $SERVER --token $TOKEN -r master --fields username --format csv',
      { out: '"admin"\n' },
    ],
    ['test ! -e ~/.keycloak'],
  ]);
});

test('HTTPS: the certificate is checked, with a truststore in PEM format, or not at all', async () => {
  const own = await startServer({ args: ['--https-port=0'] });
  const [, url = ''] = /Listening on: (https:\/\/[^\s"]+)/.exec(own.output()) ?? [];
  const { shell } = session;
  Object.assign(shell().variables, {
    SECURE: url,
    CERTIFICATE: join(own.dataDir, 'https', 'certificate.pem'),
  });
  writeFileSync(join(shell().folder, 'store.jks'), Buffer.from('feedfeed00000002', 'hex'));
  const login = 'kcadm.sh config credentials --server $SECURE --realm master --user admin --password admin';
  await session.runAll([
    [
      login,
      refused(
        /^Logging into .*\nThe certificate of .* was rejected: .*\. Trust it or its CA with --truststore or /,
      ),
    ],
    [
      `${login} --truststore store.jks`,
      refused(
        /\nThe truststore store\.jks is a Java keystore \(JKS\); .* keytool -list -rfc -keystore store\.jks > truststore\.pem/,
      ),
    ],
    [`${login} --truststore missing.pem`, refused(/\nTruststore file not found: missing\.pem \(ENOENT\)\n$/)],
    [
      `${login} --insecure`,
      { err: /\nThe server is configured to use TLS but there is no truststore specified\.\n/ },
    ],
    ['kcadm.sh get realms/master --fields realm', refused(/^The certificate of /)],
    ['kcadm.sh config truststore $CERTIFICATE'],
    ['kcadm.sh get realms/master --fields realm --format csv', { out: '"master"\n' }],
    ['kcadm.sh config truststore --delete'],
    ['kcadm.sh get realms/master --fields realm', refused(/^The certificate of /)],
  ]);
  await own.stop();
});

test('pipes: output is complete and exact, input is read, and a reader may stop early', async () => {
  await session.createDemoRealm({
    users: Array.from({ length: 2000 }, (_, index) => ({
      username: `user-${index}`,
      firstName: 'x'.repeat(100),
    })),
  });
  await session.runAll([
    ['kcadm.sh get users -r demorealm -l -1 2>/dev/null | tail -c 4', { out: '\n} ]' }],
    ['kcadm.sh get users -r demorealm -l -1 --fields username --format csv | wc -l', { out: /^\s*2000\n$/ }],
    ['kcadm.sh get users -r demorealm -l -1 2>/dev/null | head -n 1', { out: '[ {\n' }],
    ['kcadm.sh get realms/demorealm -c 2>/dev/null | kcadm.sh update realms/demorealm -f -'],
    [
      `printf '{"username": "piped"}' | kcadm.sh create users -r demorealm -f - -s 'attributes.a=["1"]' -i | wc -c`,
      { out: /^\s*37\n$/ },
    ],
  ]);
});

test('a password is asked for on a terminal, and not shown', async () => {
  test.skip(process.platform !== 'linux', 'needs the script command of util-linux');
  const { variables, folder, configFile } = session.shell();
  const line = `${join(ROOT, 'bin/kcadm.sh')} config credentials --config own.config --server ${variables['SERVER']} --realm master --user admin`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8');
    if (shown.endsWith('Enter password:')) child.stdin.write('admin\r');
  });
  const code = await new Promise((done) => child.once('close', done));
  expect([code, shown.replaceAll('\r', '')]).toEqual([
    0,
    `Logging into ${variables['SERVER']} as user admin of realm master\nEnter password:\n`,
  ]);
  expect(readFileSync(join(folder, 'own.config'), 'utf8')).not.toBe(readFileSync(configFile, 'utf8'));
});

test('the launcher works from any folder, through links, and finds its own installation', async () => {
  const folder = session.shell().folder;
  symlinkSync(join(ROOT, 'bin'), join(folder, 'linked bin'));
  const run = promisify(execFile);
  const { stdout } = await run(join(folder, 'linked bin', 'kcadm.sh'), ['help', 'get'], { cwd: '/' });
  expect(stdout).toMatch(/^Usage: kcadm\.sh get ENDPOINT_URI \[ARGUMENTS\]\n/);
  const relative = await run('sh', ['bin/kcadm.sh', 'new-object', '-c', '-s', 'a b=$HOME "x" *'], {
    cwd: ROOT,
  });
  expect(relative.stdout).toBe('{"a b":"$HOME \\"x\\" *"}');
  await session.runAll([['kcadm.sh get nothing -r "de mo"', missing('/admin/realms/de%20mo/nothing')]]);
});
