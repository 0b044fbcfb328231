import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createAlphanumericText,
  createNameUuid,
  createRandomText,
  createUuid,
  equalsInConstantTime,
  hashHalf,
  sha1Base64Url,
  sha256Base64Url,
} from './identifiers.ts';

test('RFC 9562 §5.4: identifiers are unique version 4 UUIDs', () => {
  assert.match(createUuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(createUuid(), createUuid());
});

test('random text is base64url of the requested number of bytes', () => {
  assert.match(createRandomText(32), /^[\w-]{43}$/);
});

test('texts of any length compare as equal only when identical', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => equalsInConstantTime(a, b) === (a === b)));
  fc.assert(fc.property(fc.string(), (a) => equalsInConstantTime(a, a) && !equalsInConstantTime(a, `${a}x`)));
});

test('RFC 7636 appendix B: SHA-256 of the example verifier is the example challenge', () => {
  assert.equal(
    sha256Base64Url('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('OIDC Core §A.3: at_hash of the example access token', () => {
  assert.equal(hashHalf('RS256', 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y'), '77QmUPtjPfzWtF2AnpK9RQ');
});

test('OIDC Core §3.1.3.6: the hash follows the signature algorithm', () => {
  assert.equal(Buffer.from(hashHalf('ES384', 'x'), 'base64url').length, 24);
  assert.equal(Buffer.from(hashHalf('EdDSA', 'x'), 'base64url').length, 32);
});

test('RFC 7517 §4.8: x5t is SHA-1 of the certificate', () => {
  assert.equal(sha1Base64Url(Buffer.from('abc')), 'qZk-NkcGgWq6PiVxeFDCbJzQ2J0');
});

test('client secrets are unique letters and digits, as in Keycloak', () => {
  assert.match(createAlphanumericText(32), /^[A-Za-z0-9]{32}$/);
  assert.notEqual(createAlphanumericText(32), createAlphanumericText(32));
});

test('RFC 6749 §10.10: random texts of any length are complete and unique, also across blocks', () => {
  for (const bytes of [16, 24, 32, 64, 65, 1000]) {
    const texts = new Set(Array.from({ length: 1000 }, () => createRandomText(bytes)));
    assert.equal(texts.size, 1000);
    for (const text of texts) assert.equal(Buffer.from(text, 'base64url').length, bytes);
    assert.ok(![...texts].some((text) => text.endsWith('AAAAAAAAAAAAAAAA')));
  }
});

test('RFC 9562 §5.8: a text always gives the same UUID of version 8, and another text another one', () => {
  const made = createNameUuid('shop\nann');
  assert.match(made, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(createNameUuid('shop\nann'), made);
  assert.notEqual(createNameUuid('shop\nbob'), made);
  assert.equal(createNameUuid('understudy'), '1aae8093-81b4-82e5-b0c6-366fb4ecac7b');
});
