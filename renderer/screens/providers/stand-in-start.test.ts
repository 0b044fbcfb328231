import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canStartAtStandIn, standInStartUrl } from './stand-in-start.ts';

test('console "Providers": a sign-in begins at the stand-in below the same address as the realm', () =>
  assert.equal(
    standInStartUrl('http://127.0.0.1:8080/auth/realms/my%20realm', 'a&b'),
    'http://127.0.0.1:8080/auth/stand-ins/my%20realm/a%26b/clients',
  ));

test('console "Providers": a sign-in begins neither at a provider that is asked itself, nor at one of another type', () => {
  assert.equal(canStartAtStandIn({ providerId: 'saml', state: { standIn: true } }), true);
  assert.equal(canStartAtStandIn({ providerId: 'saml', state: { standIn: false } }), false);
  assert.equal(canStartAtStandIn({ providerId: 'google', state: { standIn: true } }), false);
});
