import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readFlows, writeFlows } from './client-flows.ts';

function roundTrip(metadata: Record<string, unknown>) {
  const flows = readFlows(metadata);
  return { flows, said: writeFlows({ clientId: 'c', ...flows, attributes: { ...flows.attributes } }) };
}

test('RFC 7591 §2: the default is the code flow with refresh tokens and a client secret', () => {
  const { flows, said } = roundTrip({});
  assert.deepEqual(
    [flows.standardFlowEnabled, flows.implicitFlowEnabled, flows.serviceAccountsEnabled, flows.publicClient],
    [true, false, false, false],
  );
  assert.deepEqual(said, {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code', 'none'],
    token_endpoint_auth_method: 'client_secret_basic',
  });
});

test('RFC 7591 §2: only the listed grant types are enabled', () => {
  const { flows, said } = roundTrip({
    grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'],
  });
  assert.equal(flows.standardFlowEnabled, false);
  assert.equal(flows.attributes['use.refresh.tokens'], 'false');
  assert.deepEqual(said['grant_types'], [
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]);
  assert.deepEqual(said['response_types'], []);
});

test('RFC 7591 §2.1: response types alone determine the flows', () => {
  assert.equal(roundTrip({ response_types: ['id_token token'] }).flows.standardFlowEnabled, false);
  const hybrid = roundTrip({ response_types: ['token code'] }).flows;
  assert.deepEqual([hybrid.standardFlowEnabled, hybrid.implicitFlowEnabled], [true, true]);
});

for (const method of [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
]) {
  test(`RFC 7591 §2: token_endpoint_auth_method ${method} is returned unchanged`, () => {
    assert.equal(
      roundTrip({ token_endpoint_auth_method: method }).said['token_endpoint_auth_method'],
      method,
    );
  });
}

for (const [why, metadata, field] of [
  ['an unknown grant type', { grant_types: ['magic'] }, 'grant_types'],
  ['grant types that are not a list', { grant_types: 'authorization_code' }, 'grant_types'],
  ['an unknown response type', { response_types: ['code magic'] }, 'response_types'],
  ['code without its grant type', { grant_types: ['implicit'], response_types: ['code'] }, 'response_types'],
  [
    'tokens without the grant type implicit',
    { grant_types: ['authorization_code'], response_types: ['code id_token'] },
    'response_types',
  ],
  ['an unknown authentication method', { token_endpoint_auth_method: 'magic' }, 'token_endpoint_auth_method'],
  [
    'the client credentials grant without client authentication',
    { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
    'grant_types',
  ],
  [
    'CIBA without credentials',
    { grant_types: ['urn:openid:params:grant-type:ciba'], token_endpoint_auth_method: 'none' },
    'grant_types',
  ],
] as const) {
  test(`RFC 7591 §2.1, §3.2.2: ${why} is refused naming ${field}`, () => {
    assert.throws(
      () => readFlows(metadata),
      (error: unknown) =>
        error instanceof OAuthError &&
        error.code === 'invalid_client_metadata' &&
        error.description.startsWith(field),
    );
  });
}
