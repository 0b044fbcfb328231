import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  RealmRepresentation,
  UserConsentRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { createMasterRealm } from '../master-realm.ts';
import { normalizeRealm } from './normalize-realm.ts';
import { RealmFileError } from './realm-file-error.ts';
import { keepKnownConsents } from './user-consents.ts';

const clock = { now: () => 0 };

function fileWith(...clientConsents: readonly UserConsentRepresentation[]): RealmRepresentation {
  return {
    realm: 'shop',
    clients: [{ clientId: 'web' }],
    users: [{ username: 'bob' }, { username: 'ann', clientConsents: [...clientConsents] }],
  };
}

/** The member, message and remedy of the refusal. */
function refusalOf(file: RealmRepresentation): readonly string[] {
  try {
    normalizeRealm(file, clock);
  } catch (error) {
    assert.ok(error instanceof RealmFileError);
    return [error.member, error.message, error.remedy];
  }
  return assert.fail('accepted');
}

test('Keycloak import: a consent to an unknown client is refused with its place and the remedy', () => {
  const [member, message, remedy] = refusalOf(fileWith({ clientId: 'web' }, { clientId: 'wiki' }));
  assert.equal(member, 'users[1].clientConsents[1].clientId');
  assert.equal(message, `${member} names the client "wiki", which the realm does not have`);
  assert.equal(remedy, 'Add the client to the file, or remove the consent.');
});

test('Keycloak import: a consent to an unknown client scope is refused with its place and the remedy', () => {
  const consent = { clientId: 'web', grantedClientScopes: ['profile', 'wish'] };
  const [member, message, remedy] = refusalOf(fileWith(consent));
  assert.equal(member, 'users[1].clientConsents[0].grantedClientScopes[1]');
  assert.equal(message, `${member} names the client scope "wish", which the realm does not have`);
  assert.equal(remedy, 'Add the client scope to the file, or remove the consent.');
});

test('Keycloak import: a scope that is built in only when the file lists none is refused in a file that lists others', () => {
  const consent = { clientId: 'web', grantedClientScopes: ['phone'] };
  assert.equal(normalizeRealm(fileWith(consent), clock).users.length, 2);
  const [member] = refusalOf({ ...fileWith(consent), clientScopes: [{ name: 'wish' }] });
  assert.equal(member, 'users[1].clientConsents[0].grantedClientScopes[0]');
});

test('Keycloak import: built-in clients and scopes, scopes of the file, and clients as scopes are known', () => {
  const consents = [
    { clientId: 'web', grantedClientScopes: ['wish', 'offline_access', 'web'], createdDate: 5 },
    { clientId: 'account', grantedClientScopes: [] },
  ];
  const file = { ...fileWith(...consents), clientScopes: [{ name: 'wish' }] };
  const { users } = normalizeRealm(file, clock);
  assert.deepEqual(users[1]?.clientConsents, consents);
});

test('Keycloak import: consents in a file of the master realm are checked, too', () => {
  const file = { ...fileWith({ clientId: 'wiki' }), realm: 'master' };
  const administrator = { username: 'admin', password: 'admin' };
  assert.throws(
    () => createMasterRealm(administrator, clock, file),
    /clientConsents\[0\]\.clientId names the client/,
  );
});

test('consents to unknown clients and client scopes can be left out', () => {
  const { realm } = normalizeRealm(fileWith(), clock);
  const consents = [
    { clientId: 'wiki' },
    { clientId: 'web', grantedClientScopes: ['wish', 'email', 'web'], createdDate: 5 },
    { clientId: 'account' },
  ];
  assert.deepEqual(keepKnownConsents(realm, consents), [
    { clientId: 'web', grantedClientScopes: ['email', 'web'], createdDate: 5 },
    { clientId: 'account' },
  ]);
  assert.deepEqual(keepKnownConsents(realm, []), []);
});

for (const [consents, member] of [
  ['x', 'users[1].clientConsents'],
  [['x'], 'users[1].clientConsents[0]'],
  [[{}], 'users[1].clientConsents[0].clientId'],
  [[{ clientId: 'web', grantedClientScopes: 'email' }], 'users[1].clientConsents[0].grantedClientScopes'],
  [[{ clientId: 'web', createdDate: 'now' }], 'users[1].clientConsents[0].createdDate'],
  [[{ clientId: 'web', lastUpdatedDate: [1] }], 'users[1].clientConsents[0].lastUpdatedDate'],
] as const) {
  test(`bad input: clientConsents ${JSON.stringify(consents)} are refused at ${member}`, () => {
    const users = [{ username: 'bob' }, { username: 'ann', clientConsents: consents }];
    const file = { ...fileWith(), users } as unknown as RealmRepresentation;
    assert.equal(refusalOf(file)[0], member);
  });
}
