import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { clientHome } from './client-home.ts';

const SERVER = 'http://127.0.0.1:8080';

function home(rootUrl: string | undefined, baseUrl: string | undefined): string | undefined {
  const client: Client | undefined = createTestExchange({
    realm: {
      clients: [
        {
          clientId: 'c',
          ...(rootUrl === undefined ? {} : { rootUrl }),
          ...(baseUrl === undefined ? {} : { baseUrl }),
        },
      ],
    },
  }).realm.clients.get('c');
  return clientHome(client, SERVER);
}

test("a path is appended to the root URL or, without one, to the server's base URL", () => {
  assert.equal(home('http://shop.test/app', '/home'), 'http://shop.test/app/home');
  assert.equal(home('http://shop.test/', '/home'), 'http://shop.test/home');
  assert.equal(home(undefined, '/realms/r/account/'), `${SERVER}/realms/r/account/`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is used in realm files
  assert.equal(home('${authBaseUrl}', '/realms/r/account/'), `${SERVER}/realms/r/account/`);
});

test('an absolute base URL is used as is', () => {
  assert.equal(home('http://shop.test', 'https://www.shop.test/'), 'https://www.shop.test/');
});

test('without a client or a valid http(s) base URL there is no link back', () => {
  assert.equal(clientHome(undefined, SERVER), undefined);
  for (const baseUrl of [
    undefined,
    '',
    'relative',
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:x',
    'file:///etc',
  ]) {
    assert.equal(home(undefined, baseUrl), undefined, String(baseUrl));
  }
  assert.equal(home('javascript:', '//alert(1)'), undefined);
});
