import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createProxyReader, parseAddressList } from './proxy-headers.ts';

const forwarded = createProxyReader({ kind: 'forwarded', trusted: undefined });
const xForwarded = createProxyReader({ kind: 'xforwarded', trusted: undefined });

test('RFC 7239 §4: the first element of Forwarded gives host, scheme and caller', () => {
  const header = 'for=192.0.2.60:4711;proto=https;host="sso.test:8443", for=10.0.0.1;proto=http';
  assert.deepEqual(forwarded({ forwarded: header }, '::1'), {
    remoteAddress: '192.0.2.60',
    isSecure: true,
    host: 'sso.test:8443',
  });
});

test('RFC 7239 §6: an IPv6 caller is quoted and in brackets; an obfuscated one is kept as it is', () => {
  const read = (header: string) => forwarded({ forwarded: header }, '::1')?.remoteAddress;
  assert.equal(read('For="[2001:db8:cafe::17]:4711"'), '2001:db8:cafe::17');
  assert.equal(read('for=_hidden'), '_hidden');
  assert.equal(read('for="a,b;c"'), 'a,b;c');
});

for (const [says, headers, host] of [
  [
    'the port of X-Forwarded-Port',
    { 'x-forwarded-host': 'sso.test:1', 'x-forwarded-port': '8443' },
    'sso.test:8443',
  ],
  ['the port of X-Forwarded-Host', { 'x-forwarded-host': 'sso.test:123' }, 'sso.test:123'],
  ['the own name and that port', { host: 'in:8080', 'x-forwarded-port': '99' }, 'in:99'],
  ['the own name without port for a scheme alone', { host: 'in:8080', 'x-forwarded-proto': 'https' }, 'in'],
  ['the first of several names', { 'x-forwarded-host': 'a.test, b.test' }, 'a.test'],
  ['nothing for a caller alone', { host: 'in:8080', 'x-forwarded-for': '192.0.2.1' }, undefined],
] as const) {
  test(`Keycloak proxy-headers=xforwarded: the host is ${says}`, () => {
    assert.equal(xForwarded(headers, '127.0.0.1')?.host, host);
  });
}

test('Keycloak proxy-headers=xforwarded: the removed prefix is read, one that is no path is ignored', () => {
  const read = (prefix: string) => xForwarded({ 'x-forwarded-prefix': prefix }, '::1')?.prefix;
  assert.equal(read('/auth/'), '/auth');
  for (const bad of ['auth', '//evil.test', '/a b', '/a?b', '/', '/a"']) assert.equal(read(bad), undefined);
});

test('Keycloak proxy-headers: headers of the other kind, and of callers that are not trusted, are ignored', () => {
  assert.equal(xForwarded({ forwarded: 'host=sso.test' }, '::1'), undefined);
  assert.equal(forwarded({ 'x-forwarded-host': 'sso.test' }, '::1'), undefined);
  const trusted = parseAddressList('10.0.0.0/8, ::1');
  const reader = createProxyReader({ kind: 'xforwarded', trusted });
  const headers = { 'x-forwarded-host': 'sso.test' };
  assert.equal(reader(headers, '192.0.2.1'), undefined);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1'])
    assert.equal(reader(headers, address)?.host, 'sso.test');
});

test('bad input: what is no address or network is not a list', () => {
  for (const text of ['', 'proxy', '10.0.0.0/33', '1.2.3.4:80', '::1/129', '10.0.0.0/8,', '10.0.0.0/x'])
    assert.equal(parseAddressList(text), undefined, text);
});

test('bad input: no header value throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (forwardedText, host, port) => {
      forwarded({ forwarded: forwardedText }, '::1');
      xForwarded({ 'x-forwarded-host': host, 'x-forwarded-port': port, 'x-forwarded-proto': host }, '::1');
    }),
  );
});
