import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { claimsOf, createTokenBench } from '../testing/token.ts';
import { userInfoClaims } from '../userinfo-claims.ts';
import { subjectOf, subjectType } from './pairwise-subject.ts';

function pairwise(config: Record<string, string> = {}): Partial<ClientRepresentation> {
  const protocolMapper = 'oidc-sha256-pairwise-sub-mapper';
  return {
    protocolMappers: [
      { name: 'pairwise', protocolMapper, config: { pairwiseSubAlgorithmSalt: 'salt', ...config } },
    ],
  };
}

const UUID_3 = /^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('OIDC Core §8.1: access token, ID token and userinfo have the same subject, which is not the user id', async () => {
  const bench = await createTokenBench({}, pairwise());
  const { access_token, id_token } = await bench.issue();
  const sub = String(claimsOf(id_token)['sub']);
  assert.match(sub, UUID_3);
  assert.equal(claimsOf(access_token)['sub'], sub);
  const verified = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  assert.equal(verified.user.id, 'u1');
  assert.equal(userInfoClaims(bench.context(), verified)['sub'], sub);
  assert.equal(subjectType(bench.client()), 'pairwise');
});

test('OIDC Core §8.1: the subject depends on salt and sector', async () => {
  const subOf = async (config: Record<string, string>): Promise<string> => {
    const bench = await createTokenBench({}, pairwise(config));
    return subjectOf(bench.client(), bench.user());
  };
  const first = await subOf({});
  assert.equal(await subOf({ sectorIdentifierUri: 'https://shop.test/sector.json' }), first);
  assert.notEqual(await subOf({ sectorIdentifierUri: 'https://other.test/sector.json' }), first);
  assert.notEqual(await subOf({ pairwiseSubAlgorithmSalt: 'pepper' }), first);
});

test('a mapper without a salt gets one when the realm is imported', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(async () => {
      const bench = await createTokenBench({}, pairwise({ pairwiseSubAlgorithmSalt: '' }));
      return subjectOf(bench.client(), bench.user());
    }),
  );
  assert.notEqual(one, two);
});

test('OIDC Core §8.1: redirect URIs with several hosts or none require a sector identifier', async () => {
  for (const redirectUris of [['http://a.test/x', 'http://b.test/x'], []]) {
    const bench = await createTokenBench({}, { ...pairwise(), redirectUris });
    await assert.rejects(bench.issue(), (error) => {
      assert.ok(error instanceof OAuthError);
      assert.equal(error.status, 400);
      assert.match(error.remedy ?? '', /sectorIdentifierUri/);
      return true;
    });
  }
});

test('without the mapper the subject is the user id', async () => {
  const bench = await createTokenBench();
  assert.equal(subjectOf(bench.client(), bench.user()), 'u1');
  assert.equal(subjectType(bench.client()), 'public');
});
