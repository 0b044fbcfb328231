import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from './errors/option-error.ts';
import { callOverTls, createTestCertificate, type TestCertificate } from './http/testing/certificate.ts';
import type { createTestLog } from './log/testing/log.ts';
import { setUp } from './testing/start.ts';

test('contract "Start": the server is ready once it logs where it listens, and it stops', async () => {
  const { start, log } = setUp();
  const server = await start();
  const line = log.records.map(({ message }) => message).find((message) => /started in/.test(message));
  // Quarkus waits for the first words, testcontainers-python for the time with a fraction.
  assert.match(line ?? '', /Keycloak.*started in \d+\.\d+s\. Listening on: \S+$/);
  assert.ok(line?.endsWith(`Listening on: ${server.url}`));
  assert.deepEqual(await (await fetch(`${server.url}/health/ready`)).json(), { status: 'UP' });
  await server.stop();
  await assert.rejects(fetch(`${server.url}/health/ready`));
});

test('the data directory is released at the stop and keeps its realms', async () => {
  const { start } = setUp();
  const first = await start();
  const keys = await (await fetch(`${first.url}/realms/demo/protocol/openid-connect/certs`)).json();
  await first.stop();
  const second = await start();
  assert.deepEqual(
    await (await fetch(`${second.url}/realms/demo/protocol/openid-connect/certs`)).json(),
    keys,
  );
  await second.stop();
});

test('the desktop gets an administrator token without a password', async () => {
  const { start } = setUp();
  const server = await start();
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  const answer = await fetch(`${server.url}/admin/realms`, { headers });
  assert.equal(answer.status, 200);
  assert.equal(await server.administratorToken(), await server.administratorToken());
  await server.stop();
});

test('test kit "control key": it is in the data directory while the server runs, and admits no other server’s callers', async () => {
  const [first, second] = [await setUp().start(), await setUp().start()];
  const path = join(first.dataDir, 'control-key');
  assert.equal(readFileSync(path, 'utf8').trim(), first.controlKey);
  const headers = { authorization: `Bearer ${first.controlKey}` };
  const statusAt = async (url: string) => (await fetch(`${url}/emulator/v1/server`, { headers })).status;
  assert.deepEqual([await statusAt(first.url), await statusAt(second.url)], [200, 401]);
  await Promise.all([first.stop(), second.stop()]);
  assert.equal(existsSync(path), false);
});

test('RFC 7592 §5: of ten concurrent requests with one registration access token, exactly one succeeds', async () => {
  const { start } = setUp();
  const server = await start();
  try {
    const endpoint = `${server.url}/realms/demo/clients-registrations/openid-connect`;
    const body = '{"redirect_uris":["http://127.0.0.1/"]}';
    const headers = { 'content-type': 'application/json' };
    const registered = await fetch(endpoint, { method: 'POST', headers, body });
    const { client_id, registration_access_token } = (await registered.json()) as Record<string, string>;
    const authorization = `Bearer ${registration_access_token}`;
    const read = () => fetch(`${endpoint}/${client_id}`, { headers: { authorization } });
    const statuses = (await Promise.all(Array.from({ length: 10 }, read))).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(9).fill(401)]);
  } finally {
    await server.stop();
  }
});

test('secret options are shown masked', async () => {
  const { start } = setUp({ 'bootstrap-admin-password': 'hunter2hunter2' });
  const server = await start();
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  const text = await (await fetch(`${server.url}/emulator/v1/settings`, { headers })).text();
  assert.ok(text.includes('bootstrap-admin-password'));
  assert.ok(!text.includes('hunter2'));
  await server.stop();
});

