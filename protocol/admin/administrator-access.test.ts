import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createTokenIssuer } from '#protocol/token/token-issuer.ts';
import { createTokenVerifier } from '#protocol/token/token-verifier.ts';
import { createAdministratorAccess } from './administrator-access.ts';

async function setUp() {
  const clock = createMovableClock({ now: () => Date.parse('2026-01-01T00:00:00Z') });
  const store = createMemoryStore();
  const { realm, users } = createMasterRealm({ username: 'admin', password: 'pw' }, clock);
  await store.realms.create(realm, users);
  const keys = createRealmKeys(store.realms, clock);
  const clocks = createRealmClocks(store.realms, clock);
  const access = createAdministratorAccess({
    store,
    issuer: createTokenIssuer({ keys }),
    clocks,
    baseUrl: () => 'http://here',
  });
  const verifier = createTokenVerifier({ keys, store });
  const verify = (token: string) => {
    const stored = store.realms.find('master');
    assert.ok(stored);
    return verifier.verifyAccessToken(
      { realm: viewRealm(stored), issuer: 'http://here/realms/master', clock },
      token,
    );
  };
  return { clock, store, access, verify, realmId: realm.id };
}

test('the desktop window gets an administrator token that the server accepts', async () => {
  const { access, verify } = await setUp();
  assert.equal((await verify(await access.token())).user.username, 'admin');
});

test('the token is reused while it is valid, and renewed before it expires', async () => {
  const { access, clock, verify } = await setUp();
  const first = await access.token();
  assert.equal(await access.token(), first);
  clock.setOffsetMs(50_000);
  const second = await access.token();
  assert.notEqual(second, first);
  await verify(second);
});

test('without an enabled administrator there is no token', async () => {
  const { access, store, realmId } = await setUp();
  const administrator = await store.users.findByUsername(realmId, 'admin');
  await store.users.update(realmId, administrator?.id ?? '', (user) => ({ ...user, enabled: false }));
  await assert.rejects(access.token(), /no enabled administrator/);
});
