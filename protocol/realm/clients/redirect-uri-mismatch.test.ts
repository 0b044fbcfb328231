import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchRedirectUri } from './redirect-uri.ts';
import { explainMismatch, type Mismatch } from './redirect-uri-mismatch.ts';

const BASE = { rootUrl: 'http://root.test', baseUrl: 'http://server.test:8080' };
const explain = (registered: readonly string[], sent: string): Mismatch | undefined =>
  explainMismatch({ sent, registered, base: BASE });

const NEAR: readonly (readonly [
  registered: readonly string[],
  sent: string,
  problem: string,
  fix: string,
])[] = [
  [
    ['http://localhost:3000/cb'],
    'http://127.0.0.1:3000/cb',
    'The client has http://localhost:3000/cb registered; the request has 127.0.0.1 instead of localhost.',
    'Send "http://localhost:3000/cb"',
  ],
  [
    ['http://127.0.0.1/*'],
    'http://localhost:3000/cb',
    'The client has http://127.0.0.1/* registered; the request has localhost instead of 127.0.0.1.',
    'Send "http://127.0.0.1:3000/cb"',
  ],
  [
    ['http://localhost:3000/*'],
    'http://[::1]:3000/cb',
    'The client has http://localhost:3000/* registered; the request has [::1] instead of localhost.',
    'Send "http://localhost:3000/cb"',
  ],
  [
    ['http://app.test:3000/*'],
    'http://app.test:3001/cb',
    'The client has http://app.test:3000/* registered; the request has port 3001 instead of port 3000.',
    'Send "http://app.test:3000/cb"',
  ],
  [
    ['https://app.test/cb'],
    'https://app.test:8443/cb',
    'The client has https://app.test/cb registered; the request has port 8443 instead of no port.',
    'Send "https://app.test/cb"',
  ],
  [
    ['https://app.test/cb'],
    'https://app.test/cb/',
    'The client has https://app.test/cb registered; the request has a trailing slash.',
    'Send "https://app.test/cb"',
  ],
  [
    ['https://app.test/cb/'],
    'https://app.test/cb',
    'The client has https://app.test/cb/ registered; the request has no trailing slash.',
    'Send "https://app.test/cb/"',
  ],
  [
    ['https://app.test/'],
    'https://app.test',
    'The client has https://app.test/ registered; the request has no trailing slash.',
    'Send "https://app.test/"',
  ],
  [
    ['https://app.test/Callback'],
    'https://app.test/callback',
    'The client has https://app.test/Callback registered; the request has /callback instead of /Callback (upper and lower case differ).',
    'Send "https://app.test/Callback"',
  ],
  [
    ['https://app.test/App/*'],
    'https://app.test/app/Cb',
    'The client has https://app.test/App/* registered; the request has /app/Cb instead of /App/Cb (upper and lower case differ).',
    'Send "https://app.test/App/Cb"',
  ],
  [
    ['https://app.test/cb'],
    'https://APP.test/cb',
    'The client has https://app.test/cb registered; the request has APP.test instead of app.test (upper and lower case differ).',
    'Send "https://app.test/cb"',
  ],
  [
    ['https://app.test/*'],
    'http://app.test/cb',
    'The client has https://app.test/* registered; the request has http instead of https.',
    'Send "https://app.test/cb"',
  ],
  [
    ['https://app.test/cb'],
    'https://app.test/cb?tab=1',
    'The client has https://app.test/cb registered; the request has the query ?tab=1.',
    'Send "https://app.test/cb"',
  ],
  [
    ['/app/*'],
    'http://root.test:81/app/x',
    'The client has http://root.test/app/* registered; the request has port 81 instead of no port.',
    'Send "http://root.test/app/x"',
  ],
  [
    ['http://other.test/cb', 'https://localhost:3000/CB/', 'http://localhost:3000/cb'],
    'http://127.0.0.1:3000/cb',
    'The client has http://localhost:3000/cb registered; the request has 127.0.0.1 instead of localhost.',
    'Send "http://localhost:3000/cb"',
  ],
  [
    ['https://localhost:3000/cb'],
    'http://127.0.0.1:3000/cb/',
    'The client has https://localhost:3000/cb registered; the request has 127.0.0.1 instead of localhost and http instead of https and a trailing slash.',
    'Send "https://localhost:3000/cb"',
  ],
];

for (const [registered, sent, problem, fix] of NEAR) {
  test(`RFC 6749 §3.1.2.3: ${sent} differs from ${registered.join(', ')} in a detail, which is named`, () => {
    assert.deepEqual(explain(registered, sent), { problem, fix, isMalformed: false });
  });
}

