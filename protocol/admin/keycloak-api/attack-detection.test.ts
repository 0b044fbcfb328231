import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { startAdminServer } from '../testing/server.ts';

const NO_NOTES = { recordNote: () => undefined, userEvent: () => undefined };

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/admin/realms/shop/attack-detection/brute-force/users';

/** Lets Ann fail to sign in, far enough apart not to count as quick. */
async function fail(times: number, changes: Record<string, unknown> = {}): Promise<void> {
  const settings = { bruteForceProtected: true, failureFactor: 2, ...changes };
  await server.call('PUT', '/admin/realms/shop', { body: settings });
  const stored = server.store.realms.find('shop');
  assert.ok(stored);
  const realm = viewRealm(stored);
  const ann = await server.store.users.findByUsername(realm.id, 'ann');
  for (let count = 0; count < times; count += 1) {
    const context = { realm, clock: server.clock, remoteAddress: '10.0.0.1', activity: NO_NOTES };
    await server.bruteForce.recordFailure(context, ann);
  }
}

test('realm-admin C9: a user without failures, or unknown, has zeros', async () => {
  for (const id of [await server.userId('viewer'), 'nobody']) {
    const { status, body } = await server.call('GET', `${PATH}/${id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      numFailures: 0,
      disabled: false,
      lastIPFailure: 'n/a',
      lastFailure: 0,
      numTemporaryLockouts: 0,
      failedLoginNotBefore: 0,
    });
  }
});

test('realm-admin C9: a locked user is shown and can be unlocked', async () => {
  await fail(2);
  const id = await server.userId('ann');
  const now = server.clock.now();
  const { body } = await server.call('GET', `${PATH}/${id}`);
  assert.deepEqual(body, {
    numFailures: 2,
    disabled: true,
    lastIPFailure: '10.0.0.1',
    lastFailure: now,
    numTemporaryLockouts: 1,
    failedLoginNotBefore: Math.ceil(now / 1000) + 60,
  });
  assert.equal((await server.call('DELETE', `${PATH}/${id}`)).status, 204);
  const after = await server.call<{ disabled: boolean }>('GET', `${PATH}/${id}`);
  assert.equal(after.body.disabled, false);
});

test('realm-admin C9: a permanent lock reads as the largest number, and all users can be unlocked at once', async () => {
  await fail(2, { permanentLockout: true });
  const id = await server.userId('ann');
  const answer = await fetch(`${server.baseUrl}${PATH}/${id}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.match(await answer.text(), /"disabled":true.*"failedLoginNotBefore":9223372036854775807\}$/);
  assert.equal((await server.call('DELETE', `${PATH}/${id}`)).status, 204);
  const ann = await server.call<{ enabled: boolean }>('GET', `/admin/realms/shop/users/${id}`);
  assert.equal(ann.body.enabled, true);
  await fail(1, { permanentLockout: false });
  assert.equal((await server.call('DELETE', PATH)).status, 204);
  const { body } = await server.call<{ numFailures: number }>('GET', `${PATH}/${id}`);
  assert.equal(body.numFailures, 0);
});

test('realm-admin C1: a viewer cannot unlock, and a caller without a token can neither view nor unlock', async () => {
  const viewer = await server.tokenOf('shop', 'viewer');
  const id = await server.userId('ann');
  assert.equal((await server.call('GET', `${PATH}/${id}`, { token: viewer })).status, 200);
  assert.equal((await server.call('DELETE', `${PATH}/${id}`, { token: viewer })).status, 403);
  assert.equal((await server.call('DELETE', PATH, { token: viewer })).status, 403);
  assert.equal((await server.call('GET', `${PATH}/${id}`, { token: null })).status, 401);
});
