import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrokerClient, createProviderConfig, realmUrl } from './broker-client.ts';

const REALMS = { provider: 'st aff', consumer: 'shop', alias: 'a/b', clientId: 'shop-broker', secret: 's' };

test('Keycloak identity brokering: names are encoded in addresses', () => {
  assert.equal(realmUrl('https://sso.test', 'st aff'), 'https://sso.test/realms/st%20aff');
});

test('Keycloak identity brokering: the connection names this server, at whatever address it is', () => {
  const { rootUrl, redirectUris, attributes } = createBrokerClient(REALMS);
  assert.equal(rootUrl, `\${authBaseUrl}`);
  assert.deepEqual(redirectUris, ['/realms/shop/broker/a%2Fb/endpoint']);
  assert.equal(
    attributes?.['post.logout.redirect.uris'],
    '/realms/shop/broker/a%2Fb/endpoint/logout_response',
  );
  const { issuer, tokenUrl } = createProviderConfig(REALMS);
  assert.equal(issuer, `\${authBaseUrl}/realms/st%20aff`);
  assert.equal(tokenUrl, `\${authBaseUrl}/realms/st%20aff/protocol/openid-connect/token`);
});

test('security: ID tokens are checked, and no stand-in takes the place of the realm', () => {
  const config = createProviderConfig(REALMS);
  assert.equal(config['validateSignature'], 'true');
  assert.equal(config['pkceEnabled'], 'true');
  assert.equal(config['understudy.stand-in'], 'never');
  assert.match(String(config['jwksUrl']), /\/protocol\/openid-connect\/certs$/);
});
