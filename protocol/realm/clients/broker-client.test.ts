import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrokerClient, createProviderConfig, realmUrl } from './broker-client.ts';

const realms = (baseUrl: string) => ({
  baseUrl,
  provider: 'st aff',
  consumer: 'shop',
  alias: 'a/b',
  clientId: 'shop-broker',
  secret: 's',
});

test('Keycloak identity brokering: names are encoded in addresses', () => {
  assert.equal(realmUrl('https://sso.test', 'st aff'), 'https://sso.test/realms/st%20aff');
});

test('RFC 8252 §7.3: on this machine, browsers may use either name; elsewhere, one address is registered', () => {
  assert.deepEqual(createBrokerClient(realms('https://sso.test/auth')).redirectUris, [
    'https://sso.test/auth/realms/shop/broker/a%2Fb/endpoint',
  ]);
  assert.deepEqual(createBrokerClient(realms('http://localhost:8080/auth')).redirectUris, [
    'http://localhost:8080/auth/realms/shop/broker/a%2Fb/endpoint',
    'http://127.0.0.1:8080/auth/realms/shop/broker/a%2Fb/endpoint',
  ]);
});

test('security: ID tokens are checked, and no stand-in takes the place of the realm', () => {
  const config = createProviderConfig(realms('https://sso.test'));
  assert.equal(config['validateSignature'], 'true');
  assert.equal(config['pkceEnabled'], 'true');
  assert.equal(config['issuer'], 'https://sso.test/realms/st%20aff');
  assert.equal(config['understudy.stand-in'], 'never');
  assert.match(String(config['jwksUrl']), /\/protocol\/openid-connect\/certs$/);
});
