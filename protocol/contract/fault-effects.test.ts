import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEffect, effectOf, FAULT_EFFECTS, findFaultProblem } from './fault-effects.ts';
import type { FaultRequestWire } from './faults.ts';

const REFUSED: readonly (readonly [FaultRequestWire['match'], FaultRequestWire['do'], RegExp])[] = [
  [{ endpoint: 'token' }, {}, /do has no effect; set one of status, /],
  [{ endpoint: 'token' }, { status: 503, drop: true }, /do has status and drop; choose one/],
  [{ endpoint: 'keys' }, { kidMissing: true, staleKeys: true, delayMs: 5 }, /kidMissing and staleKeys/],
  [{ endpoint: 'token' }, { body: {} }, /do.body needs do.status/],
  [{ endpoint: 'token' }, { drop: true, headers: { 'retry-after': '1' } }, /do.headers needs do.status/],
  [
    { endpoint: 'token' },
    { staleKeys: true },
    /not possible at endpoint token, only at keys. Use endpoint keys/,
  ],
  [
    { endpoint: 'saml' },
    { oauthError: { error: 'invalid_grant' } },
    /not possible at endpoint saml.*Use status/,
  ],
  [{ endpoint: 'authorization' }, { wrongKey: true }, /Use endpoint token/],
  [{ endpoint: 'userinfo' }, { expired: true }, /only at token, registry. Use endpoint token/],
  [{ endpoint: 'userinfo', grant: 'password' }, { drop: true }, /match.grant is for endpoint token only/],
  [{ endpoint: 'keys', client: 'web' }, { drop: true }, /match.client is not possible for endpoint keys/],
  [{ endpoint: 'discovery', user: 'ann' }, { drop: true }, /match.user is not possible/],
  [{ endpoint: 'token' }, { status: 200, headers: { 'content-length': '1' } }, /is set by the server/],
  [{ endpoint: 'token' }, { status: 200, headers: { Connection: 'close' } }, /use drop or cut/],
  [{ endpoint: 'token' }, { status: 200, headers: { 'x y': '1' } }, /"x y" is not the name of a header/],
  [{ endpoint: 'token' }, { status: 200, headers: { 'x-y': 'a\r\nset-cookie: b' } }, /printable ASCII/],
];

for (const [match, effect, expected] of REFUSED) {
  test(`test kit "faults": ${JSON.stringify({ match, do: effect })} is refused`, () => {
    assert.match(findFaultProblem({ match, do: effect }) ?? 'accepted', expected);
  });
}

test('test kit "faults": a delay combines with every effect, and is enough by itself', () => {
  for (const effect of [{ delayMs: 5 }, { delayMs: 5, drop: true }, { delayMs: 5, status: 503 }] as const) {
    assert.equal(findFaultProblem({ match: { endpoint: 'token' }, do: effect }), undefined);
  }
  const fault = { match: { endpoint: 'token' }, do: { delayMs: 5, status: 503 } } as const;
  assert.equal(describeEffect(fault), 'delayed by 5 ms; status 503');
  assert.equal(effectOf({ delayMs: 5 }), undefined);
  assert.equal(describeEffect({ ...fault, do: { delayMs: 2500 } }), 'delayed by 2.5 s');
});

test('test kit "faults": every effect says what it does and where else to look', () => {
  for (const row of Object.values(FAULT_EFFECTS)) {
    assert.notEqual(row.describe({ status: 503, oauthError: { error: 'slow_down' } }, 'token'), '');
    assert.equal(row.endpoints === undefined, row.otherwise === undefined);
  }
});
