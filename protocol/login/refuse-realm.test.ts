import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { refuseRealm } from './refuse-realm.ts';

test('Keycloak login pages: a disabled realm gets an error page with status 403, a realm in use none', () => {
  assert.equal(refuseRealm(createTestExchange()), undefined);
  const exchange = createTestExchange();
  const disabled = { ...exchange, realm: { ...exchange.realm, enabled: false } };
  const reply = refuseRealm(disabled);
  assert.equal(reply?.status, 403);
  assert.match(String(reply?.body), /id="kc-error-message"/);
});
