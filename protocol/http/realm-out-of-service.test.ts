import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { RealmStore } from '#protocol/store/store.ts';
import { checkInService } from './realm-out-of-service.ts';
import { RequestFault } from './request-fault.ts';

const DAMAGE = {
  realm: 'größe',
  path: '/secret-place/realms/x/realm.json',
  file: 'realms/x/realm.json',
  problem: 'it is not valid JSON',
};
const REALMS: RealmStore = {
  ...createMemoryStore().realms,
  listOutOfService: () => [DAMAGE],
  findOutOfService: (name) => (name === DAMAGE.realm ? DAMAGE : undefined),
};
const NAME = encodeURIComponent(DAMAGE.realm);

for (const path of [
  `/realms/${NAME}`,
  `/realms/${NAME}/`,
  `/realms/${NAME}/protocol/openid-connect/token`,
  `/realms/${NAME}/no/such/path`,
  `/admin/realms/${NAME}`,
  `/admin/realms/${NAME}/users/1`,
  `/emulator/v1/realms/${NAME}/clock`,
]) {
  test(`RFC 9110 §15.6.4: ${path} answers 503 with file, problem and remedy while the realm is damaged`, () => {
    assert.throws(
      () => checkInService(REALMS, path),
      (error) => {
        assert.ok(error instanceof RequestFault);
        assert.equal(error.status, 503);
        assert.match(error.description, /Realm größe is out of service: its file realms\/x\/realm\.json/);
        assert.match(error.description, /it is not valid JSON.*Repair the file.*restart the server/);
        assert.doesNotMatch(error.description, /secret-place/);
        return true;
      },
    );
  });
}

for (const path of [
  '/',
  '*',
  '/realms',
  '/realms/',
  '/realms/other',
  '/realms/%',
  '/admin/realms',
  '/console/',
  '/health',
])
  test(`${path} is not affected`, () => checkInService(REALMS, path));
