import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateOptions } from './server-credentials.ts';

test('PEM files and a key store become the options that TLS servers take', () => {
  assert.deepEqual(certificateOptions({ certificate: 'c', key: 'k' }), { cert: 'c', key: 'k' });
  const pfx = Buffer.from('store');
  assert.deepEqual(certificateOptions({ pfx, passphrase: 'p' }), { pfx, passphrase: 'p' });
});
