import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { loginHintResolver } from './login-hint.ts';

async function resolve(hint: string): Promise<string | undefined> {
  const { store, stop } = await startOAuthServer();
  const stored = store.realms.find('demo');
  assert.ok(stored);
  const user = await loginHintResolver.findUser(store.users, viewRealm(stored), hint);
  await stop();
  return user === undefined ? undefined : loginHintResolver.representUser(user);
}

test('service description §2.1: the username represents the user', async () => {
  assert.equal(await resolve('alice'), 'alice');
  assert.equal(await resolve(' ALICE '), 'alice');
});

test('CIBA §7.1: an e-mail address identifies the user if the realm allows signing in with it', async () => {
  assert.equal(await resolve('bob@example.test'), 'bob');
});

for (const hint of ['', 'nobody', 'nobody@example.test', 'service-account-web']) {
  test(`CIBA §7.1: "${hint}" identifies no user`, async () => {
    assert.equal(await resolve(hint), undefined);
  });
}
