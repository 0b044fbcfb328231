import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { SERVER_FORMATS } from './server-formats.ts';

const pair = await createCertifiedKeyPair('sp', 0);
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64');

for (const [format, value, expected] of [
  ['signing-certificate', 'nonsense!', /neither PEM nor base64/],
  ['signing-certificate', 'bm9uc2Vuc2U=', /not the DER of an X\.509 certificate/],
  ['encryption-certificate', pemOf('PRIVATE KEY', pair.privateKey), /private key; give the certificate/],
  ['private-key', pair.certificate, /RSA private key/],
  ['private-key', elliptic, /RSA private key/],
  ['artifact-identifier', 'short', /20 bytes/],
] as const)
  test(`${format}: "${value.slice(0, 30)}" is rejected with the expected format`, () => {
    assert.match(SERVER_FORMATS[format]?.(value) ?? '', expected);
  });

test('certificates and keys are accepted as PEM and as base64', () => {
  for (const value of [pair.certificate, pemOf('CERTIFICATE', pair.certificate)]) {
    assert.equal(SERVER_FORMATS['signing-certificate']?.(value), undefined);
    assert.equal(SERVER_FORMATS['encryption-certificate']?.(value), undefined);
  }
  for (const value of [pair.privateKey, pemOf('PRIVATE KEY', pair.privateKey)])
    assert.equal(SERVER_FORMATS['private-key']?.(value), undefined);
});
