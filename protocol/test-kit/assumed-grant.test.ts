import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { assumeServiceAccountGrant, assumeUserGrant } from './assumed-grant.ts';
import { KitError } from './kit-error.ts';

const realm = testRealm({
  clients: [{ clientId: 'web' }, { clientId: 'job', publicClient: false, serviceAccountsEnabled: true }],
});
const alice: StoredUser = { id: 'a', username: 'alice' };
const NOW = 5_000;

function partiesOf(clientId: string) {
  const client = clientOf(realm, clientId);
  return { realm, client, scopes: resolveScopes(client, 'openid') };
}

function assume(isNew: boolean) {
  const begun = createSession(realm, { user: alice, now: 1_000, ipAddress: '127.0.0.1', flow: 'f' });
  return assumeUserGrant(partiesOf('web'), alice, begun, { now: NOW, isNew });
}

test('OIDC Core §2: a new session gives acr 1, a joined one acr 0, and auth_time is that of the session', () => {
  assert.deepEqual([assume(true).decision.acr, assume(true).rule], ['1', 'instead']);
  assert.deepEqual([assume(false).decision.acr, assume(false).rule], ['0', 'beside']);
  assert.equal(assume(false).decision.authTime, 1);
});

test('test kit: the client is part of the assumed session, with the scopes', () => {
  const { session } = assume(true).decision;
  const { id } = clientOf(realm, 'web');
  assert.equal(session.lastAccessAt, NOW);
  assert.match(session.clients[id]?.scope ?? '', /^openid/);
});

function findingAccount(account: StoredUser | undefined) {
  return { findServiceAccount: async () => account };
}

test('RFC 6749 §4.4: a service account gets no session and no refresh token', async () => {
  const robot = { id: 'r', username: 'service-account-job' };
  const { decision, rule } = await assumeServiceAccountGrant(
    findingAccount(robot),
    partiesOf('job'),
    '10.0.0.1',
  );
  assert.deepEqual([decision.session, decision.refreshable, rule], [undefined, false, 'none']);
  assert.equal(decision.notes?.['clientAddress'], '10.0.0.1');
});

for (const [name, clientId, account] of [
  ['a client without service account', 'web', { id: 'r', username: 'r' }],
  ['a client whose account is gone', 'job', undefined],
  ['a disabled account', 'job', { id: 'r', username: 'r', enabled: false }],
] as const) {
  test(`RFC 6749 §4.4: ${name} is refused with the setting that helps`, async () => {
    await assert.rejects(
      assumeServiceAccountGrant(findingAccount(account), partiesOf(clientId), ''),
      (error: unknown) =>
        error instanceof KitError && error.status === 409 && error.remedy.includes('nabled'),
    );
  });
}
