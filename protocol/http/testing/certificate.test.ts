import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestCertificate } from './certificate.ts';

test('a test certificate is self-signed and belongs to its key', () => {
  const { read } = createTestCertificate('shop');
  assert.equal(read.subject, 'CN=shop');
  assert.ok(read.verify(read.publicKey));
});
