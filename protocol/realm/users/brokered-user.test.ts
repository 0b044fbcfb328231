import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock, TEST_NOW, testRealm } from '../testing/realm.ts';
import type { BrokeredChange, BrokeredIdentity } from './brokered-identity.ts';
import { makeBrokeredUser, syncBrokeredUser } from './brokered-user.ts';
import { listIdentities } from './federated-identities.ts';

const IDENTITY: BrokeredIdentity = {
  provider: 'corp',
  id: '17',
  username: 'ann',
  localUsername: 'ann17',
  email: 'Ann@x.test',
  emailVerified: true,
  firstName: 'Ann',
  lastName: undefined,
  changes: [],
  notes: {},
};
const LINK = { identityProvider: 'corp', userId: '17', userName: 'ann' };
const attribute = (name: string, ...values: string[]): BrokeredChange => ({
  kind: 'attribute',
  name,
  values,
  syncMode: 'IMPORT',
});

const realmWith = (provider: object = {}, settings: object = {}) =>
  testRealm({
    groups: [{ name: 'staff' }, { name: 'new' }],
    defaultGroups: ['/new'],
    roles: { realm: [{ name: 'admin' }] },
    requiredActions: [{ alias: 'UPDATE_PROFILE', enabled: true, defaultAction: true }],
    identityProviders: [{ alias: 'corp', providerId: 'oidc', ...provider }],
    ...settings,
  });
const make = (changes: Partial<BrokeredIdentity> = {}, values = {}, realm = realmWith()) =>
  makeBrokeredUser(realm, manualClock(), { ...IDENTITY, ...changes }, values);

test('Keycloak first sign-in: the user has the identity, the realm’s defaults and the link', () => {
  const { id, realmRoles, ...user } = make();
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(realmRoles, ['default-roles-r']);
  assert.deepEqual(user, {
    username: 'ann17',
    email: 'ann@x.test',
    emailVerified: true,
    firstName: 'Ann',
    enabled: true,
    createdTimestamp: TEST_NOW,
    requiredActions: ['UPDATE_PROFILE'],
    groups: ['/new'],
    federatedIdentities: [LINK],
  });
});

test('Keycloak first sign-in: the reviewed profile goes before the identity and its mappers', () => {
  const changes = [
    attribute('team', 'dev'),
    attribute('city', 'Bonn'),
    attribute('city', 'Ulm'),
    attribute('none'),
  ];
  const values = { username: [' Eve '], firstName: ['Eve'], lastName: ['Lee'], team: ['ops'] };
  const user = make({ changes }, values);
  assert.deepEqual([user.username, user.firstName, user.lastName], ['eve', 'Eve', 'Lee']);
  assert.deepEqual(user.attributes, { team: ['ops'], city: ['Ulm'] });
  const cleared = make({ changes }, { username: [''], firstName: [], email: [], team: [] });
  assert.equal(cleared.username, 'ann17');
  assert.equal('firstName' in cleared || 'email' in cleared, false);
  assert.equal(cleared.emailVerified, false);
  assert.deepEqual(cleared.attributes, { city: ['Ulm'] });
});

test('Keycloak first sign-in: an address is verified if the provider is trusted and the user has not changed it', () => {
  assert.equal(make({}, { email: ['ANN@x.test'] }).emailVerified, true);
  assert.equal(make({}, { email: ['other@x.test'] }).emailVerified, false);
  assert.equal(make({ emailVerified: false }).emailVerified, false);
  assert.equal(make({ email: undefined }, { email: ['ann@x.test'] }).emailVerified, false);
});

test('registrationEmailAsUsername: the reviewed address is the username', () => {
  const realm = realmWith({}, { registrationEmailAsUsername: true });
  assert.equal(make({}, { email: ['new@x.test'] }, realm).username, 'new@x.test');
});

test('Keycloak first sign-in: mappers give roles and groups, and addReadTokenRoleOnCreate the role read-token', () => {
  const changes: readonly BrokeredChange[] = [
    { kind: 'role', role: 'admin', isHeld: true, syncMode: 'IMPORT' },
    { kind: 'group', group: '/staff', isHeld: true, syncMode: 'IMPORT' },
    { kind: 'group', group: '/new', isHeld: false, syncMode: 'FORCE' },
  ];
  const user = make({ changes }, {}, realmWith({ addReadTokenRoleOnCreate: true }));
  assert.deepEqual(user.realmRoles, ['default-roles-r', 'admin']);
  assert.deepEqual(user.groups, ['/new', '/staff']);
  assert.deepEqual(user.clientRoles, { broker: ['read-token'] });
  assert.equal('clientRoles' in make({ changes }), false);
});

test('Keycloak later sign-in: nothing changes with IMPORT, apart from the link', () => {
  const realm = realmWith({ config: { syncMode: 'IMPORT' } });
  const user = make();
  assert.equal(syncBrokeredUser(realm, user, { ...IDENTITY, firstName: 'Anne' }), user);
  assert.equal(syncBrokeredUser(realm, user, { ...IDENTITY, username: '' }), user);
  const renamed = syncBrokeredUser(realm, user, { ...IDENTITY, username: 'anne' });
  assert.deepEqual(listIdentities(renamed), [{ ...LINK, userName: 'anne' }]);
});

test('Keycloak later sign-in: FORCE updates names, roles and groups', () => {
  const changes: readonly BrokeredChange[] = [
    { kind: 'role', role: 'admin', isHeld: true, syncMode: 'FORCE' },
    { kind: 'group', group: '/new', isHeld: false, syncMode: 'FORCE' },
    { kind: 'group', group: '/staff', isHeld: true, syncMode: 'IMPORT' },
  ];
  const realm = realmWith({ config: { syncMode: 'FORCE' } });
  const user = syncBrokeredUser(realm, make(), { ...IDENTITY, firstName: 'Anne', changes });
  assert.equal(user.firstName, 'Anne');
  assert.deepEqual(user.realmRoles, ['default-roles-r', 'admin']);
  assert.deepEqual(user.groups, []);
  assert.equal(syncBrokeredUser(realm, user, { ...IDENTITY, firstName: 'Anne', changes }), user);
});

test('an account that is linked with a known user gets the link; without the provider nothing changes', () => {
  const bob = { id: 'b', username: 'bob' };
  assert.deepEqual(listIdentities(syncBrokeredUser(realmWith(), bob, IDENTITY)), [LINK]);
  assert.equal(syncBrokeredUser(realmWith(), bob, { ...IDENTITY, provider: 'gone' }), bob);
});

test('Keycloak storeToken: the last token is stored, with the refresh token before; an absent one changes nothing', () => {
  const realm = realmWith({ storeToken: true });
  const tokenOf = (user: Parameters<typeof listIdentities>[0]) => listIdentities(user)[0]?.token;
  const user = make({ token: '{"refresh_token":"r"}' }, {}, realm);
  assert.equal(tokenOf(user), '{"refresh_token":"r"}');
  assert.equal(syncBrokeredUser(realm, user, IDENTITY), user);
  const later = syncBrokeredUser(realm, user, { ...IDENTITY, token: '{"a":1}' });
  assert.equal(tokenOf(later), '{"a":1,"refresh_token":"r"}');
  assert.equal(syncBrokeredUser(realmWith(), user, { ...IDENTITY, token: 'x' }), user);
});
