import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { groupMembership } from './groups.ts';

const context = mapperContext({ groups: ['/staff/sales', '/all'] });

test('oidc-group-membership-mapper: full paths, or only names', () => {
  assert.deepEqual(runMapper(groupMembership, {}, context), { groups: ['/staff/sales', '/all'] });
  assert.deepEqual(runMapper(groupMembership, { 'full.path': 'false', 'claim.name': 'g' }, context), {
    g: ['sales', 'all'],
  });
});

test('oidc-group-membership-mapper: a user without groups gets an empty list', () => {
  assert.deepEqual(runMapper(groupMembership, {}, mapperContext()), { groups: [] });
});
