import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enabledFeatures, readFeatureList } from './features.ts';

test('service description §1: registry tokens are disabled by default', () => {
  assert.deepEqual([...enabledFeatures('', '')], []);
  assert.deepEqual([...enabledFeatures('docker', '')], ['docker']);
});

test('contract, --features-disabled: a feature in both lists is disabled', () => {
  assert.deepEqual([...enabledFeatures('docker', 'docker')], []);
});

test('contract, --features: a list from a compose file is parsed, including versions, case and blanks', () => {
  const list = readFeatureList('Docker:v1, token-exchange,,preview');
  assert.deepEqual(list, {
    names: ['docker'],
    withoutSwitch: ['token-exchange', 'preview'],
    unknown: [],
  });
});

test('contract, --features: an unknown name is reported separately', () => {
  assert.deepEqual(readFeatureList('dockr,constructor').unknown, ['dockr', 'constructor']);
});

test('Keycloak before 26: features that are gone, and underscores in names, are accepted', () => {
  const { unknown, withoutSwitch, names } = readFeatureList(
    'account2,admin2,upload_scripts,DOCKER,map-storage',
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(withoutSwitch, ['account2', 'admin2', 'upload-scripts', 'map-storage']);
  assert.deepEqual(names, ['docker']);
});
