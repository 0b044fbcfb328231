import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { isSameSubject, subjectText } from './subject-name.ts';

for (const [one, other] of [
  ['CN=shop,O=Example', 'CN=shop, O=Example'],
  ['CN=shop,O=Example', 'o=EXAMPLE , cn=Shop'],
  ['CN=a\\, b,O=x', 'CN="a, b", O=x'],
  ['CN=J\\C3\\BCrgen', 'CN=Jürgen'],
  ['E=a@b.test,CN=x', 'emailAddress=a@b.test,CN=x'],
  ['2.5.4.3=shop', 'OID.2.5.4.3=shop'],
  ['CN=two  words', 'CN=two words'],
] as const) {
  test(`RFC 4514 §2: "${one}" and "${other}" are the same subject`, () => {
    assert.ok(isSameSubject(one, other));
    assert.ok(isSameSubject(other, one));
  });
}

for (const [one, other] of [
  ['', ''],
  ['CN=shop', ''],
  ['CN=shop', 'CN=shop2'],
  ['CN=shop', 'O=shop'],
  ['CN=shop,O=Example', 'CN=shop'],
  ['CN=shop,O=Example,C=DE', 'O=Example,CN=shop,C=DE'],
  ['CN=shop\\,O=Example', 'CN=shop,O=Example'],
  ['CN=shop', 'shop'],
  ['CN=shop+OU=x', 'CN=shop,OU=x'],
] as const) {
  test(`RFC 4514 §2: "${one}" and "${other}" are different subjects`, () => {
    assert.equal(isSameSubject(one, other), false);
    assert.equal(isSameSubject(other, one), false);
  });
}

test('RFC 4514 §2.1: the subject of a certificate is one line with special characters escaped', () => {
  assert.equal(subjectText(createTestCertificate('shop').read), 'CN=shop');
  const odd = subjectText(createTestCertificate('a, O=admin').read);
  assert.ok(isSameSubject(odd, 'CN=a\\, O=admin'));
  assert.equal(isSameSubject(odd, 'CN=a, O=admin'), false);
  const lines = subjectText(createTestCertificate('a\nO=admin').read);
  assert.equal(isSameSubject(lines, 'O=admin,CN=a'), false);
});
