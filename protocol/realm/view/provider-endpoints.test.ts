// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdentityProvider } from './identity-providers.ts';
import {
  brokerEndpointUrl,
  isNetwork,
  endpointsOf as locate,
  unsolicitedEndpointUrl,
} from './provider-endpoints.ts';

const provider = (type: string, config: Readonly<Record<string, string>> = {}) =>
  ({ alias: 'a', type, config }) as IdentityProvider;

const endpointsOf = (of: IdentityProvider) => locate(of, 'https://sso.test/auth');

test('Keycloak GitHub: the addresses of an enterprise server come from its settings', () => {
  const { authorization, userinfo, emails } = endpointsOf(
    provider('github', { baseUrl: 'https://git.example/', apiUrl: 'https://git.example/api/v3//' }),
  );
  assert.equal(authorization, 'https://git.example/login/oauth/authorize');
  assert.equal(userinfo, 'https://git.example/api/v3/user');
  assert.equal(emails, 'https://git.example/api/v3/user/emails');
});

test('Keycloak Microsoft: a tenant is part of the addresses, and cannot leave its place', () => {
  assert.match(endpointsOf(provider('microsoft')).token ?? '', /\/common\/oauth2/);
  assert.match(
    endpointsOf(provider('microsoft', { tenantId: 'a/../b?' })).token ?? '',
    /\/a%2F\.\.%2Fb%3F\/oauth2/,
  );
});

test('Keycloak Facebook: further fields are asked for', () => {
  assert.match(
    endpointsOf(provider('facebook', { fetchedFields: 'picture' })).userinfo ?? '',
    /last_name,picture$/,
  );
});

test('Keycloak OpenID Connect: addresses and issuers come from the settings', () => {
  assert.deepEqual(
    endpointsOf(provider('oidc', { tokenUrl: 'https://a/token', issuer: ' https://a , https://b,' })),
    {
      authorization: undefined,
      token: 'https://a/token',
      userinfo: undefined,
      jwks: undefined,
      logout: undefined,
      issuers: ['https://a', 'https://b'],
    },
  );
});

test('this server is named by ${authBaseUrl} in addresses and issuers, as in addresses of clients', () => {
  const issuer = '${authBaseUrl}/realms/staff';
  const { token, issuers } = endpointsOf(provider('oidc', { tokenUrl: `${issuer}/token`, issuer }));
  assert.equal(token, 'https://sso.test/auth/realms/staff/token');
  assert.deepEqual(issuers, ['https://sso.test/auth/realms/staff']);
  const saml = provider('saml', { singleSignOnServiceUrl: `${issuer}/saml`, idpEntityId: issuer });
  assert.deepEqual(endpointsOf(saml), {
    authorization: 'https://sso.test/auth/realms/staff/saml',
    logout: undefined,
    artifacts: undefined,
    issuers: ['https://sso.test/auth/realms/staff'],
  });
});

test('other placeholders in addresses stay, so that the refusal shows them', () => {
  const { token, authorization } = endpointsOf(
    provider('oidc', { tokenUrl: '${AUTHBASEURL}/token', authorizationUrl: '${authBaseUrl' }),
  );
  assert.deepEqual([token, authorization], ['${AUTHBASEURL}/token', '${authBaseUrl']);
});

test('Keycloak SAML: the services and the entity ID come from the settings', () => {
  const config = {
    singleSignOnServiceUrl: 'https://a/sso',
    singleLogoutServiceUrl: 'https://a/slo',
    artifactResolutionServiceUrl: 'https://a/ars',
  };
  const services = { authorization: 'https://a/sso', logout: 'https://a/slo', artifacts: 'https://a/ars' };
  assert.deepEqual(endpointsOf(provider('saml', { ...config, idpEntityId: 'urn:a' })), {
    ...services,
    issuers: ['urn:a'],
  });
  assert.deepEqual(endpointsOf(provider('saml', config)), { ...services, issuers: [] });
  assert.equal(endpointsOf(provider('saml', { authorizationUrl: 'https://a' })).authorization, undefined);
});

test('only social networks have addresses of their own', () => {
  for (const type of ['google', 'github', 'linkedin-openid-connect'])
    assert.equal(isNetwork({ type }), true, type);
  for (const type of ['oidc', 'saml', '', 'constructor']) assert.equal(isNetwork({ type }), false, type);
});

test('Keycloak identity brokering: names are encoded in the address that receives answers', () => {
  assert.equal(
    brokerEndpointUrl({ baseUrl: 'https://sso.test', realm: { name: 'st aff' } }, { alias: 'a/b' }),
    'https://sso.test/realms/st%20aff/broker/a%2Fb/endpoint',
  );
  assert.equal(
    unsolicitedEndpointUrl({ baseUrl: 'https://sso.test', realm: { name: 'r' } }, { alias: 'a' }, 'x y'),
    'https://sso.test/realms/r/broker/a/endpoint/clients/x%20y',
  );
});
