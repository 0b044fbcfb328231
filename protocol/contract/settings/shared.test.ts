import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';
import { CLIENT_SCOPE_SETTINGS, COMPONENT_SETTINGS, GROUP_SETTINGS, MAPPER_SETTINGS } from './shared.ts';
import { objectOf } from './value-type.ts';

for (const [rows, value, path] of [
  [GROUP_SETTINGS, { subGroups: [{ name: 'a', subGroups: [{}] }] }, 'subGroups[0].subGroups[0].name'],
  [CLIENT_SCOPE_SETTINGS, { attributes: [] }, 'attributes'],
  [CLIENT_SCOPE_SETTINGS, { protocolMappers: [{ name: 'x' }] }, 'protocolMappers[0].protocolMapper'],
  [MAPPER_SETTINGS, { config: { a: [] } }, 'config.a'],
  [COMPONENT_SETTINGS, { config: { a: 'b' } }, 'config.a'],
] as const)
  test(`realm-admin A5: ${JSON.stringify(value)} is rejected at ${path}`, () => {
    assert.equal(
      checkValue(
        value,
        objectOf(() => rows),
        { mode: 'api' },
      ).fault?.path,
      path,
    );
  });
