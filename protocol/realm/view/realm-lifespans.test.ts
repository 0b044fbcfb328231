import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewLifespans } from './realm-lifespans.ts';

const DEFAULT_LIFESPANS = {
  accessToken: 300,
  accessTokenImplicit: 900,
  ssoIdle: 1800,
  ssoMax: 36_000,
  ssoIdleRememberMe: 1800,
  ssoMaxRememberMe: 36_000,
  clientIdle: 0,
  clientMax: 0,
  offlineIdle: 2_592_000,
  offlineMax: undefined,
  clientOfflineIdle: 0,
  clientOfflineMax: 0,
  accessCode: 60,
  accessCodeLogin: 1800,
  accessCodeUserAction: 300,
  deviceCode: 600,
  devicePolling: 5,
};

test('Keycloak defaults: lifespans that are missing, zero or negative have their defaults', () => {
  assert.deepEqual(viewLifespans({ id: 'i', realm: 'r' }), DEFAULT_LIFESPANS);
  const odd = { accessTokenLifespan: 0, ssoSessionIdleTimeout: -1, clientSessionIdleTimeout: -5 };
  assert.deepEqual(viewLifespans({ id: 'i', realm: 'r', ...odd }), DEFAULT_LIFESPANS);
});

test('Keycloak defaults: remember-me lifespans equal the normal ones unless set', () => {
  const { ssoIdleRememberMe, ssoMaxRememberMe } = viewLifespans({
    id: 'i',
    realm: 'r',
    ssoSessionIdleTimeout: 7,
    ssoSessionMaxLifespanRememberMe: 9,
  });
  assert.deepEqual([ssoIdleRememberMe, ssoMaxRememberMe], [7, 9]);
});

test('Keycloak defaults: the offline session maximum applies only when it is enabled', () => {
  assert.equal(viewLifespans({ id: 'i', realm: 'r', offlineSessionMaxLifespan: 60 }).offlineMax, undefined);
  assert.equal(
    viewLifespans({
      id: 'i',
      realm: 'r',
      offlineSessionMaxLifespan: 60,
      offlineSessionMaxLifespanEnabled: true,
    }).offlineMax,
    60,
  );
  assert.equal(
    viewLifespans({ id: 'i', realm: 'r', offlineSessionMaxLifespanEnabled: true }).offlineMax,
    5_184_000,
  );
});
