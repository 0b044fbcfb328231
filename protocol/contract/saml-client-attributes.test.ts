import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SAML_CANONICALIZATION_METHODS,
  SAML_CLIENT_DEFAULTS,
  SAML_DIGEST_METHODS,
  SAML_ENCRYPTION_ALGORITHMS,
  SAML_KEY_TRANSPORT_ALGORITHMS,
  SAML_MASK_GENERATION_FUNCTIONS,
  SAML_NAME_ID_FORMATS,
  SAML_RSA_OAEP_11,
  SAML_SIGNATURE_ALGORITHMS,
} from './saml-client-attributes.ts';

test('Keycloak create: the defaults of a SAML client are among the choices', () => {
  const chosen = (choices: readonly string[], name: string): boolean =>
    choices.includes(SAML_CLIENT_DEFAULTS[name] ?? '');
  assert.ok(chosen(SAML_SIGNATURE_ALGORITHMS, 'saml.signature.algorithm'));
  assert.ok(chosen(SAML_CANONICALIZATION_METHODS, 'saml_signature_canonicalization_method'));
  assert.ok(chosen(SAML_NAME_ID_FORMATS, 'saml_name_id_format'));
});

test('XML Encryption 1.1 §5: the default is AES-256-GCM with RSA-OAEP over SHA-256', () => {
  assert.deepEqual(
    [
      SAML_ENCRYPTION_ALGORITHMS[0],
      SAML_KEY_TRANSPORT_ALGORITHMS[0],
      SAML_DIGEST_METHODS[0],
      SAML_MASK_GENERATION_FUNCTIONS[0],
    ],
    [
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      SAML_RSA_OAEP_11,
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2009/xmlenc11#mgf1sha256',
    ],
  );
});

test('XML Encryption 1.1 §5.5: RSA with PKCS#1 v1.5 padding is never offered, and neither is DSA', () => {
  const all = [...SAML_KEY_TRANSPORT_ALGORITHMS, ...SAML_SIGNATURE_ALGORITHMS].join(' ');
  assert.doesNotMatch(all, /1_5|DSA_/);
});
