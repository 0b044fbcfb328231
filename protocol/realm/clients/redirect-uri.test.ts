// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { manualClock } from '../testing/realm.ts';
import { viewRealm } from '../view/view-realm.ts';
import { matchRedirectUri, postLogoutRedirectUris, resolveRootUrl } from './redirect-uri.ts';

const BASE = { rootUrl: undefined, baseUrl: 'http://server.test:8080' };
const APP = 'https://app.test/app/*';

type Row = readonly [rule: string, registered: readonly string[], sent: string];

const REFUSED: readonly Row[] = [
  ['nothing registered: nothing matches', [], 'https://app.test/cb'],
  ['an empty URI', [APP], ''],
  ['exact: a different query', ['https://app.test/cb?a=1'], 'https://app.test/cb?a=2'],
  ['exact: a fragment that is not registered', ['https://app.test/cb'], 'https://app.test/cb#x'],
  ['exact: a registered fragment', ['https://app.test/cb#x'], 'https://app.test/cb#x'],
  ['exact: a registered fragment is missing', ['https://app.test/cb#x'], 'https://app.test/cb'],
  ['exact: an empty fragment', ['https://app.test/cb', 'https://app.test/cb#'], 'https://app.test/cb#'],
  ['wildcard: a fragment', [APP], 'https://app.test/app/cb#/route'],
  ['wildcard: a fragment after a query', [APP], 'https://app.test/app/cb?a=1#/route'],
  ['wildcard after the host: a fragment', ['https://app.test*'], 'https://app.test#x'],
  ['`*` alone: a fragment', ['*'], 'https://any.test/x#y'],
  ['relative: a fragment', ['/app/*'], '/app/x#y'],
  ['loopback: a fragment', ['http://127.0.0.1/*'], 'http://127.0.0.1:3000/cb#x'],
  ['custom scheme: a fragment', ['com.example.app:*'], 'com.example.app:/cb#x'],
  ['exact: a different case in the path', ['https://app.test/cb'], 'https://app.test/CB'],
  ['exact: a different case in the host, because case is significant', [APP], 'https://APP.test/app/x'],
  ['exact: a trailing slash', ['https://app.test/cb'], 'https://app.test/cb/'],
  ['exact: a different scheme', ['https://app.test/cb'], 'http://app.test/cb'],
  ['wildcard: a different path', [APP], 'https://app.test/other'],
  ['wildcard: a longer folder name with the same prefix', [APP], 'https://app.test/apple'],
  ['wildcard: a different host', [APP], 'https://evil.test/app/x'],
  [
    'wildcard: not at the end, * is an ordinary character',
    ['https://app.test/*/cb'],
    'https://app.test/x/cb',
  ],
  [
    'wildcard: not allowed when the registered value has a query',
    ['https://app.test/cb?x=*'],
    'https://app.test/cb?x=1',
  ],
  [
    'wildcard: not allowed when the registered value has a fragment',
    ['https://app.test/#*'],
    'https://app.test/#x',
  ],
  ['wildcard after the host: a longer host name', ['https://app.test*'], 'https://app.test.evil.test/'],
  [
    'wildcard after the host: the registered value itself, which names another host',
    ['https://app.test*'],
    'https://app.test*',
  ],
  ['wildcard after the host: user information', ['https://app.test*'], 'https://app.test@evil.test/'],
  ['wildcard after the host: a port', ['https://app.test*'], 'https://app.test:444/'],
  ['wildcard for the port: not only digits', ['https://app.test:*'], 'https://app.test:80.evil.test/'],
  ['wildcard for the port: a password', ['https://app.test:*'], 'https://app.test:x@evil.test/'],
  ['`*` alone: a scheme other than http and https', ['*'], 'javascript:alert(1)'],
  ['`*` alone: a custom scheme', ['*'], 'com.example.app:/cb'],
  ['relative: another path of the server', ['/app/*'], '/admin/x'],
  ['relative: two slashes, which do not name another host', ['/app/*'], '//evil.test/app/x'],
  ['loopback: https requires the exact port', ['https://127.0.0.1/*'], 'https://127.0.0.1:3000/cb'],
  [
    'loopback: a registered port other than 80 requires the exact port',
    ['http://127.0.0.1:3000/*'],
    'http://127.0.0.1:3001/cb',
  ],
  [
    'loopback: localhost and 127.0.0.1 are different hosts',
    ['http://localhost/*'],
    'http://127.0.0.1:3000/cb',
  ],
  [
    'loopback: a host name with a loopback prefix',
    ['http://127.0.0.1/*'],
    'http://127.0.0.1.evil.test:3000/cb',
  ],
  ['loopback: a different path', ['http://127.0.0.1/cb'], 'http://127.0.0.1:3000/other'],
  ['user information disables wildcards', [APP], 'https://user@app.test/app/x'],
  ['an authority that parsers split differently', ['https://app.test/*'], 'https://app.test\\@evil.test/x'],
  ['path traversal: raw', [APP], 'https://app.test/app/../admin'],
  ['path traversal: at the end', [APP], 'https://app.test/app/..'],
  ['path traversal: encoded', [APP], 'https://app.test/app/%2e%2e/admin'],
  ['path traversal: half encoded', [APP], 'https://app.test/app/.%2E/admin'],
  ['path traversal: encoded twice', [APP], 'https://app.test/app/%252e%252e/admin'],
  ['path traversal: encoded slash', [APP], 'https://app.test/app/..%2fadmin'],
  ['path traversal: backslash', [APP], 'https://app.test/app/..\\admin'],
  ['path traversal: encoded backslash', [APP], 'https://app.test/app/x%5c..%5cadmin'],
  ['path traversal: path parameter', [APP], 'https://app.test/app/..;/admin'],
  ['path traversal: control character', [APP], 'https://app.test/app/..%00/admin'],
  ['a scheme that the registered value does not contain', ['https*'], 'https://evil.test/'],
  ['not a URI: spaces', [APP], 'https://app.test/app/a b'],
  ['not a URI: a line break', [APP], 'https://app.test/app/a\r\nx'],
  ['not a URI: angle brackets', [APP], 'https://app.test/app/<script>'],
  ['not a URI: a port out of range', ['https://app.test:*'], 'https://app.test:99999/'],
  ['not a URI: a word', [APP], 'app'],
  ['response parameters in the query: code', [APP], 'https://app.test/app/x?code=1'],
  [
    'response parameters in the query: state, even for an exact value',
    ['https://app.test/cb?state=1'],
    'https://app.test/cb?state=1',
  ],
  ['response parameters in the query: an encoded name', [APP], 'https://app.test/app/x?%69ss=1'],
];

