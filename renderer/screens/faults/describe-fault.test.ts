import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEffect, EFFECT_NAMES } from '#protocol/contract/fault-effects.ts';
import type { FaultWire } from '#protocol/contract/faults.ts';
import { text } from '../../texts/text.ts';
import {
  describeDoing,
  describeHits,
  describeMatch,
  describeWaiting,
  EFFECT_LABELS,
  ENDPOINT_LABELS,
} from './describe-fault.ts';

const FAULT: FaultWire = {
  id: 'fault-1',
  match: { endpoint: 'token' },
  do: { status: 503 },
  times: 1,
  armedAt: '2030-01-01T00:00:00.000Z',
  armed: true,
  matched: 0,
  hits: 0,
  exchanges: [],
};

test('console "Faults": endpoints and effects have names of their own', () => {
  for (const keys of [ENDPOINT_LABELS, EFFECT_LABELS]) {
    const names = Object.values(keys).map((key) => text(key));
    assert.equal(new Set(names).size, names.length);
  }
});

for (const name of EFFECT_NAMES) {
  test(`console "Faults": the effect ${name} is described as in Activity, with and without a delay`, () => {
    for (const endpoint of ['token', 'keys'] as const)
      for (const delay of [{}, { delayMs: 250 }, { delayMs: 1500 }, { delayMs: 60_000 }]) {
        const effect = {
          status: { status: 429 },
          oauthError: { oauthError: { error: 'invalid_grant' } },
        };
        const own = name === 'status' || name === 'oauthError' ? effect[name] : { [name]: true };
        const fault = { match: { endpoint }, do: { ...delay, ...own } };
        const expected = describeEffect(fault);
        assert.equal(describeDoing(fault), expected.charAt(0).toUpperCase() + expected.slice(1));
      }
  });
}

test('console "Faults": the effect is a phrase that starts a line', () => {
  assert.equal(describeDoing(FAULT), 'Status 503');
  assert.equal(
    describeDoing({ ...FAULT, do: { delayMs: 5000, drop: true } }),
    'Delayed by 5 s; connection closed without an answer',
  );
});

test('console "Faults": a match names every condition', () => {
  assert.equal(describeMatch({ endpoint: 'keys' }), 'Requests for the realm’s keys');
  assert.equal(
    describeMatch({ endpoint: 'token', grant: 'refresh_token', client: 'web', user: 'alice', nth: 2 }),
    'Token requests with grant refresh_token, of client web, for user alice, from the 2nd on',
  );
  assert.equal(describeMatch({ endpoint: 'par', nth: 1 }), 'Pushed authorization requests');
});

for (const [nth, written] of [
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [112, '112th'],
  [1000, '1000th'],
] as const) {
  test(`console "Faults": ${nth} is written ${written}`, () => {
    assert.match(describeMatch({ endpoint: 'token', nth }), new RegExp(`from the ${written} on$`));
  });
}

test('console "Faults": hits are counted against what was armed', () => {
  assert.equal(describeHits({ hits: 1, times: 3 }), '1 of 3 hits');
  assert.equal(describeHits({ hits: 0, times: 1 }), '0 of 1 hit');
});

test('console "Faults": a fault that waits for a later request says for how many', () => {
  const later = { ...FAULT, match: { endpoint: 'token', nth: 3 } } as const;
  assert.equal(describeWaiting(later), '2 more requests are answered as usual first');
  assert.equal(describeWaiting({ ...later, matched: 1 }), '1 more request is answered as usual first');
  assert.equal(describeWaiting({ ...later, matched: 2 }), '');
  assert.equal(describeWaiting({ ...later, armed: false }), '');
  assert.equal(describeWaiting(FAULT), '');
});
