import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { MetadataKind } from './metadata-table.ts';
import { isWebUrl, readAttribute, readText, readTexts, writeField } from './metadata-values.ts';

const GOOD: readonly (readonly [kind: MetadataKind, value: unknown, attribute: string])[] = [
  ['text', 'poll', 'poll'],
  ['url', 'https://a.test/x', 'https://a.test/x'],
  ['flag', false, 'false'],
  ['urls', ['http://a.test/1', 'app:/2'], 'http://a.test/1##app:/2'],
  ['redirects', ['http://a.test/1', 'app:/2'], 'http://a.test/1##app:/2'],
  ['texts', ['a', 'b'], 'a##b'],
  ['signature', 'ES256', 'ES256'],
  ['signature-or-none', 'none', 'none'],
  ['key-encryption', 'RSA-OAEP', 'RSA-OAEP'],
  ['content-encryption', 'A128GCM', 'A128GCM'],
];

for (const [kind, value, attribute] of GOOD) {
  test(`RFC 7591 §2: ${JSON.stringify(value)} as ${kind} is "${attribute}", and is said again as it came`, () => {
    assert.equal(readAttribute({ f: value }, { field: 'f', attribute: 'a', kind }), attribute);
    assert.deepEqual(writeField(attribute, kind), value);
  });
}

const BAD: readonly (readonly [kind: MetadataKind, value: unknown])[] = [
  ['text', 5],
  ['text', 'x'.repeat(4001)],
  ['url', 'javascript:alert(1)'],
  ['url', '/path'],
  ['flag', 'true'],
  ['urls', 'http://a.test'],
  ['redirects', ['http://a.test/#bye']],
  ['redirects', ['http://a.test/#']],
  ['redirects', ['a b']],
  ['urls', ['a b']],
  ['urls', ['http://a.test/##http://b.test/']],
  ['urls', Array.from({ length: 101 }, () => 'http://a.test')],
  ['texts', [1]],
  ['texts', ['a##b']],
  ['signature', 'none'],
  ['signature', 'XX256'],
  ['signature-or-none', ''],
  ['key-pair-signature', 'HS256'],
  ['key-pair-signature', 'none'],
  ['delivery-mode', 'ping'],
  ['delivery-mode', 'push'],
  ['key-encryption', 'A128GCM'],
  ['content-encryption', 'rsa'],
];

for (const [kind, value] of BAD) {
  test(`RFC 7591 §3.2.2: ${JSON.stringify(value).slice(0, 60)} is no ${kind}: invalid_client_metadata naming the field`, () => {
    assert.throws(
      () => readAttribute({ my_field: value }, { field: 'my_field', attribute: 'a', kind }),
      (error: unknown) =>
        error instanceof OAuthError &&
        error.code === 'invalid_client_metadata' &&
        error.description.startsWith('my_field'),
    );
  });
}

test('a field that is absent or null has no value', () => {
  for (const metadata of [{}, { f: null }]) {
    assert.equal(readText(metadata, 'f'), undefined);
    assert.equal(readTexts(metadata, 'f'), undefined);
    assert.equal(readAttribute(metadata, { field: 'f', attribute: 'a', kind: 'flag' }), undefined);
  }
  assert.equal(writeField('', 'text'), undefined);
});

test('only http and https are web addresses', () => {
  assert.deepEqual(['http://a', 'https://a', 'ftp://a', 'a', ''].map(isWebUrl), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