test('an unreadable realm file ends the start and releases the data directory', async () => {
  const { start, home } = setUp({ 'import-realm': 'bad.json' });
  writeFileSync(join(home, 'bad.json'), '{');
  await assert.rejects(start, (error) => error instanceof OptionError && error.option === 'import-realm');
  writeFileSync(join(home, 'bad.json'), JSON.stringify({ realm: `$\{NAME:other}` }));
  const server = await start();
  assert.equal((await fetch(`${server.url}/realms/imported`)).status, 200);
  await server.stop();
});

test('no secret is logged at any level during a start and a sign-in', async () => {
  const { start, log } = setUp({ 'bootstrap-admin-password': 'hunter2hunter2' });
  const server = await start();
  const form = {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: 'admin',
    password: 'hunter2hunter2',
  };
  const url = `${server.url}/realms/master/protocol/openid-connect/token`;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  await server.stop();
  const written = JSON.stringify(log.records);
  assert.ok(!written.includes('hunter2hunter2'));
  assert.ok(!written.includes(access_token));
});

/** Whether this is the administrator's password. */
async function signsIn(url: string, password: string): Promise<boolean> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password };
  const token = `${url}/realms/master/protocol/openid-connect/token`;
  return (await fetch(token, { method: 'POST', body: new URLSearchParams(form) })).ok;
}

for (const host of ['0.0.0.0', '::', '127.0.0.1.example.com']) {
  test(`contract "Start": a data directory whose administrator has the default password is not served on ${host}`, async () => {
    const { start } = setUp();
    await (await start()).stop();
    for (const more of [{}, { 'https-port': '0' }, { 'bootstrap-admin-password': 'admin' }]) {
      await assert.rejects(start({ 'http-host': host, ...more }), (error) => {
        assert.ok(error instanceof OptionError);
        assert.equal(error.exitCode, 2);
        assert.match(error.toLine(), /^bootstrap-admin-password: .*admin.* default password/);
        assert.match(error.toLine(), /bootstrap-admin user --username=admin/);
        assert.match(error.toLine(), /--bootstrap-admin-password=/);
        assert.doesNotMatch(error.toLine(), /\n/);
        return true;
      });
    }
    await (await start()).stop();
  });
}

test('contract "Start": a username with blanks and quotes stays one word of the suggested command', async () => {
  const { start, home } = setUp({ 'bootstrap-admin-username': "o'neil & co", 'data-dir': 'my data' });
  await (await start()).stop();
  await assert.rejects(start({ 'http-host': '::' }), (error) => {
    assert.ok(error instanceof OptionError);
    const words = `--username='o'\\''neil & co' --data-dir='${join(home, 'my data')}'"`;
    assert.ok(error.remedy.includes(words), error.remedy);
    return true;
  });
});

test('contract "Start": --bootstrap-admin-password replaces the default password before other machines can reach the server', async () => {
  const { start, log } = setUp();
  await (await start()).stop();
  const open = await start({ 'http-host': '0.0.0.0', 'bootstrap-admin-password': 'Strong-123' });
  const url = open.url.replace('0.0.0.0', '127.0.0.1');
  assert.deepEqual([await signsIn(url, 'admin'), await signsIn(url, 'Strong-123')], [false, true]);
  const warnings = log.records.filter(({ message }) => message.startsWith('The default password'));
  assert.deepEqual(
    warnings.map(({ level, parameters }) => [level, parameters]),
    [['WARN', { realm: 'master', usernames: 'admin' }]],
  );
  assert.doesNotMatch(JSON.stringify(log.records), /Strong-123/);
  await open.stop();
  const again = await start({ 'http-host': '0.0.0.0', 'bootstrap-admin-password': 'Another-456' });
  assert.deepEqual([await signsIn(url.replace(/\d+$/, new URL(again.url).port), 'Strong-123')], [true]);
  await again.stop();
  await (await start({ 'http-host': '0.0.0.0' })).stop();
});

/** The second URL that the server logs. */
function secureUrlOf(log: ReturnType<typeof createTestLog>): string {
  return /^Listening on: (https:.*)$/m.exec(log.records.map(({ message }) => message).join('\n'))?.[1] ?? '';
}

