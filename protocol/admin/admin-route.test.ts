import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Exchange } from '#protocol/http/exchange.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { created, readPage, readSwitch } from './admin-route.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

function exchange(query: string, path = '/admin/realms/shop/roles'): Exchange {
  // The tested functions read nothing else.
  return { query: parseParameters(query), baseUrl: 'http://127.0.0.1:1', path } as Exchange;
}

for (const query of ['first=a', 'max=1.5', 'max=1e3', 'first=99999999999', 'max=2147483648', 'max=%20']) {
  test(`realm-admin C2: the page ?${query} is rejected`, () => {
    assert.throws(() => readPage(exchange(query), 100), /must be a whole number/);
  });
}

test('realm-admin C2: a page has a default size, and a negative max means no limit', () => {
  assert.deepEqual(readPage(exchange(''), 100), { first: 0, max: 100 });
  assert.deepEqual(readPage(exchange('first=-1&max=-1'), 100), { first: 0, max: Number.MAX_SAFE_INTEGER });
});

test('keycloak-config-cli: the largest Java integer is a max', () => {
  assert.deepEqual(readPage(exchange('first=0&max=2147483647'), 100), { first: 0, max: 2_147_483_647 });
});

test('a switch is true, false or absent', () => {
  assert.deepEqual(
    ['a=TRUE', 'a=no', 'a=', ''].map((query) => readSwitch(exchange(query), 'a')),
    [true, false, undefined, undefined],
  );
});

test("realm-admin C2: Location is escaped and based on the request's path", () => {
  assert.equal(
    created(exchange('', '/x/'), 'a/b é').headers?.['location'],
    'http://127.0.0.1:1/x/a%2Fb%20%C3%A9',
  );
});

test('realm-admin C2: wrong method, media type and JSON are 405, 415 and 400', async () => {
  const path = '/admin/realms/shop/users';
  assert.equal((await server.call('PUT', path, { body: {} })).status, 405);
  assert.equal((await server.call('POST', path, { body: 'username=x' })).status, 415);
  const broken = await fetch(server.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: '{"username":',
  });
  assert.equal(broken.status, 400);
  assert.match(await broken.text(), /invalid_request/);
});

test('issue "Safe by default": responses of the admin API are never cached', async () => {
  for (const path of ['/admin/realms', '/admin/realms/none', '/emulator/v1/server']) {
    assert.equal((await server.call('GET', path)).headers.get('cache-control'), 'no-store');
  }
});
