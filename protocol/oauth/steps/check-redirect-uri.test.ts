import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

const REFUSED: readonly (readonly [why: string, changes: Readonly<Record<string, string>>])[] = [
  ['has a different host', { redirect_uri: 'http://evil.test/callback' }],
  ['differs in its path', { redirect_uri: 'http://app.test/callback2' }],
  ['differs in its port', { redirect_uri: 'http://app.test:81/callback' }],
  ['contains a fragment', { redirect_uri: 'http://app.test/callback#x' }],
  ['ends with an empty fragment', { redirect_uri: 'http://app.test/callback#' }],
  ['contains a fragment behind a wildcard', { client_id: 'wild', redirect_uri: 'http://a.test/#/route' }],
  ['contains a registered fragment', { client_id: 'hash', redirect_uri: 'http://a.test/#x' }],
  [
    'is omitted by a client whose only URI contains a fragment',
    { client_id: 'hash', redirect_uri: '', scope: '' },
  ],
  ['runs code', { redirect_uri: 'javascript:alert(1)' }],
  ['is not a URI', { redirect_uri: 'http://[' }],
  ['is left out with scope openid', { redirect_uri: '' }],
  ['is omitted by a client with only a wildcard', { client_id: 'wild', redirect_uri: '', scope: '' }],
  ['is omitted by a client with several', { client_id: 'several', redirect_uri: '', scope: '' }],
  ['is sent by a client that has none', { client_id: 'none' }],
];

const CLIENTS = [
  { clientId: 'wild', publicClient: true, redirectUris: ['*'] },
  { clientId: 'several', publicClient: true, redirectUris: ['http://a.test/', 'http://b.test/'] },
  { clientId: 'hash', publicClient: true, redirectUris: ['http://a.test/#x'] },
  { clientId: 'none', publicClient: true, redirectUris: [] },
];

for (const [why, changes] of REFUSED) {
  test(`RFC 6749 §3.1.2.4: a redirect_uri that ${why} is refused on a page, never by redirect`, async () => {
    await withOAuthServer(async (server) => {
      await server.changeRealm((realm) => ({ ...realm, clients: [...(realm.clients ?? []), ...CLIENTS] }));
      const refusal = await refusalOf(server, changes);
      assert.deepEqual(
        [refusal.destination, refusal.status, refusal.description, refusal.rule],
        ['page', 400, 'Invalid parameter: redirect_uri', 'check-redirect-uri'],
      );
    });
  });
}

test('the remedy names the realm-file member and the missing value', async () => {
  await withOAuthServer(async (server) => {
    const { remedy } = await refusalOf(server, { redirect_uri: 'http://app.test/new' });
    assert.equal(remedy, 'Add "http://app.test/new" to redirectUris of client web.');
  });
});

test('a repeated redirect_uri is refused on a page', async () => {
  await withOAuthServer(async (server) => {
    const uri = encodeURIComponent('http://app.test/callback');
    const { status } = await server.send(
      `auth?client_id=web&response_type=code&redirect_uri=${uri}&redirect_uri=${uri}`,
    );
    assert.equal(status, 400);
  });
});

test('RFC 6749 §3.1.2.3: without OpenID Connect, the only registered redirect URI may be omitted', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser(), { redirect_uri: '', scope: 'email' });
    assert.notEqual(answer['code'], undefined);
  });
});

test('RFC 8252 §7.3: a native application may use any port of the loopback address', async () => {
  await withOAuthServer(async (server) => {
    const uri = 'http://127.0.0.1:49152/anywhere';
    const page = await server.authorize(server.browser(), { client_id: 'native', redirect_uri: uri });
    assert.equal(page.status, 200);
  });
});

test('RFC 6749 §3.1.2: the remedy for a fragment is the URI without it, not a registration', async () => {
  await withOAuthServer(async (server) => {
    const { remedy } = await refusalOf(server, { redirect_uri: 'http://app.test/callback#/route' });
    assert.match(remedy ?? '', /^Send "http:\/\/app\.test\/callback" as redirect_uri/);
    assert.doesNotMatch(remedy ?? '', /redirectUris of client/);
  });
});

test('RFC 6749 §3.1.2.3: a redirect_uri that differs in a detail is compared with the registered one in the remedy', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { redirectUris: ['http://localhost:3000/cb'] });
    const { description, remedy } = await refusalOf(server, { redirect_uri: 'http://127.0.0.1:3000/cb' });
    assert.equal(description, 'Invalid parameter: redirect_uri');
    assert.equal(
      remedy,
      'The client has http://localhost:3000/cb registered; the request has 127.0.0.1 instead of localhost. Send "http://localhost:3000/cb", or add "http://127.0.0.1:3000/cb" to redirectUris of client web.',
    );
  });
});

test('RFC 6749 §3.1.2: a malformed redirect_uri is not to be registered but to be corrected', async () => {
  await withOAuthServer(async (server) => {
    const { remedy } = await refusalOf(server, { redirect_uri: 'localhost:3000/cb' });
    assert.equal(remedy, 'Send the whole address, such as "http://localhost:3000/cb".');
    const [record] = server.activity.list().records;
    assert.equal(record?.refusal?.reason, 'redirect_uri localhost:3000/cb cannot be used. It has no scheme.');
  });
});

test('the error page shows the comparison escaped, and only to the developer', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { redirectUris: ['http://localhost:3000/<b>"/*'] });
    const sent = `http://127.0.0.1:3000/cb"'><script>alert(1)</script>`;
    for (const redirect_uri of [sent, `${sent}&x=<img src=x>`, 'http://127.0.0.1:3000/%3Cb%3E']) {
      const { status, text } = await server.authorize(server.browser(), { redirect_uri });
      assert.equal(status, 400);
      assert.match(text, /How to fix it/);
      assert.doesNotMatch(text, /<script|<img|<b>/);
    }
  });
});