test('contract "Start": HTTPS is served beside HTTP with a certificate that callers can trust; issuer and cookies match', async () => {
  const { start, log, home } = setUp({ 'https-port': '0' });
  const server = await start();
  const url = secureUrlOf(log);
  const ca = readFileSync(join(home, 'data', 'https', 'certificate.pem'), 'utf8');
  const discovery = `${url}/realms/demo/.well-known/openid-configuration`;
  const { issuer, token_endpoint } = JSON.parse((await callOverTls(discovery, { ca })).text);
  assert.equal(issuer, `${url}/realms/demo`);
  assert.ok(token_endpoint.startsWith(url));
  const byName = url.replace('127.0.0.1', 'localhost');
  assert.equal(JSON.parse((await callOverTls(`${byName}/realms/demo`, { ca })).text).realm, 'demo');
  const query = 'client_id=demo-web&response_type=code&redirect_uri=http://127.0.0.1/x&scope=openid';
  const page = await callOverTls(`${url}/realms/demo/protocol/openid-connect/auth?${query}`, { ca });
  const cookies = [page.headers['set-cookie']].flat().join('\n');
  assert.match(cookies, /^AUTH_SESSION_ID=.*; Secure; HttpOnly; SameSite=None$/m);
  assert.equal(page.headers['strict-transport-security'], undefined);
  const foreign = await callOverTls(`${url}/realms/demo`, { headers: { host: 'rebound.example' } });
  assert.ok(foreign.status >= 400);
  const plain = await (await fetch(`${server.url}/realms/demo/.well-known/openid-configuration`)).json();
  assert.equal((plain as { issuer: string }).issuer, `${server.url}/realms/demo`);
  await server.stop();
  await assert.rejects(callOverTls(discovery));
});

test('RFC 6797 §7.1: Strict-Transport-Security is sent over TLS only, and only with a fixed host name', async () => {
  const { start, log } = setUp({ 'https-port': '0', hostname: 'https://sso.test' });
  const server = await start();
  const secure = await callOverTls(`${secureUrlOf(log)}/realms/demo`);
  assert.match(String(secure.headers['strict-transport-security']), /max-age=/);
  assert.equal((await fetch(`${server.url}/realms/demo`)).headers.get('strict-transport-security'), null);
  await server.stop();
});

test('sslRequired: a realm that requires HTTPS for all requests is served over HTTPS only', async () => {
  const { start, log, home } = setUp({ 'https-port': '0', 'import-realm': 'strict.json' });
  writeFileSync(join(home, 'strict.json'), JSON.stringify({ realm: 'strict', sslRequired: 'all' }));
  const server = await start();
  const form = { grant_type: 'client_credentials', client_id: 'nobody' };
  const path = '/realms/strict/protocol/openid-connect/token';
  const plain = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(form) });
  assert.deepEqual(
    [plain.status, await plain.json()],
    [403, { error: 'invalid_request', error_description: 'HTTPS required' }],
  );
  assert.equal((await callOverTls(secureUrlOf(log) + path, { form })).status, 401);
  await server.stop();
});

test('contract "Start": an HTTPS port in use ends the start with the option\'s name and releases data directory and HTTP port', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  const { start } = setUp({ 'https-port': String(port) });
  await assert.rejects(start, (error) => error instanceof OptionError && error.option === 'https-port');
  blocker.close();
  await once(blocker, 'close');
  await (await start()).stop();
});

test('contract "Start": unusable certificate files end the start before the data directory is touched', async () => {
  const { start, home } = setUp({
    'https-certificate-file': 'none.pem',
    'https-certificate-key-file': 'none.pem',
  });
  await assert.rejects(
    start,
    (error) => error instanceof OptionError && error.option === 'https-certificate-file',
  );
  assert.equal(existsSync(join(home, 'data')), false);
});

