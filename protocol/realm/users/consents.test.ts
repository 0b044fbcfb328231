import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import type { Client, ClientScope } from '../view/realm.ts';
import { checkConsent, hasConsented, missingConsents, withConsent } from './consents.ts';

const ALICE: StoredUser = { id: 'a', username: 'alice' };
const realm = testRealm({
  clients: [
    { clientId: 'shop', consentRequired: true },
    { clientId: 'shown', consentRequired: true, attributes: { 'display.on.consent.screen': 'true' } },
    { clientId: 'trusted' },
  ],
});
const shop = clientOf(realm, 'shop');
const names = (scopes: readonly ClientScope[]) => scopes.map((scope) => scope.name);
const scopesOf = (client: Client) => client.defaultScopes;

test('OIDC Core §3.1.2.4: scopes that are shown and not granted are missing; hidden ones never are', () => {
  assert.deepEqual(names(missingConsents(ALICE, shop, scopesOf(shop))).sort(), ['email', 'profile', 'roles']);
});

test('OIDC Core §3.1.2.4: a grant is stored for this client only and adds to earlier ones', () => {
  const [first, ...others] = missingConsents(ALICE, shop, scopesOf(shop));
  assert.ok(first);
  const once = withConsent(ALICE, shop, [first], 1000);
  assert.deepEqual(names(missingConsents(once, shop, scopesOf(shop))), names(others));
  const twice = withConsent(once, shop, scopesOf(shop), 2000);
  assert.equal(hasConsented(twice, shop, scopesOf(shop)), true);
  assert.equal(hasConsented(twice, clientOf(realm, 'trusted'), scopesOf(shop)), false);
  const [consent] = twice.clientConsents ?? [];
  assert.equal(consent?.createdDate, 1000);
  assert.equal(consent?.lastUpdatedDate, 2000);
  assert.equal(ALICE.clientConsents, undefined);
});

test('a client that is shown itself requires consent once, even without shown scopes', () => {
  const shown = clientOf(realm, 'shown');
  assert.equal(hasConsented(ALICE, shown, []), false);
  assert.equal(hasConsented(withConsent(ALICE, shown, [], 1), shown, []), true);
  assert.equal(hasConsented(ALICE, shop, []), true);
});

test('revoked consent: tokens are refused with invalid_scope and a remedy', () => {
  assert.throws(() => checkConsent(ALICE, shop, scopesOf(shop)), {
    code: 'invalid_scope',
    description: 'Client no longer has requested consent from user',
    remedy: /consentRequired of client shop/,
  });
  checkConsent(withConsent(ALICE, shop, scopesOf(shop), 1), shop, scopesOf(shop));
  checkConsent(ALICE, clientOf(realm, 'trusted'), scopesOf(shop));
});
