import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { METADATA_ROWS, type MetadataRow } from './metadata-table.ts';
import { isWebUrl, readAttribute, readText, readTexts, writeField } from './metadata-values.ts';

function rowOf(field: string): MetadataRow {
  const row = METADATA_ROWS.find((each) => each.field === field);
  assert.ok(row, field);
  return row;
}

const GOOD: readonly (readonly [field: string, value: unknown, attribute: string])[] = [
  ['tls_client_auth_subject_dn', 'CN=a', 'CN=a'],
  ['logo_uri', 'https://a.test/x', 'https://a.test/x'],
  ['dpop_bound_access_tokens', false, 'false'],
  ['request_uris', ['http://a.test/1', 'app:/2'], 'http://a.test/1##app:/2'],
  ['post_logout_redirect_uris', ['http://a.test/1', 'app:/2'], 'http://a.test/1##app:/2'],
  ['contacts', ['a', 'b'], 'a##b'],
  ['id_token_signed_response_alg', 'ES256', 'ES256'],
  ['userinfo_signed_response_alg', 'none', 'none'],
  ['id_token_encrypted_response_alg', 'RSA-OAEP', 'RSA-OAEP'],
  ['id_token_encrypted_response_enc', 'A128GCM', 'A128GCM'],
];

for (const [field, value, attribute] of GOOD) {
  test(`RFC 7591 §2: ${field} ${JSON.stringify(value)} is stored as "${attribute}" and returned unchanged`, () => {
    const row = rowOf(field);
    assert.equal(readAttribute({ [field]: value }, row), attribute);
    assert.deepEqual(writeField(attribute, row.type), value);
  });
}

const BAD: readonly (readonly [field: string, value: unknown])[] = [
  ['tls_client_auth_subject_dn', 5],
  ['tls_client_auth_subject_dn', 'x'.repeat(4001)],
  ['logo_uri', 'javascript:alert(1)'],
  ['logo_uri', '/path'],
  ['dpop_bound_access_tokens', 'true'],
  ['request_uris', 'http://a.test'],
  ['post_logout_redirect_uris', ['http://a.test/#bye']],
  ['post_logout_redirect_uris', ['http://a.test/#']],
  ['post_logout_redirect_uris', ['a b']],
  ['request_uris', ['a b']],
  ['request_uris', ['http://a.test/##http://b.test/']],
  ['request_uris', Array.from({ length: 101 }, () => 'http://a.test')],
  ['contacts', [1]],
  ['contacts', ['a##b']],
  ['id_token_signed_response_alg', 'none'],
  ['id_token_signed_response_alg', 'XX256'],
  ['userinfo_signed_response_alg', ''],
  ['backchannel_authentication_request_signing_alg', 'HS256'],
  ['backchannel_authentication_request_signing_alg', 'none'],
  ['backchannel_token_delivery_mode', 'ping'],
  ['backchannel_token_delivery_mode', 'push'],
  ['id_token_encrypted_response_alg', 'A128GCM'],
  ['id_token_encrypted_response_enc', 'rsa'],
];

for (const [field, value] of BAD) {
  test(`RFC 7591 §3.2.2: ${field} ${JSON.stringify(value).slice(0, 60)} is invalid_client_metadata naming the field`, () => {
    assert.throws(
      () => readAttribute({ [field]: value }, rowOf(field)),
      (error: unknown) =>
        error instanceof OAuthError &&
        error.code === 'invalid_client_metadata' &&
        error.description.startsWith(field),
    );
  });
}

test('a field that is absent or null has no value', () => {
  for (const metadata of [{}, { f: null }]) {
    assert.equal(readText(metadata, 'f'), undefined);
    assert.equal(readTexts(metadata, 'f'), undefined);
    assert.equal(readAttribute(metadata, { field: 'f', attribute: 'a', type: { kind: 'flag' } }), undefined);
  }
  assert.equal(writeField('', { kind: 'text' }), undefined);
});

test('only http and https URLs are web URLs', () => {
  assert.deepEqual(['http://a', 'https://a', 'ftp://a', 'a', ''].map(isWebUrl), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
