import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExpectations, listRequests, personOf } from './expectations.ts';
import { record, refusedBy } from './testing/record.ts';

const linesOf = (...exchanges: Parameters<typeof listExpectations>[0]) =>
  listExpectations(exchanges).flatMap(({ lines }) => lines);

test('console "Copy as Playwright test": requests of administrators, the console and the server itself are left out', () => {
  const kept = record('Token request', { endpoint: 'token' });
  const others = [
    record('Create user', { path: '/auth/admin/realms/demo/users' }),
    record('Reset', { path: '/emulator/v1/realms/demo/reset' }),
    record('Discovery', { endpoint: 'discovery', background: true }),
    record('Back-channel logout', { from: 'understudy', to: 'application' }),
  ];
  assert.deepEqual(listRequests([...others, kept]), [kept]);
});

test('console "Copy as Playwright test": polls, keys and discovery are not expected, and nothing twice', () => {
  const grant = 'urn:openid:params:grant-type:ciba';
  const token = { endpoint: 'token', clientId: 'web', grant } as const;
  assert.deepEqual(
    linesOf(
      record('Token request', { ...token, outcome: 'asked' }),
      record('Token request', token),
      record('Token request', token),
      record('Keys', { endpoint: 'keys' }),
      record('Discovery', { endpoint: 'discovery' }),
      record('Sign-in form'),
    ),
    [
      `await expect(idp).toHaveSeen({ endpoint: 'token', client: 'web', grant: '${grant}', outcome: 'accepted' });`,
    ],
  );
});

test('console "Copy as Playwright test": a refusal is expected with its rule, and explained', () => {
  const refusal = {
    code: 'invalid_request',
    description: 'Invalid',
    reason: 'No.',
    remedy: 'Add it\nto the list.',
  };
  assert.deepEqual(
    linesOf(
      record(
        'Authorization request',
        refusedBy('check-redirect-uri', 'No.', { endpoint: 'authorization', refusal }),
      ),
    ),
    [
      '// Refused: No.',
      '// How to fix it: Add it to the list.',
      `await expect(idp).toHaveSeen({ endpoint: 'authorization', outcome: 'refused', rule: 'check-redirect-uri' });`,
    ],
  );
});

test('console "Copy as Playwright test": keys that were refused are expected', () => {
  assert.equal(linesOf(record('Keys', refusedBy('find-realm', 'No.', { endpoint: 'keys' }))).length, 2);
});

test('console "Copy as Playwright test": an accepted request has no rule, and no grant unless it is for tokens', () => {
  const decisions = [{ rule: 'check-x', outcome: 'refused', detail: 'overruled' }] as const;
  assert.deepEqual(
    linesOf(record('Userinfo', { endpoint: 'userinfo', grant: 'x', pkce: 'none', decisions })),
    [`await expect(idp).toHaveSeen({ endpoint: 'userinfo', outcome: 'accepted' });`],
  );
});

test('console "Copy as Playwright test": a service account is no person', () => {
  assert.deepEqual(['service-account-batch', 'alice', undefined].map(personOf), [
    undefined,
    'alice',
    undefined,
  ]);
});
