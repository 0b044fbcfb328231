import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { createCollectingLogger } from '#protocol/log/collecting-logger.ts';
import { reportUnknownMappersTo } from './apply-mappers.ts';
import { claimsOf, createTokenBench } from './test-token.ts';
import { userInfoClaims } from './userinfo-claims.ts';

function hardcoded(name: string, config: Record<string, string>): ProtocolMapperRepresentation {
  return {
    name,
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config: { 'claim.name': name, 'claim.value': 'x', ...config },
  };
}

test('Keycloak mapper flags: a claim goes where its mapper says, and nowhere else', async () => {
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

test('Keycloak lightweight tokens: only what is marked for them gets in', async () => {
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

test('no mapper speaks for the protocol: issuer, subject and authorized party of an ID token stay', async () => {
  const protocolMappers = ['iss', 'sub', 'azp'].map((name) => hardcoded(name, { 'id.token.claim': 'true' }));
  const claims = claimsOf((await (await createTokenBench({}, { protocolMappers })).issue()).id_token);
  assert.deepEqual([claims['iss'], claims['sub'], claims['azp']], ['http://here/realms/r', 'u1', 'shop']);
});

test('a mapper of an unknown type is ignored and named in the log once', async () => {
  const log = createCollectingLogger();
  reportUnknownMappersTo(log);
  const protocolMappers = [{ name: 'mine', protocolMapper: 'oidc-invented-mapper', config: {} }];
  const bench = await createTokenBench({}, { protocolMappers });
  await bench.issue();
  await bench.issue();
  const named = log.records.filter((record) => record.parameters['type'] === 'oidc-invented-mapper');
  assert.equal(named.length, 1);
  assert.equal(named[0]?.level, 'WARN');
});

for (const name of ['exp', 'iat', 'iss', 'jti', 'nonce', 'sid', 'typ', 'scope', 'exp.deep']) {
  test(`RFC 7519 §4.1: a mapper does not set ${name}, and is named in the log once`, async () => {
    const log = createCollectingLogger();
    reportUnknownMappersTo(log);
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
    const named = log.records.filter((record) => record.parameters['mapper'] === `own ${name}`);
    assert.deepEqual(
      named.map((record) => [record.level, record.parameters['claim']]),
      [['WARN', name]],
    );
  });
}

function isDeep(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'deep' in value;
}

test('a service account gets no session by a mapper', async () => {
  const protocolMappers = [hardcoded('sid', { 'access.token.claim': 'true' })];
  const answer = await (await createTokenBench({}, { protocolMappers })).issue(
    { session: undefined, refreshable: false, grant: 'cc', authTime: undefined },
    '',
  );
  assert.equal(claimsOf(answer.access_token)['sid'], undefined);
});
