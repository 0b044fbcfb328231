import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRealm, findRealmProblem } from '#protocol/http/check-realm.ts';
import { createTestExchange, type TestExchange } from './testing/exchange.ts';

const REFUSED: readonly (readonly [why: string, exchange: TestExchange])[] = [
  ['sslRequired all, even from this machine', { realm: { sslRequired: 'all' } }],
  [
    'sslRequired external, from a public address',
    { realm: { sslRequired: 'external' }, remoteAddress: '8.8.8.8' },
  ],
  [
    'sslRequired external, from a public IPv6 address',
    { realm: { sslRequired: 'external' }, remoteAddress: '2001:db8::1' },
  ],
  [
    'sslRequired external, from 172.32.0.1, which is not private',
    { realm: { sslRequired: 'external' }, remoteAddress: '172.32.0.1' },
  ],
  ['no setting, so external by default', { remoteAddress: '::ffff:8.8.8.8' }],
];

for (const [why, given] of REFUSED) {
  test(`plain HTTP is rejected: ${why}`, () => {
    assert.throws(() => checkRealm(createTestExchange(given)), {
      code: 'invalid_request',
      description: 'HTTPS required',
      status: 403,
      remedy: 'Set sslRequired of realm r to none, or call by HTTPS.',
    });
  });
}

test('a disabled realm is rejected, after the connection is checked', () => {
  assert.throws(() => checkRealm(createTestExchange({ realm: { enabled: false } })), {
    code: 'access_denied',
    description: 'Realm not enabled',
    status: 403,
  });
  const both = createTestExchange({ realm: { enabled: false, sslRequired: 'all' } });
  assert.equal(findRealmProblem(both)?.description, 'HTTPS required');
});

for (const remoteAddress of [
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.17.0.1',
  '192.168.1.1',
  'fd00::1',
  'fe80::1',
]) {
  test(`sslRequired external accepts plain HTTP from ${remoteAddress}`, () => {
    assert.equal(findRealmProblem(createTestExchange({ remoteAddress })), undefined);
  });
}

test('HTTPS is always accepted', () => {
  const exchange = createTestExchange({
    realm: { sslRequired: 'all' },
    baseUrl: 'https://id.example.test',
    remoteAddress: '8.8.8.8',
  });
  assert.equal(findRealmProblem(exchange), undefined);
});
