import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enabledFeatures, readFeatureList } from './features.ts';

test('service description §1: registry tokens are off unless they are switched on', () => {
  assert.deepEqual([...enabledFeatures('', '')], []);
  assert.deepEqual([...enabledFeatures('docker', '')], ['docker']);
});

test('contract, --features-disabled: a feature that is in both lists is off', () => {
  assert.deepEqual([...enabledFeatures('docker', 'docker')], []);
});

test('contract, --features: a list as in a compose file is read, version, case and blanks included', () => {
  const list = readFeatureList('Docker:v1, token-exchange,,preview');
  assert.deepEqual(list, {
    names: ['docker'],
    withoutSwitch: ['token-exchange', 'preview'],
    unknown: [],
  });
});

test('contract, --features: a name that nobody knows is told apart', () => {
  assert.deepEqual(readFeatureList('dockr,constructor').unknown, ['dockr', 'constructor']);
});