for (const [registered, sent] of [
  [['https://app.test/cb'], 'https://evil.test/cb'],
  [['https://app.test/cb'], 'https://app.test.evil.test/cb'],
  [['https://app.test/cb'], 'https://app.test/other'],
  [['https://app.test/*'], 'https://app.test/../x'],
  [['http://localhost/cb'], 'http://app.test/cb'],
  [['com.example.app:/cb'], 'com.example.app:/other'],
  [['com.example.app:/cb'], 'https://app.test/cb'],
  [['https*'], 'http://app.test/'],
  [['https://app.test/#x'], 'https://app.test/x'],
  [[], 'https://app.test/cb'],
] as const) {
  test(`RFC 6749 §3.1.2.3: ${sent} is not similar to ${registered.join(', ') || 'nothing'}`, () => {
    assert.equal(explain(registered, sent), undefined);
  });
}

for (const [sent, problem, fix] of [
  ['localhost:3000/cb', 'It has no scheme.', /"http:\/\/localhost:3000\/cb"/],
  ['app.example.test/cb', 'It has no scheme.', /"http:\/\/app\.example\.test\/cb"/],
  ['127.0.0.1', 'It has no scheme.', /"http:\/\/127\.0\.0\.1"/],
  ['http:/app.test/cb', 'It has no // after the scheme.', /"http:\/\/app\.test\/cb"/],
  ['https:app.test/cb', 'It has no // after the scheme.', /"https:\/\/app\.test\/cb"/],
  ['http%3A%2F%2Fapp.test%2Fcb', 'It is percent-encoded more than once.', /"http:\/\/app\.test\/cb"/],
  ['http%253A%252F%252Fapp.test', 'It is percent-encoded more than once.', /"http:\/\/app\.test"/],
  [' http://app.test/cb', 'It begins or ends with a space.', /"http:\/\/app\.test\/cb"/],
  [
    'http://app.test/a b',
    'It contains a space, quotation mark, angle bracket or control character.',
    /Percent-encode/,
  ],
  [
    'http://app.test/<b>',
    'It contains a space, quotation mark, angle bracket or control character.',
    /Percent-encode/,
  ],
  ['undefined', 'It was built from a value that is not set.', /set the value that is missing/],
  ['null/cb', 'It was built from a value that is not set.', /set the value that is missing/],
  [
    'http://app.test/undefined',
    'It was built from a value that is not set.',
    /set the value that is missing/,
  ],
  ['[object Object]', 'It was built from a value that is not set.', /set the value that is missing/],
  ['callback', 'It is not an absolute URI.', /whole address/],
  ['http://[', 'It is not an absolute URI.', /whole address/],
  ['http://app.test:99999/', 'It is not an absolute URI.', /whole address/],
  [
    'http://app.test/cb?a=1&state=2',
    'Its query contains state, which the response adds itself.',
    /Remove state/,
  ],
] as const) {
  test(`RFC 6749 §3.1.2: "${sent}" is malformed: ${problem}`, () => {
    const found = explain(['http://app.test/*', 'http://localhost:3000/cb'], sent);
    assert.deepEqual([found?.problem, found?.isMalformed], [problem, true]);
    assert.match(found?.fix ?? '', fix);
  });
}

test('SAML Bindings §3.5.4: the parameters of another protocol are reserved instead of OAuth’s', () => {
  const uri = { registered: ['http://app.test/*'], base: BASE, reserved: new Set(['RelayState']) };
  assert.match(
    explainMismatch({ ...uri, sent: 'http://app.test/?RelayState=1' })?.problem ?? '',
    /RelayState/,
  );
  assert.equal(explainMismatch({ ...uri, sent: 'http://other.test/?state=1' }), undefined);
});

test('RFC 6749 §3.1.2.3: what the fix says to send does match', () => {
  for (const [registered, , , fix] of NEAR) {
    const corrected = /^Send "(.*)"$/.exec(fix)?.[1] ?? '';
    assert.equal(matchRedirectUri(registered, corrected, BASE), corrected);
  }
});

test('bad input: any two texts are compared without a fault', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({
      unit: fc.constantFrom('http', '://', 'localhost', ':', '3000', '/', '*', '[', ']', '?', '%', 'a'),
    }),
  );
  fc.assert(
    fc.property(text, text, (registered, sent) => {
      const found = explain([registered], sent);
      assert.ok(found === undefined || (found.problem !== '' && found.fix !== ''));
    }),
  );
});
