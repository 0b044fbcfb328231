import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { introspectionClaims } from './introspection-claims.ts';
import { claimsOf, createTokenBench } from './testing/token.ts';
import { userInfoClaims } from './userinfo-claims.ts';

function hardcoded(name: string, config: Record<string, string>): ProtocolMapperRepresentation {
  return {
    name,
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config: { 'claim.name': name, 'claim.value': 'x', ...config },
  };
}

test('Keycloak mapper flags: a claim is only in the targets that its mapper selects', async () => {
  const protocolMappers = [
    hardcoded('in_access', { 'access.token.claim': 'true' }),
    hardcoded('in_id', { 'id.token.claim': 'true' }),
    hardcoded('nowhere', { 'access.token.claim': 'false' }),
    hardcoded('unsaid', {}),
  ];
  const answer = await (await createTokenBench({}, { protocolMappers })).issue();
  const [access, id] = [claimsOf(answer.access_token), claimsOf(answer.id_token)];
  assert.deepEqual(
    [access['in_access'], access['in_id'], access['nowhere'], access['unsaid']],
    ['x', undefined, undefined, undefined],
  );
  assert.deepEqual(
    [id['in_access'], id['in_id'], id['nowhere'], id['unsaid']],
    [undefined, 'x', undefined, undefined],
  );
});

test('Keycloak lightweight tokens: only marked claims are included', async () => {
  const protocolMappers = [
    hardcoded('marked', { 'access.token.claim': 'true', 'lightweight.claim': 'true' }),
    hardcoded('unmarked', { 'access.token.claim': 'true' }),
  ];
  const attributes = { 'client.use.lightweight.access.token.enabled': 'true' };
  const claims = claimsOf(
    (await (await createTokenBench({}, { protocolMappers, attributes })).issue()).access_token,
  );
  assert.equal(claims['marked'], 'x');
  assert.equal(claims['unmarked'], undefined);
});

test('mappers cannot change issuer and authorized party of an ID token', async () => {
  const protocolMappers = ['iss', 'azp'].map((name) => hardcoded(name, { 'id.token.claim': 'true' }));
  const claims = claimsOf((await (await createTokenBench({}, { protocolMappers })).issue()).id_token);
  assert.deepEqual([claims['iss'], claims['azp']], ['http://here/realms/r', 'shop']);
});

test('Keycloak: a mapper may choose the subject of an ID token, as a text that is not empty', async () => {
  const subjectWith = async (value: string, type = 'String') => {
    const config = {
      'id.token.claim': 'true',
      'claim.name': 'sub',
      'claim.value': value,
      'jsonType.label': type,
    };
    const protocolMappers = [hardcoded('sub', config)];
    return claimsOf((await (await createTokenBench({}, { protocolMappers })).issue()).id_token)['sub'];
  };
  assert.equal(await subjectWith('alice@shop.test'), 'alice@shop.test');
  assert.equal(await subjectWith('7', 'int'), 'u1');
});

test('a mapper of an unknown type is ignored', async () => {
  const protocolMappers = [{ name: 'mine', protocolMapper: 'oidc-invented-mapper', config: {} }];
  assert.ok((await (await createTokenBench({}, { protocolMappers })).issue()).access_token);
});

for (const name of ['exp', 'iat', 'iss', 'jti', 'nonce', 'sid', 'typ', 'scope', 'exp.deep']) {
  test(`RFC 7519 §4.1: a mapper cannot set ${name}`, async () => {
    const everywhere = {
      'claim.name': name,
      'access.token.claim': 'true',
      'id.token.claim': 'true',
      'userinfo.token.claim': 'true',
    };
    const bench = await createTokenBench({}, { protocolMappers: [hardcoded(`own ${name}`, everywhere)] });
    const answer = await bench.issue({ nonce: 'n' });
    const verified = await bench.verifier.verifyAccessToken(bench.context(), answer.access_token);
    for (const claims of [
      claimsOf(answer.access_token),
      claimsOf(answer.id_token),
      userInfoClaims(bench.context(), verified),
    ])
      for (const value of Object.values(claims)) assert.ok(value !== 'x' && !isDeep(value), name);
  });
}

