import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import {
  explainMissingOrganizations,
  findScopeWithValue,
  memberScopes,
  narrowedScopeName,
  organizationsInScope,
  unknownOrganizations,
} from './organization-scopes.ts';
import type { Realm } from './realm.ts';
import { resolveScopes } from './scopes.ts';

const members = [{ username: 'ann' }];
const realmOf = (enabled = true): Realm =>
  testRealm({
    clients: [{ clientId: 'web' }],
    organizationsEnabled: enabled,
    organizations: [
      { name: 'Acme', alias: 'acme', members: [...members, { username: 'bob' }] },
      { name: 'Bolt', alias: 'bolt', members },
      { name: 'Shut', alias: 'shut', enabled: false, members: [...members, { username: 'bob' }] },
    ],
  });
const realm = realmOf();
const web = clientOf(realm, 'web');
const ANN = { id: 'a', username: 'ann' } as StoredUser;
const BOB = { id: 'b', username: 'bob' } as StoredUser;
const EVE = { id: 'e', username: 'eve' } as StoredUser;
const scopesOf = (text: string) => resolveScopes(web, text).scopes;
const aliasesOf = (user: StoredUser, text: string): readonly string[] =>
  organizationsInScope(realm, user, scopesOf(text)).map(({ alias }) => alias);

test('Keycloak organizations: only a scope with the membership mapper takes a value', () => {
  const all = [...web.defaultScopes, ...web.optionalScopes];
  const found = findScopeWithValue(all, 'organization:acme');
  assert.deepEqual([found?.name, found?.base?.name], ['organization:acme', 'organization']);
  for (const name of [
    'organization',
    'organization:',
    ':acme',
    'phone:acme',
    'organization:a:b',
    'none:acme',
  ])
    assert.equal(findScopeWithValue(all, name), undefined, name);
});

test('Keycloak organizations: unknown and disabled organizations are found in a request', () => {
  const unknown = (text: string, of = realm) => unknownOrganizations(of, scopesOf(text));
  assert.deepEqual(unknown('organization organization:* organization:acme'), []);
  assert.deepEqual(unknown('organization:shut organization:none organization:bolt'), [
    'organization:shut',
    'organization:none',
  ]);
  assert.deepEqual(unknown('organization:acme organization:*', realmOf(false)), ['organization:acme']);
});

test('Keycloak organizations: without a value, the organization of a user with one counts', () => {
  assert.deepEqual(aliasesOf(BOB, 'organization'), ['acme']);
  assert.deepEqual(aliasesOf(ANN, 'organization'), []);
  assert.deepEqual(aliasesOf(EVE, 'organization'), []);
});

test('Keycloak organizations: * is all enabled ones of the user, an alias only that one', () => {
  assert.deepEqual(aliasesOf(ANN, 'organization:*'), ['acme', 'bolt']);
  assert.deepEqual(aliasesOf(EVE, 'organization:*'), []);
  assert.deepEqual(aliasesOf(ANN, 'organization:bolt'), ['bolt']);
  assert.deepEqual(aliasesOf(ANN, 'organization organization:bolt organization:acme'), ['bolt']);
  assert.deepEqual(aliasesOf(BOB, 'organization:bolt'), []);
  assert.deepEqual(aliasesOf(ANN, 'organization:shut'), []);
  assert.deepEqual(aliasesOf(ANN, 'phone'), []);
});

test('Keycloak organizations: the scope of an organization is not granted to others than its members', () => {
  const scopes = scopesOf('organization:bolt organization:*');
  assert.equal(memberScopes(realm, ANN, scopes), scopes);
  const kept = memberScopes(realm, BOB, scopes);
  assert.deepEqual(
    scopes.filter((scope) => !kept.includes(scope)).map(({ name }) => name),
    ['organization:bolt'],
  );
  assert.equal(memberScopes(realm, BOB, scopes), kept);
  const plain = scopesOf('organization');
  assert.equal(memberScopes(realm, EVE, plain), plain);
});

test('RFC 6749 §6: a refresh request narrows the granted scope of organizations as in Keycloak', () => {
  for (const [granted, requested, name] of [
    ['organization:acme', 'organization:acme', 'organization:acme'],
    ['organization:acme', 'organization', 'organization:acme'],
    ['organization:acme', 'organization:*', 'organization:acme'],
    ['organization:acme', 'organization:bolt', undefined],
    ['organization:*', 'organization:*', 'organization:*'],
    ['organization:*', 'organization:acme', 'organization:acme'],
    ['organization:*', 'organization', undefined],
    ['organization', 'organization:*', 'organization'],
    ['organization', 'organization:acme', undefined],
    ['phone', 'phone:*', undefined],
    ['phone', 'email', undefined],
  ] as const) {
    const scope = scopesOf(granted).find((each) => each.name === granted);
    assert.ok(scope);
    assert.equal(narrowedScopeName(scope, [requested]), name, `${granted} → ${requested}`);
  }
});

test('Keycloak organizations: what a token lacks is explained, with the remedy', () => {
  const explain = (user: StoredUser, text: string, chosen?: string): readonly string[] =>
    explainMissingOrganizations(realm, user, scopesOf(text), chosen);
  const [why = '', ...more] = explain(ANN, 'organization');
  assert.match(why, /ann is a member of several organizations.*organization:acme, organization:bolt, organi/);
  assert.deepEqual(more, []);
  assert.match(explain(ANN, 'organization', 'gone')[0] ?? '', /several/);
  assert.match(explain(EVE, 'organization:acme')[0] ?? '', /organization:acme is not granted.*eve/);
  assert.equal(explain(BOB, 'organization:bolt organization:acme').length, 1);
  const [acme] = organizationsInScope(realm, ANN, scopesOf('organization:acme'));
  assert.deepEqual(explain(ANN, 'organization', acme?.id), []);
  for (const text of ['organization:*', 'organization:acme', 'email', ''])
    assert.deepEqual(explain(ANN, text), [], text);
  for (const user of [BOB, EVE]) assert.deepEqual(explain(user, 'organization'), []);
});
