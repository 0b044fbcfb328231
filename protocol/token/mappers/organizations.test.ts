import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import type { MapperConfig } from './mapper.ts';
import { organizationMembership } from './organizations.ts';

const members = [{ username: 'alice' }];
const base = mapperContext(
  {},
  {},
  {
    organizationsEnabled: true,
    organizations: [
      { id: 'o1', name: 'Acme', alias: 'acme', attributes: { tier: ['gold', 'old'] }, members },
      { id: 'o2', name: 'Bolt', alias: 'bolt', members },
    ],
  },
);

function run(config: MapperConfig, scope = 'organization:*', username = 'alice') {
  const { scopes } = resolveScopes(base.client, scope);
  return runMapper(organizationMembership, config, { ...base, scopes, user: { ...base.user, username } });
}

test('oidc-organization-membership-mapper: a list of aliases, also with the settings of Keycloak 26.0', () => {
  assert.deepEqual(run({}), { organization: ['acme', 'bolt'] });
  assert.deepEqual(run({ 'claim.name': 'org', 'jsonType.label': 'String', multivalued: 'true' }), {
    org: ['acme', 'bolt'],
  });
  assert.deepEqual(run({}, 'organization:bolt'), { organization: ['bolt'] });
});

test('oidc-organization-membership-mapper: an object with identifiers and attributes', () => {
  assert.deepEqual(run({ 'jsonType.label': 'JSON' }), { organization: { acme: {}, bolt: {} } });
  assert.deepEqual(run({ addOrganizationId: 'true' }), {
    organization: { acme: { id: 'o1' }, bolt: { id: 'o2' } },
  });
  assert.deepEqual(run({ addOrganizationAttributes: 'true' }, 'organization:acme'), {
    organization: { acme: { tier: ['gold', 'old'] } },
  });
});

test('oidc-organization-membership-mapper: not multivalued is the alias of the first, whatever else is set', () => {
  const config = { multivalued: 'false', 'jsonType.label': 'JSON', addOrganizationId: 'true' };
  assert.deepEqual(run(config), { organization: 'acme' });
});

test('oidc-organization-membership-mapper: no claim without the scope, for strangers, and without a choice', () => {
  assert.deepEqual(run({}, 'openid'), {});
  assert.deepEqual(run({}, 'organization:*', 'bob'), {});
  assert.deepEqual(run({}, 'organization'), {});
});
