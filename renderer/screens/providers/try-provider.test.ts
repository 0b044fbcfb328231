import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryProviderUrl, whyNotTried } from './try-provider.ts';

const ISSUER = 'http://127.0.0.1:8080/auth/realms/my%20realm';

test('Keycloak: kc_idp_hint leads to the provider without a click, and back to the account console', () => {
  const url = new URL(tryProviderUrl(ISSUER, 'a&b'));
  assert.equal(url.pathname, '/auth/realms/my%20realm/protocol/openid-connect/auth');
  assert.equal(url.searchParams.get('kc_idp_hint'), 'a&b');
  assert.equal(url.searchParams.get('redirect_uri'), `${ISSUER}/account/`);
});

test('OIDC Core §3.1.2.1: with prompt=login, a session in the browser does not take the place of the provider', () => {
  assert.equal(new URL(tryProviderUrl(ISSUER, 'google')).searchParams.get('prompt'), 'login');
});

const CLIENTS = [{ clientId: 'account' }, { clientId: 'account-console', enabled: true }] as const;

test('console "Providers": a provider with which no one can sign in cannot be tried, and the reason is shown', () => {
  assert.equal(whyNotTried({}, CLIENTS), undefined);
  assert.equal(whyNotTried({ enabled: true, linkOnly: false }, CLIENTS), undefined);
  assert.equal(whyNotTried({ enabled: false }, CLIENTS), 'providers:provider.tryDisabled');
  assert.equal(whyNotTried({ linkOnly: true }, CLIENTS), 'providers:provider.tryLinkOnly');
});

test('console "Providers": without the clients of the account console, a provider cannot be tried', () => {
  const off = [{ clientId: 'account', enabled: false }, { clientId: 'account-console' }];
  for (const clients of [[], [{ clientId: 'account' }], off])
    assert.equal(whyNotTried({}, clients), 'providers:provider.tryNoConsole');
});
