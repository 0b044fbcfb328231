import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

/** client_id, status, message of the page, name in the remedy. */
const REFUSED: readonly (readonly [clientId: string, status: number, message: string, remedy: RegExp])[] = [
  ['', 400, 'Invalid Request', /client_id exactly once/],
  ['nobody', 400, 'Client not found.', /realm demo/],
  ['off', 400, 'Client disabled.', /enabled of client off/],
  [
    'api',
    403,
    'Bearer-only applications are not allowed to initiate browser login',
    /bearerOnly of client api/,
  ],
  ['provider', 400, 'Wrong client protocol.', /protocol of client provider/],
];

for (const [clientId, status, message, remedy] of REFUSED) {
  test(`RFC 6749 §4.1.2.1: client_id "${clientId}" is refused on a page, never by redirect: ${message}`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { client_id: clientId });
      assert.deepEqual(
        [refusal.destination, refusal.status, refusal.description, refusal.rule],
        ['page', status, message, 'check-client'],
      );
      assert.match(refusal.remedy ?? '', remedy);
    });
  });
}

test('RFC 6749 §3.1: a repeated client_id is refused on a page, because it is ambiguous', async () => {
  await withOAuthServer(async (server) => {
    const { status, text } = await server.send('auth?client_id=web&client_id=other&response_type=code');
    assert.equal(status, 400);
    assert.match(text, /Invalid Request/);
  });
});

test('a disabled realm is reported before the client is looked up', async () => {
  await withOAuthServer(
    async (server) => {
      const refusal = await refusalOf(server, { client_id: 'nobody' });
      assert.deepEqual([refusal.status, refusal.description], [400, 'Realm not enabled']);
    },
    { enabled: false },
  );
});

test('the error page for a known client links to its home URL', async () => {
  await withOAuthServer(async (server) => {
    const { text } = await server.authorize(server.browser(), { redirect_uri: 'http://evil.test/' });
    assert.doesNotMatch(text, /backToApplication/);
    await server.changeClient('web', { baseUrl: 'http://app.test/home' });
    const page = await server.authorize(server.browser(), { redirect_uri: 'http://evil.test/' });
    assert.match(page.text, /id="backToApplication" href="http:\/\/app\.test\/home"/);
  });
});
