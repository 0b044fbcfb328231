import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidity } from './describe-validity.ts';

const certificate = {
  validFrom: new Date(2026, 0, 2, 12).getTime(),
  validTo: new Date(2036, 0, 2, 12).getTime(),
};

test('RFC 5280 §4.1.2.5: a certificate is valid from its first to its last moment', () => {
  for (const now of [certificate.validFrom, certificate.validTo])
    assert.deepEqual(describeValidity(certificate, now), {
      text: '2 Jan 2026, 12:00:00 to 2 Jan 2036, 12:00:00',
      isValid: true,
    });
});

test('RFC 5280 §4.1.2.5: outside of that, the text says why', () => {
  const before = describeValidity(certificate, certificate.validFrom - 1);
  const after = describeValidity(certificate, certificate.validTo + 1);
  assert.deepEqual([before.isValid, after.isValid], [false, false]);
  assert.match(before.text, /not yet valid/);
  assert.match(after.text, /expired/);
});