/** The certificate of the demo realm's mutual-TLS client. */
function readDemoCertificate(): TestCertificate {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, '..', `fixtures/keys/demo-tls.${name}.pem`), 'utf8');
  const certificate = read('certificate');
  return { certificate, key: read('private'), read: new X509Certificate(certificate) };
}

test('RFC 8705 §3: certificate-bound tokens are checked at userinfo, refresh, introspection and the admin API', async () => {
  const { start, log } = setUp({ 'https-port': '0' });
  const server = await start();
  const issuer = `${secureUrlOf(log)}/realms/demo`;
  const path = `${issuer}/protocol/openid-connect`;
  const [shows, another] = [readDemoCertificate(), createTestCertificate('demo-tls')];
  const client = { client_id: 'demo-tls' };
  const password = {
    ...client,
    grant_type: 'password',
    username: 'alice',
    password: 'alice-password',
    scope: 'openid',
  };
  const granted = await callOverTls(`${path}/token`, { form: password, shows });
  const { access_token, refresh_token } = JSON.parse(granted.text);
  const cnf = { 'x5t#S256': createHash('sha256').update(shows.read.raw).digest('base64url') };
  for (const token of [access_token, refresh_token])
    assert.deepEqual(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).cnf, cnf);

  const headers = { authorization: `Bearer ${access_token}` };
  assert.equal((await callOverTls(`${path}/userinfo`, { headers, shows })).status, 200);
  for (const given of [{ headers }, { headers, shows: another }]) {
    const refused = await callOverTls(`${path}/userinfo`, given);
    assert.equal(refused.status, 401);
    assert.match(String(refused.headers['www-authenticate']), /error="invalid_token".*certificate missing/);
  }

  const introspected = await callOverTls(`${path}/token/introspect`, {
    form: { ...client, token: access_token },
    shows,
  });
  assert.deepEqual(JSON.parse(introspected.text).cnf, cnf);
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token };
  assert.equal((await callOverTls(`${path}/token`, { form: refresh })).status, 401);
  assert.equal((await callOverTls(`${path}/token`, { form: refresh, shows: another })).status, 401);
  assert.equal((await callOverTls(`${path}/token`, { form: refresh, shows })).status, 200);

  const plain = await fetch(`${server.url}/realms/demo/protocol/openid-connect/userinfo`, { headers });
  assert.equal(plain.status, 401);
  assert.equal((await callOverTls(`${secureUrlOf(log)}/admin/realms/demo`, { headers, shows })).status, 401);
  await server.stop();
});

test('RFC 8705 §5: discovery over TLS lists the methods, bound tokens and aliases; over plain HTTP it lists none', async () => {
  const { start, log } = setUp({ 'https-port': '0' });
  const server = await start();
  const path = '/realms/demo/.well-known/openid-configuration';
  const secure = JSON.parse((await callOverTls(secureUrlOf(log) + path)).text);
  assert.equal(secure.tls_client_certificate_bound_access_tokens, true);
  assert.equal(secure.mtls_endpoint_aliases.token_endpoint, secure.token_endpoint);
  assert.ok(secure.token_endpoint_auth_methods_supported.includes('tls_client_auth'));
  const plain = JSON.stringify(await (await fetch(server.url + path)).json());
  assert.doesNotMatch(plain, /tls_client|mtls/);
  await server.stop();
});

