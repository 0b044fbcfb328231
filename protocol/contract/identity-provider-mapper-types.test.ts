import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMapperTypes } from './identity-provider-mapper-types.ts';
import { IDENTITY_PROVIDER_TYPES } from './identity-provider-types.ts';

interface Shown {
  readonly id: string;
  readonly helpText: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: string;
    readonly options?: unknown;
  }[];
}
const typesOf = (provider: string) => listMapperTypes(provider) as Readonly<Record<string, Shown>>;

test('Keycloak: roles of another Keycloak are mapped for Keycloak’s own type of provider only', () => {
  assert.ok('keycloak-oidc-role-to-role-idp-mapper' in typesOf('keycloak-oidc'));
  for (const provider of ['oidc', 'saml', 'google'])
    assert.ok(!('keycloak-oidc-role-to-role-idp-mapper' in typesOf(provider)), provider);
});

test('Keycloak: each social network has the mapper of its own profile', () => {
  for (const [provider, mapper] of [
    ['google', 'google-user-attribute-mapper'],
    ['linkedin-openid-connect', 'linkedin-user-attribute-mapper'],
  ] as const) {
    const own = Object.keys(typesOf(provider)).filter((id) => id.endsWith('-user-attribute-mapper'));
    assert.deepEqual(own, [mapper]);
  }
});

test('every type of provider has mappers, and every setting of a choice has options', () => {
  for (const provider of [...Object.keys(IDENTITY_PROVIDER_TYPES), 'toString'])
    for (const [id, type] of Object.entries(typesOf(provider))) {
      assert.equal(type.id, id);
      assert.ok(type.helpText);
      for (const { name, type: kind, options } of type.properties)
        assert.equal(kind === 'List', options !== undefined, `${id} ${name}`);
    }
});