function isDeep(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'deep' in value;
}

test('a mapper cannot give a service account a session', async () => {
  const protocolMappers = [hardcoded('sid', { 'access.token.claim': 'true' })];
  const answer = await (await createTokenBench({}, { protocolMappers })).issue(
    { session: undefined, refreshable: false, tokenIdPrefix: 'cc', authTime: undefined },
    '',
  );
  assert.equal(claimsOf(answer.access_token)['sid'], undefined);
});

test('address, phone and microprofile-jwt: the built-in scopes add typed claims, only when requested', async () => {
  const attributes = {
    street: ['Main St 1'],
    locality: ['Springfield'],
    postal_code: ['12345'],
    phoneNumber: ['+1 555'],
    phoneNumberVerified: ['true'],
  };
  const user = { id: 'u1', username: 'alice', attributes, realmRoles: ['default-roles-r'] };
  const bench = await createTokenBench({ users: [user] });
  const plain = claimsOf((await bench.issue()).id_token);
  for (const name of ['address', 'phone_number', 'upn']) assert.equal(name in plain, false, name);
  const answer = await bench.issue({}, 'openid address phone microprofile-jwt');
  assert.deepEqual(answer.scope.split(' ').sort(), [
    'address',
    'email',
    'microprofile-jwt',
    'openid',
    'phone',
    'profile',
  ]);
  for (const token of [answer.access_token, answer.id_token]) {
    const claims = claimsOf(token);
    assert.deepEqual(claims['address'], {
      street_address: 'Main St 1',
      locality: 'Springfield',
      postal_code: '12345',
    });
    assert.deepEqual([claims['phone_number'], claims['phone_number_verified']], ['+1 555', true]);
    assert.equal(claims['upn'], 'alice');
    const groups = claims['groups'] as string[];
    assert.ok(groups.includes('offline_access') && groups.includes('default-roles-r'));
  }
  const verified = await bench.verifier.verifyAccessToken(bench.context(), answer.access_token);
  const info = userInfoClaims(bench.context(), verified);
  assert.deepEqual([info['phone_number'], 'upn' in info], ['+1 555', true]);
});

test('service_account: the scope adds the client and its network address', async () => {
  const bench = await createTokenBench({}, { serviceAccountsEnabled: true });
  const notes = { client_id: 'shop', clientHost: '127.0.0.1', clientAddress: '127.0.0.1' };
  const change = {
    session: undefined,
    refreshable: false,
    tokenIdPrefix: 'cc',
    authTime: undefined,
    notes,
  } as const;
  const claims = claimsOf((await bench.issue(change, '')).access_token);
  assert.deepEqual(
    [claims['client_id'], claims['clientHost'], claims['clientAddress'], 'auth_time' in claims],
    ['shop', '127.0.0.1', '127.0.0.1', false],
  );
});

test('Keycloak lightweight tokens: subject, roles and profile are not in the token, but in introspection and userinfo', async () => {
  const attributes = { 'client.use.lightweight.access.token.enabled': 'true' };
  const bench = await createTokenBench({}, { attributes });
  const { access_token } = await bench.issue();
  const claims = claimsOf(access_token);
  for (const name of ['sub', 'realm_access', 'preferred_username', 'acr', 'allowed-origins'])
    assert.equal(name in claims, false, name);
  for (const name of ['exp', 'iat', 'jti', 'iss', 'typ', 'azp', 'sid', 'scope'])
    assert.equal(name in claims, true, name);
  assert.match(String(claims['jti']), /^onlt/);
  const verified = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  const introspected = introspectionClaims(bench.context(), verified);
  assert.deepEqual([introspected['sub'], introspected['preferred_username']], ['u1', 'alice']);
  assert.equal(userInfoClaims(bench.context(), verified)['preferred_username'], 'alice');
});
