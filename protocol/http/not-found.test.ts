import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { nothingAt } from './not-found.ts';

const { realms } = createMemoryStore();
await realms.create({ id: 'r', realm: 'shop' }, []);

test('RFC 9110 §15.5.5: an unknown path is 404', () => {
  const fault = nothingAt(realms, '/nowhere');
  assert.deepEqual([fault.status, fault.code, fault.remedy], [404, 'not_found', 'Check the path.']);
});

test('Keycloak 17: the remedy for the old base path /auth names it', () => {
  assert.match(nothingAt(realms, '/auth/realms/shop').remedy ?? '', /Leave out \/auth/);
});

test('below an unknown realm, the realm is reported as missing', () => {
  assert.equal(nothingAt(realms, '/realms/shpo/nothing').code, 'Realm does not exist');
  assert.equal(nothingAt(realms, '/realms/shpo').code, 'Realm does not exist');
});

test('below an existing realm, the path is reported as unknown', () => {
  assert.equal(nothingAt(realms, '/realms/shop/nothing').code, 'not_found');
});