const ACCEPTED: readonly Row[] = [
  ['exact: with a query', ['https://app.test/cb?a=1'], 'https://app.test/cb?a=1'],
  ['wildcard: below the path', [APP], 'https://app.test/app/cb'],
  ['wildcard: the query is ignored', [APP], 'https://app.test/app/cb?x=../..'],
  ['wildcard: without the trailing slash', [APP], 'https://app.test/app'],
  ['wildcard: dots that are not a segment', [APP], 'https://app.test/app/..x/y..'],
  ['wildcard after the host: any path', ['https://app.test*'], 'https://app.test/x'],
  ['wildcard after the host: no path', ['https://app.test*'], 'https://app.test'],
  ['wildcard for the port', ['http://app.test:*'], 'http://app.test:81/x'],
  ['wildcard for the host', ['https://*'], 'https://any.test/x'],
  ['wildcard for a custom scheme', ['com.example.app:*'], 'com.example.app:/cb'],
  ['`*` alone: https', ['*'], 'https://any.test/x'],
  ['`*` alone: with user information', ['*'], 'http://user@any.test/x'],
  ['loopback: any port if port 80 is implicit', ['http://127.0.0.1/*'], 'http://127.0.0.1:49152/cb'],
  ['loopback: any port if port 80 is explicit', ['http://localhost:80/cb'], 'http://localhost:49152/cb'],
  ['loopback: IPv6', ['http://[::1]/*'], 'http://[::1]:49152/cb'],
  ['path traversal: an exact match', ['https://app.test/a/../b'], 'https://app.test/a/../b'],
  ['user information: an exact match', ['https://u@app.test/'], 'https://u@app.test/'],
  ['names of response parameters as values', [APP], 'https://app.test/app/x?a=code'],
];

for (const [rule, registered, sent] of REFUSED) {
  test(`RFC 6749 §3.1.2.3: rejected, ${rule}`, () => {
    assert.equal(matchRedirectUri(registered, sent, BASE), undefined);
  });
}

