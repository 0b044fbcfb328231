import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { isMetadataAttribute, readClientMetadata, writeClientMetadata } from './client-metadata.ts';

const { realm } = normalizeRealm({ realm: 'r' }, { now: () => 0 });
const redirect_uris = ['http://127.0.0.1/cb'];

function roundTrip(metadata: Readonly<Record<string, unknown>>) {
  const described = readClientMetadata({ redirect_uris, ...metadata }, realm);
  const client = normalizeClient(realm, { ...described, clientId: 'c' });
  return { client, said: writeClientMetadata(client) };
}

const WHOLE = {
  client_name: 'Shop',
  client_uri: 'http://a.test/home',
  logo_uri: 'http://a.test/logo.png',
  contacts: ['a@a.test'],
  application_type: 'native',
  post_logout_redirect_uris: ['http://a.test/bye', 'http://a.test/out'],
  backchannel_logout_uri: 'http://a.test/back',
  backchannel_logout_session_required: false,
  frontchannel_logout_uri: 'http://a.test/front',
  frontchannel_logout_session_required: true,
  id_token_signed_response_alg: 'ES256',
  id_token_encrypted_response_alg: 'RSA-OAEP',
  id_token_encrypted_response_enc: 'A256GCM',
  userinfo_signed_response_alg: 'PS256',
  request_uris: ['https://a.test/request'],
  jwks_uri: 'http://a.test/jwks',
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'ES384',
  dpop_bound_access_tokens: true,
  require_pushed_authorization_requests: true,
  default_acr_values: ['1'],
};

test('RFC 7591 §3.2.1: everything registered is returned', () => {
  const { said } = roundTrip(WHOLE);
  for (const [field, value] of Object.entries(WHOLE)) assert.deepEqual(said[field], value, field);
});

test('metadata becomes Keycloak’s client attributes', () => {
  const { client } = roundTrip(WHOLE);
  assert.equal(client.frontchannelLogout, true);
  assert.equal(client.baseUrl, 'http://a.test/home');
  assert.equal(client.attributes?.['post.logout.redirect.uris'], 'http://a.test/bye##http://a.test/out');
  assert.equal(client.attributes?.['backchannel.logout.url'], 'http://a.test/back');
  assert.equal(client.attributes?.['use.jwks.url'], 'true');
});

test('RFC 7591 §2: keys can be sent by value', () => {
  const jwks = { keys: [{ kty: 'EC' }] };
  assert.deepEqual(roundTrip({ jwks }).said['jwks'], jwks);
});

test('OIDC Core §8.1: a pairwise subject becomes a mapper of the client', () => {
  const { client, said } = roundTrip({
    subject_type: 'pairwise',
    sector_identifier_uri: 'https://a.test/sector',
  });
  assert.equal(client.protocolMappers?.[0]?.protocolMapper, 'oidc-sha256-pairwise-sub-mapper');
  assert.equal(said['subject_type'], 'pairwise');
  assert.equal(said['sector_identifier_uri'], 'https://a.test/sector');
});

test('RFC 7591 §2: requested scopes become optional, in addition to the realm’s defaults', () => {
  const { client } = roundTrip({ scope: 'openid phone email' });
  assert.deepEqual(client.optionalClientScopes, ['phone']);
  assert.equal(client.defaultClientScopes?.includes('email'), true);
  assert.equal(roundTrip({}).client.optionalClientScopes?.includes('address'), true);
});

for (const [metadata, field] of [
  [{ jwks: { keys: [] }, jwks_uri: 'http://a.test/' }, 'jwks'],
  [{ jwks: 'text' }, 'jwks'],
  [{ jwks_uri: 'file:///keys' }, 'jwks_uri'],
  [{ subject_type: 'secret' }, 'subject_type'],
  [{ scope: 'openid magic' }, 'scope'],
  [{ scope: ['openid'] }, 'scope'],
  [{ client_name: {} }, 'client_name'],
  [{ client_uri: 'javascript:alert(1)' }, 'client_uri'],
  [{ backchannel_logout_uri: 'nowhere' }, 'backchannel_logout_uri'],
] as const) {
  test(`RFC 7591 §3.2.2: ${JSON.stringify(metadata)} is refused naming ${field}`, () => {
    assert.throws(
      () => roundTrip(metadata),
      (error: unknown) => error instanceof OAuthError && error.description.startsWith(`${field} `),
    );
  });
}

test('an update removes only what metadata controls', () => {
  assert.equal(isMetadataAttribute('backchannel.logout.url'), true);
  assert.equal(isMetadataAttribute('jwks.string'), true);
  assert.equal(isMetadataAttribute('access.token.lifespan'), false);
});
