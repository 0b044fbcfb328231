import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseEnd, renewalInterval } from './leases.ts';

const note = { template: 'shop', origin: 'shop' };

test('a use that is not written is within the time by which the written lease is longer', () => {
  const leaseMs = 600_000;
  const writtenAt = 1000;
  const lastUnwritten = writtenAt + renewalInterval(leaseMs) - 1;
  assert.ok((leaseEnd({ ...note, leaseMs }, writtenAt) ?? 0) >= lastUnwritten + leaseMs);
});

test('a lease ends at a whole millisecond, and a clone without a lease never does', () => {
  assert.equal(leaseEnd({ ...note, leaseMs: 1001 }, 0), 1101);
  assert.equal(leaseEnd(note, 0), undefined);
});
