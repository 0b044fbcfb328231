import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmSetting } from './realm-setting.ts';

test('contract "Realm files": a missing or invalid setting has its default', () => {
  assert.equal(realmSetting({}, 'waitIncrementSeconds'), 60);
  assert.equal(realmSetting({ otpPolicyAlgorithm: 'MD5' }, 'otpPolicyAlgorithm'), 'HmacSHA1');
  assert.equal(realmSetting({ otpPolicyDigits: 60 }, 'otpPolicyDigits'), 6);
});

test('contract "Realm files": the realm\'s value is used', () => {
  assert.equal(realmSetting({ waitIncrementSeconds: 7 }, 'waitIncrementSeconds'), 7);
  assert.equal(realmSetting({ loginWithEmailAllowed: false }, 'loginWithEmailAllowed'), false);
});

test('reading a setting without a default throws', () => {
  assert.throws(() => realmSetting({}, 'displayName'), TypeError);
});
