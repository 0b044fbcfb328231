import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { fullName } from './full-name.ts';

const cases: [user: { firstName?: string; lastName?: string }, claims: object][] = [
  [{ firstName: 'Alice', lastName: 'Archer' }, { name: 'Alice Archer' }],
  [{ firstName: 'Alice' }, { name: 'Alice' }],
  [{ lastName: 'Archer', firstName: '' }, { name: 'Archer' }],
  [{}, {}],
];
for (const [user, claims] of cases) {
  test(`oidc-full-name-mapper: ${JSON.stringify(user)} gives ${JSON.stringify(claims)}`, () => {
    assert.deepEqual(runMapper(fullName, {}, mapperContext(user)), claims);
  });
}
