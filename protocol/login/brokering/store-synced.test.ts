import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provider, signInAt, withProviders } from '#protocol/broker/testing/brokering.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { findIdentity } from '#protocol/realm/users/federated-identities.ts';
import { listOrganizations } from '#protocol/realm/view/organizations.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { storeSynced } from './store-synced.ts';

const IDENTITY: BrokeredIdentity = {
  provider: 'idp',
  id: '1',
  username: 'al',
  localUsername: 'al',
  email: 'alice@example.test',
  emailVerified: true,
  emailVerifiedClaim: true,
  firstName: 'Al',
  lastName: undefined,
  changes: [],
  notes: {},
};
const GONE: StoredUser = { id: 'gone', username: 'gone' };

const withRealm = (
  run: (fixture: LoginFixture, sync: (user: StoredUser) => Promise<StoredUser | undefined>) => Promise<void>,
) =>
  withProviders([provider('idp', 'google', { syncMode: 'FORCE' }, { trustEmail: true })], (fixture) => {
    const stored = fixture.store.realms.find('r');
    assert.ok(stored !== undefined);
    return run(fixture, (user) => storeSynced(fixture.store, viewRealm(stored), user, IDENTITY));
  });

test('an address that another user has is not taken over; the rest and the link are stored', () =>
  withRealm(async ({ store }, sync) => {
    const bob = (await store.users.find('r-id', 'bob-id')) ?? assert.fail();
    await store.users.update('r-id', 'bob-id', (user) => ({ ...user, email: 'bob@example.test' }));
    const synced = await sync(bob);
    assert.deepEqual([synced?.email, synced?.firstName], ['bob@example.test', 'Al']);
    assert.notEqual(synced?.emailVerified, true);
    assert.equal(findIdentity(synced ?? GONE, 'idp')?.userId, '1');
    assert.equal((await store.users.findByEmail('r-id', 'alice@example.test'))?.username, 'alice');
  }));

test('a user without an address stays without one, if the address is taken', () =>
  withRealm(async ({ store }, sync) => {
    const bob = (await store.users.find('r-id', 'bob-id')) ?? assert.fail();
    assert.equal((await sync(bob))?.email, undefined);
  }));

test('a user who has been removed is not stored again', () =>
  withRealm(async ({ store }, sync) => {
    assert.equal(await sync(GONE), undefined);
    assert.equal(await store.users.find('r-id', 'gone'), undefined);
  }));

test('a user whom the provider renames stays a member of organizations, and no later user of the old name is one', () =>
  withProviders(
    [provider('idp', 'google', { syncMode: 'FORCE' })],
    async (fixture, browser) => {
      const membersOf = () => {
        const stored = fixture.store.realms.find('r') ?? assert.fail();
        return listOrganizations({ stored }).flatMap(({ members }) => [...members.keys()]);
      };
      await signInAt(browser, 'idp', 'ada@example.com');
      await fixture.store.realms.update('r', (realm) => ({
        ...realm,
        organizations: [{ id: 'o1', name: 'Acme', members: [{ username: 'ada@example.com' }] }],
        identityProviderMappers: [
          {
            name: 'nickname',
            identityProviderAlias: 'idp',
            identityProviderMapper: 'hardcoded-attribute-idp-mapper',
            config: { attribute: 'username', 'attribute.value': 'ada', syncMode: 'FORCE' },
          },
        ],
      }));
      await signInAt(fixture.browser(), 'idp', 'ada@example.com');
      assert.ok(await fixture.store.users.findByUsername('r-id', 'ada'));
      assert.deepEqual(membersOf(), ['ada']);
    },
    { organizationsEnabled: true },
  ));
