import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { createSession, putSession } from '#protocol/store/testing/sample-session.ts';
import { revokeConsent } from './revoke-consent.ts';

const CLIENT = { id: 'web-id', clientId: 'web' };
const realm = { id: 'base', clients: new Map([['web', CLIENT]]) } as never;
const part = { clientUuid: 'web-id', startedAt: 0, lastRefreshAt: 0, scope: '' };
const consents = [{ clientId: 'web' }, { clientId: 'other' }];

async function revoke(
  given: { consents?: readonly { clientId: string }[]; offline?: boolean; joined?: boolean },
  clientId = 'web',
) {
  const { sessions } = createMemoryStore();
  const user = { id: 'u1', username: 'alice', clientConsents: given.consents ?? [] } as StoredUser;
  const session = createSession('s1', { realmId: 'base', userId: 'u1', offline: given.offline === true });
  await putSession(sessions, { ...session, clients: given.joined === true ? { 'web-id': part } : {} });
  let changed: StoredUser | undefined;
  const revoked = await revokeConsent({
    realm,
    user,
    clientId,
    sessions,
    update: async (change) => {
      changed = change(user);
    },
  });
  const left = changed?.clientConsents?.map((consent) => consent.clientId);
  return { revoked, left, isSessionLeft: (await sessions.find('base', 's1')) !== undefined };
}

test('Keycloak consents: the consent goes, with the session of the client', async () => {
  assert.deepEqual(await revoke({ consents, joined: true }), {
    revoked: true,
    left: ['other'],
    isSessionLeft: false,
  });
});

test('Keycloak consents: offline access alone can be revoked', async () => {
  const { revoked, isSessionLeft } = await revoke({ offline: true, joined: true });
  assert.deepEqual([revoked, isSessionLeft], [true, false]);
});

test('Keycloak consents: the consent to a client that was removed can be revoked', async () => {
  assert.deepEqual((await revoke({ consents }, 'other')).left, ['web']);
});

test('Keycloak consents: without a consent and offline access, nothing is changed', async () => {
  for (const clientId of ['web', 'nobody'])
    assert.deepEqual(await revoke({ joined: true }, clientId), {
      revoked: false,
      left: undefined,
      isSessionLeft: true,
    });
});
