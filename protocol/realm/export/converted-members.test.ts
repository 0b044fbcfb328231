import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { withoutConverted } from './converted-members.ts';
import { createFindings } from './findings.ts';

test('Keycloak import: members of earlier versions are left out wherever they are, and what replaced them stays', () => {
  const { report, list } = createFindings();
  const file = {
    realm: 'r',
    applications: [{ name: 'a' }],
    clientTemplates: [],
    roles: {
      realm: [{ name: 'x', composites: { realm: [], application: {} } }],
      application: {},
      client: {},
    },
    clients: [{ clientId: 'a', directGrantsOnly: false, defaultRoles: ['x'] }],
    users: [{ username: 'u', applicationRoles: {} }],
  } as RealmRepresentation;
  assert.deepEqual(withoutConverted(file, report), {
    realm: 'r',
    roles: { realm: [{ name: 'x', composites: { realm: [] } }], client: {} },
    clients: [{ clientId: 'a' }],
    users: [{ username: 'u' }],
  });
  const { path, message } = list()[0] ?? {};
  assert.deepEqual(
    [path, message],
    ['applications', 'Written as clients; Keycloak would apply this member of an earlier version once more.'],
  );
});

test('a file without such members is the same object', () => {
  const { report, list } = createFindings();
  const file = { realm: 'r', clients: [{ clientId: 'a' }] };
  assert.equal(withoutConverted(file, report), file);
  assert.deepEqual(list(), []);
});

test('Keycloak import: default roles in the form before Keycloak 13 stay as far as the default role contains them', () => {
  const { report } = createFindings();
  const composites = { realm: ['buyer'], client: { web: ['reader'] } };
  const file = {
    realm: 'r',
    defaultRole: { name: 'everybody' },
    defaultRoles: ['buyer', 'removed'],
    roles: { realm: [{ name: 'everybody', composites }] },
    clients: [
      { clientId: 'web', defaultRoles: ['reader'] },
      { clientId: 'api', defaultRoles: ['removed'] },
    ],
  } as RealmRepresentation;
  const { defaultRoles, clients } = withoutConverted(file, report);
  assert.deepEqual(defaultRoles, ['buyer']);
  assert.deepEqual(clients, [{ clientId: 'web', defaultRoles: ['reader'] }, { clientId: 'api' }]);
});
