import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { checkInTime } from './check-in-time.ts';

const exchange = createTestExchange();
const now = exchange.clock.now();
const { accessCodeLogin } = exchange.realm.lifespans;

for (const [what, issuedAgo, endsIn] of [
  ['issued now', 0, undefined],
  ['a minute old that expired just now', 60, -59],
  ['as old as a sign-in may be', accessCodeLogin, undefined],
  ['by a clock that is a minute ahead', -60, undefined],
] as const) {
  test(`SAML Core §3.7.1: a request ${what} is accepted`, () => {
    const notOnOrAfter = endsIn === undefined ? undefined : now + endsIn * 1000;
    checkInTime(exchange, { issuedAt: now - issuedAgo * 1000, notOnOrAfter });
  });
}

for (const [what, issuedAgo, endsIn, reason] of [
  ['that expired a minute ago', 0, -60, /was valid until 2026-01-05T11:59:00/],
  ['that is too old', accessCodeLogin + 61, undefined, /older than accessCodeLifespanLogin of realm r/],
  ['issued in the future', -61, undefined, /in the future/],
] as const) {
  test(`SAML Core §3.7.1: a request ${what} is rejected, and the realm's clock is named`, () => {
    const notOnOrAfter = endsIn === undefined ? undefined : now + endsIn * 1000;
    const check = (): void => checkInTime(exchange, { issuedAt: now - issuedAgo * 1000, notOnOrAfter });
    assert.throws(check, {
      code: 'stale_request',
      reason,
      remedy: /clock of realm r says 2026-01-05T12:00:00/,
    });
  });
}
