import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { limitAudience } from './access-token.ts';
import { claimsOf, createTokenBench } from './testing/token.ts';

test('jti: six letters encode the kind of session, of token and of grant', async () => {
  const bench = await createTokenBench();
  const first = await bench.issue();
  const session = await bench.session();
  assert.ok(session);
  const jti = (token: string): string => String(claimsOf(token)['jti']).slice(0, 7);
  assert.equal(jti(first.access_token), 'onrtac:');
  const guest = { ...session, clients: {} };
  const offline = { ...session, id: 'offline:s1', offline: true };
  for (const [expected, change] of [
    ['trrtcc:', { session: undefined, refreshable: false, tokenIdPrefix: 'cc' }],
    ['ofrtrt:', { session: offline, tokenIdPrefix: 'rt' }],
    ['ntrtte', { session: guest, refreshable: false, tokenIdPrefix: 'te' }],
    ['ftrtte', { session: { ...offline, clients: {} }, refreshable: false, tokenIdPrefix: 'te' }],
  ] as const)
    assert.ok(jti((await bench.issue(change)).access_token).startsWith(expected), expected);
});

test('RFC 8693 §2.2.2: an audience removes the others, and an unavailable one is rejected by name', () => {
  const claims = (aud: unknown) => ({ aud });
  const one = claims(['a', 'b']);
  limitAudience(one, ['b']);
  assert.equal(one.aud, 'b');
  const all = claims(['a', 'b']);
  limitAudience(all, []);
  assert.deepEqual(all.aud, ['a', 'b']);
  for (const aud of ['a', ['a', 'c']])
    assert.throws(
      () => limitAudience(claims(aud), ['a', 'x']),
      (error) => error instanceof OAuthError && error.description === 'Requested audience not available: x',
      String(aud),
    );
});
