import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmKeyRow } from '../../api/keys.ts';
import { generatedKey, importedKey, nextPriority, withState } from './key-component.ts';

test('console "Realm": a new key has the highest priority, so that it signs from then on', () => {
  const row = (providerPriority: number) => ({ key: { providerPriority } }) as RealmKeyRow;
  assert.equal(nextPriority([row(100), row(110)]), 120);
  assert.equal(nextPriority([]), 10);
});

test('realm-admin A8: each algorithm has its provider', () => {
  const providerOf = (algorithm: string) => generatedKey(algorithm, 1).providerId;
  assert.deepEqual(['RS256', 'PS512', 'ES384', 'EdDSA', 'HS256', 'RSA-OAEP-256'].map(providerOf), [
    'rsa-generated',
    'rsa-generated',
    'ecdsa-generated',
    'eddsa-generated',
    'hmac-generated',
    'rsa-enc-generated',
  ]);
  assert.deepEqual(generatedKey('ES384', 1).config?.['ecdsaEllipticCurveKey'], ['P-384']);
});

test('realm-admin A8: an imported key without a certificate omits it', () => {
  const { providerId, config } = importedKey('RS256', 20, { privateKey: ' PEM\n', certificate: ' ' });
  assert.equal(providerId, 'rsa');
  assert.deepEqual(config?.['privateKey'], ['PEM']);
  assert.equal(config !== undefined && 'certificate' in config, false);
});

test('realm-admin A8: a passive key only verifies, a disabled one does nothing; other settings are kept', () => {
  const component = { id: 'x', providerId: 'rsa-generated', config: { priority: ['7'] } };
  assert.deepEqual(withState(component, 'passive').config, {
    priority: ['7'],
    enabled: ['true'],
    active: ['false'],
  });
  assert.deepEqual(withState(component, 'disabled').config?.['enabled'], ['false']);
});
