import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { Authorization } from '../authorization.ts';
import { createTokenBench, type TokenBench } from '../testing/token.ts';
import { createTokenIssuer } from '../token-issuer.ts';
import { previewTokens } from './preview-tokens.ts';

const EVERYWHERE = { 'access.token.claim': 'true', 'id.token.claim': 'true', 'userinfo.token.claim': 'true' };
const MAPPERS = {
  clientScopes: [
    {
      name: 'mine',
      protocol: 'openid-connect',
      protocolMappers: [
        { name: 'unknown', protocolMapper: 'script-mine.js', config: {} },
        {
          name: 'issuer',
          protocolMapper: 'oidc-hardcoded-claim-mapper',
          config: { ...EVERYWHERE, 'claim.name': 'iss', 'claim.value': 'mine' },
        },
        {
          name: 'team',
          protocolMapper: 'oidc-hardcoded-claim-mapper',
          config: { ...EVERYWHERE, 'claim.name': 'team', 'claim.value': 'blue' },
        },
      ],
    },
  ],
};

function previewIn(bench: TokenBench, scope: string, change: Partial<Authorization> = {}) {
  const keys = createRealmKeys(bench.store.realms, bench.clock);
  const { scopes, openid } = resolveScopes(bench.client(), scope);
  const issuer = createTokenIssuer({ keys });
  return previewTokens(issuer, bench.context(), {
    client: bench.client(),
    user: bench.user(),
    session: undefined,
    scopes,
    openid,
    acr: '1',
    tokenIdPrefix: 'ac',
    refreshable: false,
    ...change,
  });
}

test('OIDC Core §3.1.3.3: without openid there is an access token only', async () => {
  const bench = await createTokenBench();
  const { accessToken, idToken, userInfo } = previewIn(bench, '');
  assert.ok(accessToken);
  assert.deepEqual([idToken, userInfo], [undefined, undefined]);
});

test('token preview: mappers of unknown types and for claims of the protocol are listed as ignored', async () => {
  const bench = await createTokenBench(MAPPERS, { defaultClientScopes: ['mine'] });
  const { accessToken, ignoredMappers } = previewIn(bench, 'openid');
  const mine = ignoredMappers.filter(({ mapper }) => mapper.scope?.name === 'mine');
  assert.deepEqual(
    mine.map(({ mapper, reason }) => [mapper.name, reason]),
    [
      ['unknown', 'unsupported'],
      ['issuer', 'protocol-claim'],
    ],
  );
  const team = accessToken?.claims.find(({ path }) => path[0] === 'team');
  assert.deepEqual([team?.value, team?.causes[0]?.mapper?.name], ['blue', 'team']);
  const iss = accessToken?.claims.find(({ path }) => path[0] === 'iss');
  assert.deepEqual(iss?.causes, [{ kind: 'built-in' }]);
});

test('token preview: no key of the realm is created or read', async () => {
  const bench = await createTokenBench();
  const before = bench.store.realms.find('r');
  previewIn(bench, 'openid');
  assert.equal(bench.store.realms.find('r'), before);
  assert.equal(before?.components, undefined);
});

test('RFC 8693 §2.2.2: an audience that no mapper adds is refused, as for tokens', async () => {
  const bench = await createTokenBench();
  const exchange = { issuedTokenType: 'x', audience: ['nobody'] };
  assert.throws(
    () => previewIn(bench, '', { exchange }),
    (error: unknown) => error instanceof OAuthError && error.description.includes('nobody'),
  );
});

test('RFC 7518 §3.1: an unsupported signature algorithm is refused, as for tokens', async () => {
  const attributes = { 'access.token.signed.response.alg': 'XX999' };
  const bench = await createTokenBench({}, { attributes });
  assert.throws(
    () => previewIn(bench, ''),
    (error: unknown) => error instanceof OAuthError && error.reason.includes('XX999'),
  );
});
