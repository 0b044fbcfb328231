import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realmSetting } from './realm-setting.ts';

test('contract "Realm files": a setting that is not set, or that no rule can follow, has its default', () => {
  assert.equal(realmSetting({}, 'waitIncrementSeconds'), 60);
  assert.equal(realmSetting({ otpPolicyAlgorithm: 'MD5' }, 'otpPolicyAlgorithm'), 'HmacSHA1');
  assert.equal(realmSetting({ otpPolicyDigits: 60 }, 'otpPolicyDigits'), 6);
});

test('contract "Realm files": a setting of the realm holds', () => {
  assert.equal(realmSetting({ waitIncrementSeconds: 7 }, 'waitIncrementSeconds'), 7);
  assert.equal(realmSetting({ loginWithEmailAllowed: false }, 'loginWithEmailAllowed'), false);
});

test('a setting without a default is asked for by mistake', () => {
  assert.throws(() => realmSetting({}, 'displayName'), TypeError);
});
