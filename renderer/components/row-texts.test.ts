import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTALLATIONS } from '#protocol/contract/installations.ts';
import * as GERMAN from '../texts/de/settings/index.ts';

for (const [kind, table, names] of [
  ['installation file', GERMAN.installation, Object.keys(INSTALLATIONS)],
  ['sample application', GERMAN.sampleApplication, ['consumption-device', 'service-provider', 'web']],
] as const)
  test(`issue 18 "Console in languages": every ${kind} has a German title and explanation, and no other`, () => {
    assert.deepEqual(Object.keys(table).sort(), names.toSorted());
  });
