// For tests of mappers: one mapper of a provider, and what the provider has said.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { MapperInput, ProviderAnswer } from '../mappers/mapper.ts';

/** The realm of the tests: roles `admin`, `shop.buyer`, group `/staff/Berlin`, and a provider `corp`. */
export function brokerRealm(members: Partial<RealmRepresentation> = {}, provider: object = {}): Realm {
  return testRealm({
    clients: [{ clientId: 'shop' }],
    roles: { realm: [{ name: 'admin' }], client: { shop: [{ name: 'buyer' }] } },
    groups: [{ name: 'staff', subGroups: [{ name: 'Berlin' }, { name: 'a/b' }] }],
    identityProviders: [{ alias: 'corp', providerId: 'oidc', ...provider }],
    ...members,
  });
}

/** @throws {TypeError} when the realm does not have the provider of the tests. */
export function corpOf(realm: Realm): IdentityProvider {
  const corp = findIdentityProvider(realm, 'corp');
  if (corp === undefined) throw new TypeError('the test realm has no provider corp');
  return corp;
}

/** What a mapper with the settings reads. */
export function mapperInput(
  config: Readonly<Record<string, string>>,
  answer: Partial<ProviderAnswer> = {},
): MapperInput {
  const realm = brokerRealm();
  return {
    realm,
    provider: corpOf(realm),
    mapper: { name: 'm', type: 't', syncMode: 'FORCE', config },
    answer: { id: '17', username: 'Ann', claims: [], ...answer },
  };
}
