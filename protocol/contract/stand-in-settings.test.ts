import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PEOPLE_SETTING,
  STAND_IN_DELAY_SETTING,
  STAND_IN_EXAMPLES,
  STAND_IN_FAULT_SETTING,
  STAND_IN_SETTING,
} from './stand-in-settings.ts';

test('settings of stand-ins have names that Keycloak does not use, and that differ', () => {
  const names = [STAND_IN_SETTING, PEOPLE_SETTING, STAND_IN_FAULT_SETTING, STAND_IN_DELAY_SETTING];
  for (const name of names) assert.match(name, /^understudy\./);
  assert.equal(new Set(names).size, names.length);
});

test('example people are distinct', () => {
  assert.equal(new Set(STAND_IN_EXAMPLES.map(([firstName]) => firstName)).size, STAND_IN_EXAMPLES.length);
});
