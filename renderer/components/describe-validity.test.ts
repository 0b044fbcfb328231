import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidity } from './describe-validity.ts';

const certificate = {
  validFrom: new Date(2026, 0, 2, 12).getTime(),
  validTo: new Date(2036, 0, 2, 12).getTime(),
};

test('RFC 5280 §4.1.2.5: a certificate holds from its first moment to its last', () => {
  for (const now of [certificate.validFrom, certificate.validTo])
    assert.deepEqual(describeValidity(certificate, now), {
      words: '2 Jan 2026, 12:00:00 to 2 Jan 2036, 12:00:00',
      holds: true,
    });
});

test('RFC 5280 §4.1.2.5: before and after, it says so in words', () => {
  const before = describeValidity(certificate, certificate.validFrom - 1);
  const after = describeValidity(certificate, certificate.validTo + 1);
  assert.deepEqual([before.holds, after.holds], [false, false]);
  assert.match(before.words, /not yet valid/);
  assert.match(after.words, /expired/);
});
