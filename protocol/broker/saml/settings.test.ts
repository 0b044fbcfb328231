import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { brokerRealm, corpOf } from '../testing/mapper-input.ts';
import { isOn, isPrincipalNameId, ownEntityId, signatureSettingsOf, skewMsOf } from './settings.ts';

const realm = brokerRealm();
const base = { baseUrl: 'https://id.example', realm };
const corp = (config: IdentityProvider['config']): IdentityProvider => ({ ...corpOf(realm), config });

test('Keycloak SAML brokering: the entity ID is the issuer of the realm, unless entityId is set', () => {
  assert.equal(ownEntityId(base, corp({})), `https://id.example/realms/${realm.name}`);
  assert.equal(ownEntityId(base, corp({ entityId: 'urn:sp' })), 'urn:sp');
  assert.equal(
    brokerEndpointUrl(base, corp({})),
    `https://id.example/realms/${realm.name}/broker/corp/endpoint`,
  );
});

test('Keycloak SAML brokering: a switch is on only if it is true', () => {
  assert.equal(isOn(corp({ forceAuthn: 'true' }), 'forceAuthn'), true);
  for (const config of [{}, { forceAuthn: 'false' }, { forceAuthn: 'yes' }])
    assert.equal(isOn(corp(config), 'forceAuthn'), false);
});

test('Keycloak allowedClockSkew: seconds; what is no positive number is none', () => {
  assert.equal(skewMsOf(corp({ allowedClockSkew: '30' })), 30_000);
  for (const allowedClockSkew of ['-1', 'soon', '0']) assert.equal(skewMsOf(corp({ allowedClockSkew })), 0);
});

test('Keycloak signatureAlgorithm: RSA_SHA256 by default; unsupported ones are refused with the setting', () => {
  assert.equal(signatureSettingsOf(corp({})).algorithm, 'RSA_SHA256');
  assert.equal(signatureSettingsOf(corp({ signatureAlgorithm: 'RSA_SHA512' })).algorithm, 'RSA_SHA512');
  for (const signatureAlgorithm of ['DSA_SHA1', 'none'])
    assert.throws(
      () => signatureSettingsOf(corp({ signatureAlgorithm })),
      (error) => error instanceof OAuthError && /config\.signatureAlgorithm/.test(error.remedy ?? ''),
    );
});

test('Keycloak xmlSigKeyInfoKeyNameTransformer: the key ID by default', () => {
  const kindOf = (name: string) =>
    signatureSettingsOf(corp({ xmlSigKeyInfoKeyNameTransformer: name })).keyName;
  assert.deepEqual(['NONE', 'CERT_SUBJECT', 'KEY_ID', 'x'].map(kindOf), [
    'NONE',
    'CERT_SUBJECT',
    'KEY_ID',
    'KEY_ID',
  ]);
});

test('Keycloak principalType: the NameID identifies people unless it is an attribute', () => {
  for (const principalType of ['ATTRIBUTE', 'FRIENDLY_ATTRIBUTE'])
    assert.equal(isPrincipalNameId(corp({ principalType })), false);
  for (const config of [{}, { principalType: 'SUBJECT' }, { principalType: 'other' }])
    assert.equal(isPrincipalNameId(corp(config)), true);
});
