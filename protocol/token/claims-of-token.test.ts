import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimSubjectOf } from './claims-of-token.ts';
import { createTokenBench } from './testing/token.ts';

test("a verified token has its own scopes and the client's hidden ones, and no others", async () => {
  const bench = await createTokenBench(
    {},
    { optionalClientScopes: ['phone', 'address'], defaultClientScopes: ['basic', 'email'] },
  );
  const { access_token } = await bench.issue({}, 'openid phone');
  const subject = claimSubjectOf(
    bench.context(),
    await bench.verifier.verifyAccessToken(bench.context(), access_token),
  );
  assert.deepEqual(subject.scopes.map((scope) => scope.name).sort(), ['basic', 'email', 'phone']);
  assert.equal(subject.baseUrl, 'http://here');
  assert.equal(subject.acr, '1');
  assert.equal(subject.authTime, bench.clock.now() / 1000);
});

test("notes of a service account are restored from the token's claims", async () => {
  const bench = await createTokenBench({}, { serviceAccountsEnabled: true });
  await bench.store.users.update('r-id', 'u1', (user) => ({ ...user, serviceAccountClientId: 'shop' }));
  const notes = { client_id: 'shop', clientHost: 'h', clientAddress: 'a' };
  const answer = await bench.issue(
    { session: undefined, refreshable: false, tokenIdPrefix: 'cc', authTime: undefined, notes },
    '',
  );
  const token = await bench.verifier.verifyAccessToken(bench.context(), answer.access_token);
  assert.deepEqual(claimSubjectOf(bench.context(), token).notes, notes);
  assert.equal(claimSubjectOf(bench.context(), token).authTime, undefined);
});
