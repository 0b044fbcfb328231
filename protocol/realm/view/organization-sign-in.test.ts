import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { testRealm } from '../testing/realm.ts';
import type { RequestedOrganization } from './organization-scopes.ts';
import {
  asksNameFirst,
  findOrganizationOfProvider,
  findOrganizationProvider,
  isExpectedAddress,
  listPublicProviders,
  listRealmProviders,
  type OrganizationQuestion,
  organizationsToChoose,
  resolveOrganization,
} from './organization-sign-in.ts';
import { findOrganizationByAlias } from './organizations.ts';
import type { Realm } from './realm.ts';

const redirect = { 'kc.org.broker.redirect.mode.email-matches': 'true' };
const idp = (alias: string, config = {}, more = {}) => ({ alias, providerId: 'oidc', config, ...more });

const realmOf = (changes: Readonly<Record<string, unknown>> = {}): Realm =>
  testRealm({
    organizationsEnabled: true,
    identityProviders: [
      idp('own', { ...redirect, 'kc.org.domain': 'acme.test' }),
      idp('any', { ...redirect, 'kc.org.domain': 'ANY' }, { hideOnLogin: true }),
      idp('off', { ...redirect, 'kc.org.domain': 'off.test' }, { enabled: false }),
      idp('social'),
    ],
    organizations: [
      {
        name: 'acme',
        domains: [{ name: 'acme.test' }, { name: 'sub.test' }, { name: 'off.test' }],
        identityProviders: [{ alias: 'own' }, { alias: 'any' }, { alias: 'off' }],
        members: [{ username: 'ann', membershipType: 'MANAGED' }, { username: 'both' }],
      },
      {
        name: 'wide',
        domains: [{ name: '*.wide.test' }],
        members: [{ username: 'both', membershipType: 'MANAGED' }],
      },
      { name: 'shut', enabled: false, domains: [{ name: 'shut.test' }], members: [{ username: 'ann' }] },
    ],
    ...changes,
  } as Partial<RealmRepresentation>);

const realm = realmOf();
const user = (username: string, more: Partial<StoredUser> = {}): StoredUser => ({
  id: username,
  username,
  ...more,
});

const ask = (
  name: string | undefined,
  who?: StoredUser,
  requested?: RequestedOrganization,
  chosen?: string,
): OrganizationQuestion => ({ name, user: who, requested, chosen });

const aliasOf = (question: OrganizationQuestion): string | undefined =>
  resolveOrganization(realm, question)?.alias;

const CASES: readonly (readonly [what: string, question: OrganizationQuestion, alias?: string])[] = [
  ['an unknown address of a domain', ask('x@ACME.test'), 'acme'],
  ['an unknown address below a domain with a wildcard', ask('x@a.b.wide.test'), 'wide'],
  ['an unknown address of the domain of a wildcard', ask('x@wide.test'), 'wide'],
  ['a domain that only ends alike', ask('x@notwide.test')],
  ['a domain below one without a wildcard', ask('x@a.acme.test')],
  ['the domain of a disabled organization', ask('x@shut.test')],
  ['a name that is no address', ask('acme.test')],
  ['nothing', ask(undefined)],
  ['the only enabled organization of a member', ask('ann', user('ann')), 'acme'],
  ['a member of several: the one that manages the user', ask('both@acme.test', user('both')), 'wide'],
  [
    'the organization that was chosen',
    ask('both', user('both'), 'any', findOrganizationByAlias(realm, 'acme')?.id),
    'acme',
  ],
  ['a choice among several that is due', ask('both@acme.test', user('both'), 'any')],
  ['all organizations: the address counts', ask('both@acme.test', user('both'), 'all'), 'acme'],
  ['a user of no organization by the address', ask('x', user('x', { email: 'x@acme.test' })), 'acme'],
  ['the same user with a request for organizations', ask('x', user('x', { email: 'x@acme.test' }), 'any')],
  ['a requested organization, for a stranger', ask('x@acme.test', undefined, { alias: 'wide' }), 'wide'],
  ['a requested organization, for no member', ask('ann', user('ann'), { alias: 'wide' })],
  ['a requested organization that is disabled', ask('ann', user('ann'), { alias: 'shut' })],
];

