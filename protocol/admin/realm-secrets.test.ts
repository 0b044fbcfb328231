import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepProviderSecrets, MASK, maskProviders } from './realm-secrets.ts';

const google = { alias: 'google', config: { clientId: 'c', clientSecret: 'hidden' } };
const saml = { alias: 'saml', config: { entityId: 'e' } };

test('realm-admin A7: the secrets of identity providers are masked, everything else is shown', () => {
  assert.deepEqual(maskProviders([google, saml]), [
    { alias: 'google', config: { clientId: 'c', clientSecret: MASK } },
    saml,
  ]);
  assert.equal(google.config.clientSecret, 'hidden');
});

test('realm-admin A7: a mask that is sent back keeps the secret of the provider with that alias', () => {
  const masked = maskProviders([google, saml]);
  assert.deepEqual(keepProviderSecrets([google, saml], masked), [google, saml]);
  const changed = [{ alias: 'google', config: { clientSecret: 'other' } }];
  assert.deepEqual(keepProviderSecrets([google], changed), changed);
});

test('realm-admin A7: a mask for a provider without a secret is none', () => {
  const given = [{ alias: 'new', config: { clientId: 'c', clientSecret: MASK } }];
  for (const stored of [undefined, 'x', [google], [{ alias: 'new' }], [null]])
    assert.deepEqual(keepProviderSecrets(stored, given), [{ alias: 'new', config: { clientId: 'c' } }]);
});

test('realm files: what is no list of providers stays as it came', () => {
  for (const odd of [undefined, null, 'x', 5, {}, [null, 5, 'x', {}, { config: null }, { config: 'x' }]]) {
    assert.deepEqual(maskProviders(odd), odd);
    assert.deepEqual(keepProviderSecrets([google], odd), odd);
  }
});