/** A realm's discovery document, read at `url` with these headers. */
async function discover(url: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/realms/demo/.well-known/openid-configuration`, { headers });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Record<string, string>;
}

test('Keycloak http-relative-path: addresses, cookies, pages, console and admin API are below it; the root leads there', async () => {
  const { start, log } = setUp({ 'http-relative-path': '/auth' });
  const server = await start();
  const origin = new URL(server.url).origin;
  assert.equal(server.url, `${origin}/auth`);
  assert.ok(log.records.some(({ message }) => message.endsWith(`Listening on: ${origin}`)));
  const { issuer = '', authorization_endpoint: endpoint } = await discover(server.url);
  assert.equal(issuer, `${origin}/auth/realms/demo`);
  const query = 'client_id=demo-web&response_type=code&redirect_uri=http://127.0.0.1/x&scope=openid';
  const page = await fetch(`${endpoint}?${query}`, { redirect: 'manual' });
  const cookies = page.headers.getSetCookie();
  assert.ok(cookies.length > 0 && cookies.every((cookie) => cookie.includes('Path=/auth/realms/demo/')));
  const root = await fetch(origin, { redirect: 'manual' });
  assert.equal(root.headers.get('location'), '/auth/');
  const console = await fetch(`${server.url}/`, { redirect: 'manual' });
  assert.equal(console.headers.get('location'), '/auth/console/');
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  assert.equal((await fetch(`${server.url}/admin/realms/demo`, { headers })).status, 200);
  const outside = await fetch(`${origin}/realms/demo`);
  assert.equal(outside.status, 404);
  await server.stop();
});

test('Keycloak http-relative-path: links of the not-found page are below it', async () => {
  const { start } = setUp({ 'http-relative-path': '/auth' });
  const server = await start();
  const lost = await fetch(`${server.url}/realms/none`, { headers: { accept: 'text/html' } });
  assert.match(await lost.text(), /href="\/auth\/console\/#\/overview\?realm=demo"/);
  await server.stop();
});

test('Keycloak before 17: with its environment names, /auth works beside the root, each with its own issuer', async () => {
  const { start } = setUp({}, { KEYCLOAK_USER: 'admin', KEYCLOAK_PASSWORD: 'Strong-123' });
  const server = await start();
  assert.equal((await discover(`${server.url}/auth`))['issuer'], `${server.url}/auth/realms/demo`);
  assert.equal((await discover(server.url))['issuer'], `${server.url}/realms/demo`);
  await server.stop();
});

test('Keycloak proxy-headers: the issuer is the URL that the proxy reports; without the option it is not', async () => {
  const headers = {
    'x-forwarded-host': 'sso.test',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/id',
  };
  const proxied = setUp({ 'proxy-headers': 'xforwarded', 'proxy-trusted-addresses': '127.0.0.1' });
  const server = await proxied.start();
  assert.equal((await discover(server.url, headers))['issuer'], 'https://sso.test/id/realms/demo');
  await server.stop();
  const distrustful = setUp({ 'proxy-headers': 'xforwarded', 'proxy-trusted-addresses': '192.0.2.1' });
  for (const { start } of [setUp(), distrustful]) {
    const plain = await start();
    assert.equal((await discover(plain.url, headers))['issuer'], `${plain.url}/realms/demo`);
    await plain.stop();
  }
});

test('Keycloak hostname: the desktop keeps its administrator with a host name only and with a URL', async () => {
  for (const hostname of ['sso.test', 'https://sso.test/id']) {
    const { start } = setUp({ hostname });
    const server = await start();
    const headers = { authorization: `Bearer ${await server.administratorToken()}` };
    assert.equal((await fetch(`${server.url}/admin/realms`, { headers })).status, 200);
    await server.stop();
  }
});

test('Keycloak http-enabled=false: only HTTPS is announced and reachable by name; without HTTPS the start is refused', async () => {
  const { start, log } = setUp({ 'http-enabled': 'false', 'https-port': '0' });
  const server = await start();
  const line = log.records.map(({ message }) => message).find((message) => /started in/.test(message));
  assert.match(line ?? '', /Listening on: https:\S+$/);
  assert.doesNotMatch(line ?? '', /http:/);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:/);
  await server.stop();
  await assert.rejects(
    setUp({ 'http-enabled': 'false' }).start(),
    (error) => error instanceof OptionError && /^http-enabled: .*HTTPS.*https-port/.test(error.toLine()),
  );
});
