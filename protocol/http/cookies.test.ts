import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CookieAttributes,
  isSecureContext,
  keepsSecureCookies,
  parseCookies,
  sentSameSite,
  setCookie,
} from './cookies.ts';

const cookie: CookieAttributes = {
  name: 'A',
  value: 'v',
  path: '/realms/demo/',
  httpOnly: true,
  sameSite: 'None',
  secure: true,
};
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

function isSecure(baseUrl: string, userAgent?: string): boolean {
  return isSecureContext({ baseUrl, headers: userAgent === undefined ? {} : { 'user-agent': userAgent } });
}

test('RFC 6265 §5.4: names and values are read, and quotes around a value are removed', () => {
  const cookies = parseCookies('a=1; b="two"; c=; d=x=y');
  assert.deepEqual(
    [...cookies],
    [
      ['a', '1'],
      ['b', 'two'],
      ['c', ''],
      ['d', 'x=y'],
    ],
  );
});

test('RFC 6265 §5.4: of two cookies with the same name the first is used', () => {
  assert.equal(parseCookies('a=near; a=far').get('a'), 'near');
});

test('pairs without a name or an equals sign are skipped', () => {
  assert.deepEqual([...parseCookies('=x; lonely; ; a=1')], [['a', '1']]);
  assert.equal(parseCookies(undefined).size, 0);
});

test('cookies beyond the number a browser keeps are ignored', () => {
  assert.equal(parseCookies(Array.from({ length: 5000 }, (_, index) => `c${index}=1`).join('; ')).size, 200);
});

test('RFC 6265 §4.1: all attributes are written', () => {
  assert.equal(
    setCookie({ ...cookie, maxAgeSeconds: 60 }),
    'A=v; Path=/realms/demo/; Max-Age=60; Secure; HttpOnly; SameSite=None',
  );
  assert.equal(
    setCookie({ ...cookie, httpOnly: false, sameSite: 'Strict', secure: false }),
    'A=v; Path=/realms/demo/; SameSite=Strict',
  );
});

test('SameSite=None outside a secure context becomes Lax, because browsers would drop the cookie', () => {
  assert.equal(setCookie({ ...cookie, secure: false }), 'A=v; Path=/realms/demo/; HttpOnly; SameSite=Lax');
});

test('a lifespan of 0 deletes the cookie at once', () => {
  assert.match(
    setCookie({ ...cookie, value: '', maxAgeSeconds: 0 }),
    /Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT/,
  );
});

test('a name, value or path that could break out of the header throws TypeError', () => {
  for (const value of ['a;b', 'a\r\nSet-Cookie: x=1', 'a b', 'é', 'a,b', '"']) {
    assert.throws(() => setCookie({ ...cookie, value }), TypeError, value);
  }
  assert.throws(() => setCookie({ ...cookie, name: 'a=b' }), TypeError);
  assert.throws(() => setCookie({ ...cookie, path: '/a; Domain=x' }), TypeError);
});

test('over HTTPS every caller gets Secure cookies', () => {
  assert.equal(isSecure('https://sso.test'), true);
});

test('Chromium and Firefox get Secure cookies over plain HTTP on loopback', () => {
  for (const userAgent of [chrome, firefox]) {
    assert.equal(isSecure('http://localhost:8080', userAgent), true);
    assert.equal(isSecure('http://127.0.0.1:8080', userAgent), true);
    assert.equal(isSecure('http://[::1]:8080', userAgent), true);
  }
});

test('Safari, HTTP libraries and anything beyond loopback get no Secure cookies over plain HTTP', () => {
  assert.equal(isSecure('http://localhost:8080', safari), false);
  assert.equal(isSecure('http://localhost:8080', 'python-requests/2.32'), false);
  assert.equal(isSecure('http://localhost:8080'), false);
  assert.equal(isSecure('http://192.168.1.5:8080', chrome), false);
});

test('any Cookie header is parsed to a map', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => parseCookies(header).size <= 200));
});

test('a written cookie is read back unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-~+/=:%'), minLength: 0, maxLength: 60 });
  fc.assert(
    fc.property(text, (value) => {
      const written = setCookie({ ...cookie, value });
      assert.equal(parseCookies(written).get('A'), value);
    }),
  );
});

test('a browser known by name gets Secure cookies over HTTPS, and on a loopback name only if it accepts them there', () => {
  assert.equal(keepsSecureCookies('https://idp.test', false), true);
  assert.equal(keepsSecureCookies('http://127.0.0.1:8080', true), true);
  assert.equal(keepsSecureCookies('http://127.0.0.1:8080', false), false);
  assert.equal(keepsSecureCookies('http://idp.test', true), false);
});

test('SameSite=None needs Secure; other values are sent as they are', () => {
  const cookie = { name: 'a', value: '', path: '/', httpOnly: true } as const;
  assert.equal(sentSameSite({ ...cookie, sameSite: 'None', secure: true }), 'None');
  assert.equal(sentSameSite({ ...cookie, sameSite: 'None', secure: false }), 'Lax');
  assert.equal(sentSameSite({ ...cookie, sameSite: 'Strict', secure: false }), 'Strict');
});