for (const [rule, registered, sent] of ACCEPTED) {
  test(`RFC 6749 §3.1.2.3: accepted, ${rule}`, () => {
    assert.equal(matchRedirectUri(registered, sent, BASE), sent);
  });
}

test('RFC 6749 §3.1.2.3: relative values start at the client root URL, or else at the server', () => {
  assert.equal(matchRedirectUri(['/app/*'], '/app/x', BASE), 'http://server.test:8080/app/x');
  assert.equal(
    matchRedirectUri(['/app/*'], 'http://server.test:8080/app/x', BASE),
    'http://server.test:8080/app/x',
  );
  const rooted = { ...BASE, rootUrl: 'https://app.test/' };
  assert.equal(matchRedirectUri(['/cb'], '/cb', rooted), 'https://app.test/cb');
  assert.equal(matchRedirectUri(['/cb'], 'http://server.test:8080/cb', rooted), undefined);
});

test('built-in clients: placeholders in the root URL resolve to the server', () => {
  for (const rootUrl of ['${authBaseUrl}', '${authAdminUrl}', '', undefined]) {
    assert.equal(resolveRootUrl({ rootUrl, baseUrl: BASE.baseUrl }), BASE.baseUrl);
  }
});

const hostileText = fc.string({
  unit: fc.constantFrom(...'evil.test/\\@:#?%&;2e5cf\t\r\n\u0000\u2025<>"[]*~'),
});

test('RFC 6819 §4.1.5: no request makes a wildcard match another origin', () => {
  const parts = fc.tuple(
    fc.constantFrom('', 'https://app.test', 'https://app.test/', 'https://', 'http://', '//'),
    hostileText,
  );
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom('https://app.test*', 'https://app.test/*', 'https://app.test/app*'),
      ([head, tail], registered) => {
        const matched = matchRedirectUri([registered], head + tail, BASE);
        if (matched !== undefined) assert.equal(new URL(matched).origin, 'https://app.test');
      },
    ),
    { numRuns: 2000 },
  );
});

test('RFC 6819 §4.1.5: no request makes a wildcard match outside its folder, even if the path is decoded again', () => {
  const segment = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%252e.',
    'a',
    '',
    ';',
    '..;',
    '%00',
    '\\',
    '%5c',
    '%2f',
    '/',
    '?',
    '#',
  );
  fc.assert(
    fc.property(
      fc.array(segment, { maxLength: 8 }),
      fc.constantFrom('/', '%2f', '\\', ''),
      (segments, separator) => {
        const sent = `https://app.test/app/${segments.join(separator)}`;
        const matched = matchRedirectUri([APP], sent, BASE);
        if (matched === undefined) return;
        let path = new URL(matched).pathname;
        for (let round = 0; round < 3; round += 1)
          path = new URL(
            decodeURI(path).replaceAll('%2f', '/').replaceAll('%5c', '/').replaceAll('?', ''),
            'https://app.test',
          ).pathname;
        assert.match(path, /^\/app(\/|$)/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('RFC 6749 §3.1.2.3: a matching URI is returned as it was sent', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (sent) => {
      const matched = matchRedirectUri(['*'], sent, BASE);
      if (matched !== undefined) assert.equal(matched, sent);
    }),
  );
});

function postLogout(attribute: string): readonly string[] {
  const attributes = { 'post.logout.redirect.uris': attribute };
  const client = { clientId: 'a', redirectUris: ['https://app.test/cb'], attributes };
  const realm = viewRealm(normalizeRealm({ realm: 'r', clients: [client] }, manualClock()).realm);
  const view = realm.clients.get('a');
  assert.ok(view);
  return postLogoutRedirectUris(view);
}

test('OIDC RP-Initiated Logout §3: with an empty attribute no post-logout redirect URI is allowed', () => {
  assert.deepEqual(postLogout(''), []);
  assert.deepEqual(postLogout('-'), []);
});

test('OIDC RP-Initiated Logout §3: values are separated by ##, and + means the redirect URIs', () => {
  assert.deepEqual(postLogout('+'), ['https://app.test/cb']);
  assert.deepEqual(postLogout('https://app.test/a##https://app.test/b'), [
    'https://app.test/a',
    'https://app.test/b',
  ]);
  assert.deepEqual(postLogout('+##https://app.test/b'), ['https://app.test/cb', 'https://app.test/b']);
});
