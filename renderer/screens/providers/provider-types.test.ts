import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProviderType } from '#protocol/contract/identity-provider-types.ts';
import {
  COMMON_TYPES,
  findOfferedType,
  nameOfType,
  newProviderConfig,
  OFFERED_TYPES,
  suggestAlias,
} from './provider-types.ts';

const EMPTY = { alias: 'a', clientId: '', clientSecret: '', imported: {} };

test('console "Providers": the types that are offered are Keycloak’s, and have names', () => {
  for (const { id, name } of OFFERED_TYPES) {
    assert.ok(findProviderType(id), id);
    assert.equal(nameOfType(id), name);
  }
  for (const id of COMMON_TYPES) assert.ok(findOfferedType(id), id);
  assert.equal(nameOfType('paypal'), 'PayPal');
  assert.equal(nameOfType('my-own'), 'my-own');
});

test('console "Providers": a new provider gets an alias that is free', () => {
  assert.equal(suggestAlias('linkedin-openid-connect', new Set()), 'linkedin');
  assert.equal(suggestAlias('google', new Set(['google', 'google-2'])), 'google-3');
});

test('console "Providers": a new provider works with its stand-in without any entry', () => {
  for (const { id } of OFFERED_TYPES) {
    const config = newProviderConfig({ ...EMPTY, type: id });
    if (id !== 'saml') assert.ok(config['clientId'] && config['clientSecret'], id);
  }
  const { authorizationUrl, tokenUrl } = newProviderConfig({ ...EMPTY, type: 'oauth2' });
  assert.ok(authorizationUrl && tokenUrl);
});

test('console "Providers": what is entered or imported takes the place of placeholders', () => {
  const imported = { issuer: 'https://idp.test', authorizationUrl: 'https://idp.test/auth' };
  const config = newProviderConfig({
    ...EMPTY,
    type: 'oidc',
    clientId: ' web ',
    clientSecret: 's ',
    imported,
  });
  assert.deepEqual([config['clientId'], config['clientSecret']], ['web', 's ']);
  assert.equal(config['authorizationUrl'], 'https://idp.test/auth');
  assert.equal(config['tokenUrl'], undefined);
});