for (const [what, question, alias] of CASES)
  test(`Keycloak organizations: ${what} leads to ${alias ?? 'none'}`, () => {
    assert.equal(aliasOf(question), alias);
  });

const providerFor = (name: string, who?: StoredUser): string | undefined =>
  findOrganizationProvider(realm, findOrganizationByAlias(realm, 'acme'), { name, user: who });

const link = (...aliases: readonly string[]) => ({
  federatedIdentities: aliases.map((alias) => ({ identityProvider: alias, userId: '1' })),
});

test('Keycloak organizations: the provider of the domain comes first, then one for any domain', () => {
  assert.equal(providerFor('x@acme.test'), 'own');
  assert.equal(providerFor('x@sub.test'), 'any');
  assert.equal(providerFor('x@off.test'), 'any');
  for (const name of ['x@other.test', 'x']) assert.equal(providerFor(name), undefined, name);
});

test('Keycloak organizations: a managed member is sent to the only provider it is linked with', () => {
  assert.equal(providerFor('ann', user('ann', link('any'))), 'any');
  assert.equal(providerFor('ann', user('ann', link('own', 'any'))), undefined);
  assert.equal(providerFor('ann', user('ann', link('social'))), undefined);
  assert.equal(providerFor('ann', user('ann', link('off'))), undefined);
  assert.equal(providerFor('both', user('both', link('any'))), undefined);
});

test('Keycloak organizations: a user with a credential is not sent away', () => {
  const credentials = [{ type: 'password' }] as unknown as NonNullable<StoredUser['credentials']>;
  assert.equal(providerFor('ann@acme.test', user('ann', { ...link('any'), credentials })), undefined);
});

test('Keycloak organizations: a choice is due only for members of several, and until it is made', () => {
  const count = (question: OrganizationQuestion): number => organizationsToChoose(realm, question).length;
  assert.equal(count(ask('both', user('both'), 'any')), 2);
  assert.equal(count(ask('ann', user('ann'), 'any')), 0);
  for (const requested of ['all', undefined, { alias: 'acme' }] as const)
    assert.equal(count(ask('both', user('both'), requested)), 0);
  const chosen = findOrganizationByAlias(realm, 'wide')?.id;
  assert.equal(count(ask('both', user('both'), 'any', chosen)), 0);
  assert.equal(count(ask('both', user('both'), 'any', 'unknown')), 2);
});

test('Keycloak organizations: pages offer either providers of the realm or public ones of an organization', () => {
  assert.deepEqual(
    listRealmProviders(realm).map(({ alias }) => alias),
    ['social'],
  );
  const acme = findOrganizationByAlias(realm, 'acme') ?? assert.fail();
  assert.deepEqual(
    listPublicProviders(realm, acme).map(({ alias }) => alias),
    ['own'],
  );
  assert.equal(listRealmProviders(realmOf({ organizationsEnabled: false })).length, 2);
});

test('Keycloak organizations: the address must be of the provider’s domain', () => {
  const acme = findOrganizationOfProvider(realm, 'own') ?? assert.fail();
  assert.equal(isExpectedAddress(acme, 'own', 'x@acme.test'), true);
  for (const email of ['x@sub.test', 'x', ''])
    assert.equal(isExpectedAddress(acme, 'own', email), false, email);
  assert.equal(isExpectedAddress(acme, 'any', 'x@sub.test'), true);
  assert.equal(isExpectedAddress(acme, 'any', 'x@wide.test'), false);
  assert.equal(findOrganizationOfProvider(realm, 'social'), undefined);
});

test('Keycloak organizations: the name is asked first only with an enabled organization', () => {
  assert.equal(asksNameFirst(realm), true);
  assert.equal(asksNameFirst(realmOf({ organizationsEnabled: false })), false);
  assert.equal(asksNameFirst(realmOf({ organizations: [{ name: 'shut', enabled: false }] })), false);
});
