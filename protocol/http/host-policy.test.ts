import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHostPolicy, type HostPolicy, isLoopbackHost } from './host-policy.ts';

const local = createHostPolicy({ httpHost: '127.0.0.1' });

const PLAIN = { isSecure: false, path: '', isProxied: false };

function outcome(policy: HostPolicy, host: string | undefined): string {
  return policy.check({ ...PLAIN, host }).outcome;
}

function baseUrl(policy: HostPolicy, host: string, isSecure = false, path = ''): string | undefined {
  const check = policy.check({ ...PLAIN, host, isSecure, path });
  return check.outcome === 'allowed' ? check.urls.baseUrl : undefined;
}

test('RFC 9110 §7.2: loopback names are accepted with any port', () => {
  for (const host of [
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    'app.localhost:3000',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:8080',
    '[::1]',
  ]) {
    assert.equal(outcome(local, host), 'allowed', host);
  }
});

test('DNS rebinding: a foreign name is rejected, however similar to an allowed one', () => {
  const names = [
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    'xlocalhost',
    'localhost.',
  ];
  for (const host of names) assert.notEqual(outcome(local, host), 'allowed', host);
});

test('DNS rebinding: other addresses are rejected while listening on loopback', () => {
  for (const host of [
    '192.168.1.5:8080',
    '0.0.0.0:8080',
    '[::]:8080',
    '[fe80::1]',
    '127.1',
    '2130706433',
    '0x7f.1',
    '127.0.0.01',
  ]) {
    assert.notEqual(outcome(local, host), 'allowed', host);
  }
});

test('RFC 9110 §7.2: a Host that is missing or not a name with optional port is malformed', () => {
  for (const host of [
    undefined,
    '',
    'a b',
    'localhost:',
    'localhost:0',
    'localhost:65536',
    'user@localhost',
    'localhost/x',
    '[::1',
    '[localhost]',
    'localhost:80:80',
    '::1',
    'localhöst',
  ]) {
    assert.equal(outcome(local, host), 'malformed', host ?? 'missing');
  }
});

test('Keycloak: a Host with a scheme, as health checks of compose files send it, counts without it', () => {
  assert.equal(baseUrl(local, 'http://localhost'), 'http://localhost');
  assert.equal(baseUrl(local, 'HTTPS://localhost:8080'), 'http://localhost:8080');
  assert.equal(outcome(local, 'http://evil.test'), 'foreign');
  for (const host of [
    'http://',
    'http:/localhost',
    'http://http://localhost',
    'ftp://localhost',
    'http://localhost/',
  ])
    assert.equal(outcome(local, host), 'malformed', host);
});

test('hostname sets the base URL and allows its own name, nothing else', () => {
  const policy = createHostPolicy({ httpHost: '127.0.0.1', hostname: 'https://sso.test:8443/' });
  assert.equal(baseUrl(policy, 'sso.test:8443'), 'https://sso.test:8443');
  assert.equal(baseUrl(policy, 'localhost:8080'), 'https://sso.test:8443');
  assert.equal(outcome(policy, 'other.test'), 'foreign');
});

test('the address that the server listens on is allowed', () => {
  assert.equal(outcome(createHostPolicy({ httpHost: 'devbox.lan' }), 'devbox.lan:8080'), 'allowed');
  assert.equal(outcome(createHostPolicy({ httpHost: 'fd00::5' }), '[fd00::5]:8080'), 'allowed');
});

test('when listening beyond loopback any address is allowed, because rebinding requires a name', () => {
  const policy = createHostPolicy({ httpHost: '0.0.0.0' });
  assert.equal(outcome(policy, '192.168.1.5:8080'), 'allowed');
  assert.equal(outcome(policy, '[fe80::1]:8080'), 'allowed');
  assert.equal(outcome(policy, 'evil.example'), 'foreign');
  assert.equal(outcome(policy, 'keycloak'), 'foreign');
});

test('with a dynamic back channel private names are allowed, and servers get the name they called', () => {
  const policy = createHostPolicy({
    httpHost: '0.0.0.0',
    hostname: 'http://localhost:8080',
    backchannelDynamic: true,
  });
  assert.deepEqual(policy.check({ ...PLAIN, host: 'keycloak:8080' }), {
    outcome: 'allowed',
    urls: { baseUrl: 'http://localhost:8080', backchannelBaseUrl: 'http://keycloak:8080', basePath: '' },
  });
  assert.equal(outcome(policy, 'host.docker.internal:8080'), 'allowed');
  assert.equal(outcome(policy, 'evil.example'), 'foreign');
  assert.equal(outcome(policy, 'evil.internal.example'), 'foreign');
});

test('the base URL follows Host and socket, in lowercase, without the default port', () => {
  assert.equal(baseUrl(local, 'LocalHost:8080'), 'http://localhost:8080');
  assert.equal(baseUrl(local, 'localhost:80'), 'http://localhost');
  assert.equal(baseUrl(local, 'localhost:443', true), 'https://localhost');
  assert.equal(baseUrl(local, 'localhost:443'), 'http://localhost:443');
});

test('Keycloak hostname: with a name only, scheme, port and path are those of the request', () => {
  const policy = createHostPolicy({ httpHost: '127.0.0.1', hostname: 'SSO.test' });
  assert.equal(baseUrl(policy, 'localhost:8080'), 'http://sso.test:8080');
  assert.equal(baseUrl(policy, 'sso.test', true, '/auth'), 'https://sso.test/auth');
  assert.equal(outcome(policy, 'other.test'), 'foreign');
});

test('Keycloak hostname: a URL is used whole, whatever path the server was called at', () => {
  const policy = createHostPolicy({
    httpHost: '127.0.0.1',
    hostname: 'https://sso.test:8443/id',
    backchannelDynamic: true,
  });
  const check = policy.check({ ...PLAIN, host: 'keycloak:8080', path: '/auth' });
  assert.deepEqual(check, {
    outcome: 'allowed',
    urls: {
      baseUrl: 'https://sso.test:8443/id',
      backchannelBaseUrl: 'http://keycloak:8080/auth',
      basePath: '/id',
    },
  });
});

test('Keycloak hostname-admin: its host is accepted', () => {
  const policy = createHostPolicy({ httpHost: '127.0.0.1', hostnameAdmin: 'https://admin.test:1' });
  assert.equal(outcome(policy, 'admin.test:1'), 'allowed');
  assert.equal(outcome(policy, 'sso.test'), 'foreign');
});

test('Keycloak hostname-strict=false: every name is accepted, but no malformed header', () => {
  const policy = createHostPolicy({ httpHost: '0.0.0.0', isStrict: false });
  assert.equal(baseUrl(policy, 'keycloak.svc:8080'), 'http://keycloak.svc:8080');
  assert.equal(outcome(policy, 'a b'), 'malformed');
});

test('the host that a trusted proxy reports is accepted, the same host without proxy is not', () => {
  assert.equal(local.check({ ...PLAIN, host: 'sso.test', isProxied: true }).outcome, 'allowed');
  assert.equal(outcome(local, 'sso.test'), 'foreign');
});

test('for any Host, only loopback hosts are allowed', () => {
  const pieces = fc.constantFrom(
    'localhost',
    '127.0.0.1',
    '.',
    ':',
    '80',
    '[::1]',
    'evil',
    '@',
    '/',
    '%',
    '\r\n',
    '1',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((parts) => parts.join('')),
      ),
      (host) => {
        const check = local.check({ ...PLAIN, host });
        if (check.outcome === 'allowed')
          assert.ok(isLoopbackHost(new URL(check.urls.baseUrl).hostname), host);
      },
    ),
  );
});
