import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { listReplaced, readFlows, writeFlows } from './client-flows.ts';

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

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const CIBA = 'urn:openid:params:grant-type:ciba';

const REPLACED: readonly (readonly [
  why: string,
  sent: Readonly<Record<string, unknown>>,
  registered: Readonly<Record<string, unknown>>,
  dropped: readonly string[],
])[] = [
  [
    'a grant type that the server does not know',
    { grant_types: ['authorization_code', 'magic'] },
    { grant_types: ['authorization_code'], response_types: ['code', 'none'] },
    ['magic'],
  ],
  [
    'a response type that the server does not know',
    { response_types: ['code', 'code magic', 'cookie'] },
    { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code', 'none'] },
    ['code magic', 'cookie'],
  ],
  [
    // oidc-agent sends every response type that it can use.
    'response types that the grant types do not allow',
    { grant_types: [DEVICE, 'authorization_code'], response_types: ['code', 'token', 'code id_token'] },
    { grant_types: ['authorization_code', DEVICE], response_types: ['code', 'none'] },
    ['token', 'code id_token'],
  ],
  [
    'response types of which the grant types allow none',
    { grant_types: [DEVICE], response_types: ['code'] },
    { grant_types: [DEVICE], response_types: [] },
    ['code'],
  ],
  [
    'grant types that need client authentication, of a public client',
    { grant_types: ['authorization_code', 'client_credentials', CIBA], token_endpoint_auth_method: 'none' },
    { grant_types: ['authorization_code'] },
    ['client_credentials', CIBA],
  ],
];

for (const [why, sent, registered, dropped] of REPLACED) {
  test(`RFC 7591 §3.2.1: ${why}: the answer has what is registered, and what was dropped is named`, () => {
    const { said } = roundTrip(sent);
    for (const [field, value] of Object.entries(registered)) assert.deepEqual(said[field], value, field);
    const sentences = listReplaced(sent, said).join('\n');
    for (const name of dropped) assert.match(sentences, new RegExp(`"${name}"`));
  });
}

test('what is registered as sent is not reported as replaced, whatever the order of parts', () => {
  const sent = { grant_types: ['implicit', 'authorization_code'], response_types: ['token code', 'code'] };
  assert.deepEqual(listReplaced(sent, roundTrip(sent).said), []);
  assert.deepEqual(listReplaced({}, roundTrip({}).said), []);
});

test('OAuth 2.0 Multiple Response Types §4: response type none registers the standard flow', () => {
  assert.equal(roundTrip({ response_types: ['none'] }).flows.standardFlowEnabled, true);
});

const REFUSED: readonly (readonly [
  why: string,
  metadata: Readonly<Record<string, unknown>>,
  text: RegExp,
])[] = [
  [
    'only unknown grant types',
    { grant_types: ['magic', 'x'] },
    /^grant_types must .*, found \["magic","x"\]$/,
  ],
  [
    'grant types that are not a list',
    { grant_types: 'code' },
    /^grant_types must be a list .*, found "code"$/,
  ],
  [
    'grant types that are not texts',
    { grant_types: [7] },
    /^grant_types must be a list of texts, found \[7\]$/,
  ],
  [
    'only unknown response types',
    { response_types: ['code magic'] },
    /^response_types must contain one of code, none, .*, found \["code magic"\]$/,
  ],
  [
    'an unknown authentication method',
    { token_endpoint_auth_method: 'magic' },
    /^token_endpoint_auth_method must be one of none, .*, found "magic"$/,
  ],
  [
    'only the client credentials grant, without client authentication',
    { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
    /^grant_types must contain one of authorization_code, .*, found \["client_credentials"\]$/,
  ],
  [
    'a very long list',
    { grant_types: Array.from({ length: 100 }, (_, index) => `magic-${index}`) },
    /, found \["magic-0",.*…$/,
  ],
];

for (const [why, metadata, text] of REFUSED) {
  test(`RFC 7591 §3.2.2: ${why}: refused by member and value`, () => {
    assert.throws(
      () => readFlows(metadata),
      (error: unknown) =>
        error instanceof OAuthError &&
        error.code === 'invalid_client_metadata' &&
        text.test(error.description) &&
        error.description.length < 1000,
    );
  });
}
