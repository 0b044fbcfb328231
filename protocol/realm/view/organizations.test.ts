import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import {
  domainOf,
  findByDomain,
  findOrganizationByAlias,
  findOrganizationById,
  listOrganizations,
  organizationsOf,
} from './organizations.ts';

const realmWith = (organizations: unknown, members: Readonly<Record<string, unknown>> = {}) => ({
  stored: { id: 'r', realm: 'r', organizationsEnabled: true, organizations, ...members } as StoredRealm,
});
const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);
const ANN = { username: 'ann' };

test('Keycloak organizations: while they are switched off, the realm has none', () => {
  const members = [{ name: 'acme', alias: 'acme', domains: [{ name: 'acme.test' }], members: [ANN] }];
  for (const organizationsEnabled of [false, undefined, 'true']) {
    const realm = realmWith(members, { organizationsEnabled });
    assert.deepEqual(listOrganizations(realm), []);
    assert.deepEqual(organizationsOf(realm, ANN), []);
    assert.equal(findByDomain(realm, 'ann@acme.test'), undefined);
    assert.equal(findOrganizationByAlias(realm, 'acme'), undefined);
  }
});

test('Keycloak realm file: what an organization does not say has its default', () => {
  const [acme] = listOrganizations(realmWith([{ name: 'acme' }]));
  assert.deepEqual(
    { ...acme, id: '' },
    {
      id: '',
      name: 'acme',
      alias: 'acme',
      enabled: true,
      domains: [],
      redirectUrl: undefined,
      attributes: {},
      providers: [],
      members: new Map(),
    },
  );
  assert.match(acme?.id ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(findOrganizationById(realmWith([{ name: 'acme' }]), acme?.id ?? '')?.name, 'acme');
});

test('Keycloak realm file: malformed organizations and members of organizations are passed over', () => {
  for (const organizations of [undefined, null, 'acme', {}, 7])
    assert.deepEqual(listOrganizations(realmWith(organizations)), []);
  const odd = {
    id: 7,
    name: 'odd',
    alias: [],
    enabled: 'no',
    redirectUrl: 1,
    domains: [{ name: 7 }, 'x', { name: ' ODD.test ', verified: 'yes' }],
    attributes: { a: ['1', 2], b: 'x', c: [], d: {} },
    identityProviders: [{ alias: 'gone' }, {}, null],
    members: [{ username: 7 }, null, { username: 'Ann', membershipType: 'OTHER' }],
  };
  const realm = realmWith([null, 1, [], {}, { name: ' ' }, { alias: 'no-name' }, odd]);
  const [found, ...others] = listOrganizations(realm);
  assert.deepEqual(others, []);
  assert.equal(found?.alias, 'odd');
  assert.equal(found?.enabled, true);
  assert.deepEqual(found?.domains, [{ name: 'odd.test', verified: false }]);
  assert.deepEqual(found?.attributes, { a: ['1'], b: ['x'] });
  assert.deepEqual([found?.providers, found?.redirectUrl], [[], undefined]);
  assert.deepEqual([...(found?.members ?? [])], [['ann', 'UNMANAGED']]);
  assert.deepEqual(listOrganizations(realmWith([{ name: 'x', attributes: 'none' }]))[0]?.attributes, {});
});

test('Keycloak organizations: an identity provider has its domain and its redirect', () => {
  const identityProviders = [
    {
      alias: 'corp',
      providerId: 'oidc',
      config: { 'kc.org.domain': 'Acme.test', 'kc.org.broker.redirect.mode.email-matches': 'true' },
    },
    { alias: 'any', providerId: 'oidc', config: { 'kc.org.domain': 'ANY' } },
    { alias: 'plain', providerId: 'oidc' },
  ];
  const acme = { name: 'acme', identityProviders: [{ alias: 'corp' }, { alias: 'any' }, { alias: 'plain' }] };
  assert.deepEqual(listOrganizations(realmWith([acme], { identityProviders }))[0]?.providers, [
    { alias: 'corp', domain: 'acme.test', redirectsByDomain: true },
    { alias: 'any', domain: 'ANY', redirectsByDomain: false },
    { alias: 'plain', domain: undefined, redirectsByDomain: false },
  ]);
});

const TWO = realmWith([
  { name: 'acme', alias: 'a', domains: [{ name: 'acme.test' }], members: [{ username: 'Ann' }] },
  {
    name: 'bolt',
    alias: 'a',
    enabled: false,
    domains: [{ name: 'acme.test' }, { name: 'bolt.test' }],
    members: [{ username: 'ann', membershipType: 'MANAGED' }, { username: 'bob' }],
  },
]);

test('Keycloak organizations: a user may be a member of several, and a stranger of none', () => {
  assert.deepEqual(names(organizationsOf(TWO, ANN)), ['acme', 'bolt']);
  assert.deepEqual(names(organizationsOf(TWO, { username: 'bob' })), ['bolt']);
  assert.deepEqual(organizationsOf(TWO, { username: 'toString' }), []);
  assert.equal(organizationsOf(TWO, ANN)[1]?.members.get('ann'), 'MANAGED');
});

test('Keycloak organizations: an address leads to the first enabled organization with its domain', () => {
  assert.equal(findByDomain(TWO, 'Someone@ACME.test')?.name, 'acme');
  for (const email of ['ann@bolt.test', 'ann@sub.acme.test', 'acme.test', '@acme.test', 'ann@', ''])
    assert.equal(findByDomain(TWO, email), undefined, email);
  assert.equal(domainOf('a@b@C.test '), 'c.test');
});

test('an alias or identifier finds the first organization that has it', () => {
  assert.equal(findOrganizationByAlias(TWO, 'a')?.name, 'acme');
  assert.equal(findOrganizationByAlias(TWO, '__proto__'), undefined);
  assert.equal(findOrganizationById(TWO, 'none'), undefined);
});

test('the same stored realm gives the same view', () => {
  assert.equal(listOrganizations(TWO), listOrganizations({ stored: TWO.stored }));
});
