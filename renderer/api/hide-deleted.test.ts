import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHiding } from './hide-deleted.ts';

const REALM = '/admin/realms/demo';

function hide(data: unknown, ...paths: readonly string[]): unknown {
  return createHiding(new Set(paths.map((path) => `${REALM}/${path}`)))?.(data);
}

test('console "Undo": nothing is hidden while no deletion is pending', () => {
  assert.equal(createHiding(new Set()), undefined);
});

for (const path of [
  'clients/1',
  'users/1',
  'groups/1',
  'client-scopes/1',
  'clients/9/protocol-mappers/models/1',
  'client-scopes/9/protocol-mappers/models/1',
  'roles-by-id/1',
  'users/9/credentials/1',
  'components/1',
  'mail/1',
  'identity-provider/instances/google/mappers/1',
])
  test(`console "Undo": the entry of ${path} is hidden in every list`, () => {
    assert.deepEqual(hide([{ id: '1' }, { id: '2' }, { id: '9' }], path), [{ id: '2' }, { id: '9' }]);
  });

test('console "Undo": an identity provider is hidden by its alias, and nothing else that has the alias', () => {
  const flow = { id: '1', alias: 'my google' };
  const rows = [flow, { internalId: '2', alias: 'my google' }, { internalId: '3', alias: 'github' }];
  assert.deepEqual(hide(rows, 'identity-provider/instances/my%20google'), [
    flow,
    { internalId: '3', alias: 'github' },
  ]);
});

test('console "Undo": a single entry stays complete, because forms save its members', () => {
  const client = { id: '9', protocolMappers: [{ id: '1' }], groups: [{ id: '1' }] };
  assert.deepEqual(hide(client, 'clients/9/protocol-mappers/models/1', 'clients/9'), client);
  assert.deepEqual(hide([client], 'clients/9/protocol-mappers/models/1'), [client]);
});

test('console "Undo": an ID is compared with the whole last part of a path, decoded', () => {
  assert.deepEqual(hide([{ id: 'a b' }, { id: 'b' }], 'clients/a%20b'), [{ id: 'b' }]);
  const rows = [{ id: '1' }, { id: 'demo-web' }, { name: '1' }];
  assert.deepEqual(hide(rows, 'users/1/consents/demo-web', 'sessions/1?isOffline=false'), rows);
});

test('console "Undo": a group is hidden in the tree', () => {
  const tree = [{ id: '2', subGroups: [{ id: '1' }, { id: '3', subGroups: [{ id: '1' }] }] }];
  assert.deepEqual(hide(tree, 'groups/1'), [{ id: '2', subGroups: [{ id: '3', subGroups: [] }] }]);
});

const buyer = { id: 'r1', name: 'buyer', clientRole: false, containerId: 'demo' };
const ofShop = { id: 'r2', name: 'buyer', clientRole: true, containerId: 'c1' };
const ofBank = { id: 'r3', name: 'buyer', clientRole: true, containerId: 'c2' };

test('console "Undo": a role that is deleted by name is hidden, those of the same name elsewhere are not', () => {
  const rows = [buyer, ofShop, ofBank];
  assert.deepEqual(hide(rows, 'roles/buyer'), [ofShop, ofBank]);
  assert.deepEqual(hide(rows, 'clients/c1/roles/buyer'), [buyer, ofBank]);
  assert.deepEqual(hide([{ name: 'buyer' }], 'roles/buyer'), [{ name: 'buyer' }]);
});

test('console "Undo": role mappings show neither a role nor the roles of a client that is being deleted', () => {
  const mappings = {
    realmMappings: [buyer],
    clientMappings: {
      shop: { id: 'c1', client: 'shop', mappings: [ofShop] },
      bank: { id: 'c2', client: 'bank', mappings: [ofBank] },
    },
  };
  assert.deepEqual(hide(mappings, 'roles/buyer', 'clients/c1', 'roles-by-id/r3'), {
    realmMappings: [],
    clientMappings: { bank: { id: 'c2', client: 'bank', mappings: [] } },
  });
});

test('console "Undo": a page has neither an entry that is being deleted nor the roles of such a client, and counts them not', () => {
  const page = { total: 120, roles: [{ id: 'r1', clientUuid: 'c1' }, { id: 'r2' }, { id: 'r3' }] };
  assert.deepEqual(hide(page, 'roles-by-id/r2', 'clients/c1'), { total: 118, roles: [{ id: 'r3' }] });
  assert.equal(hide(page, 'roles-by-id/r9'), page);
  assert.deepEqual(hide([buyer, ofShop], 'clients/c1'), [buyer]);
});

test('console "Undo": other answers are not changed', () => {
  for (const data of [undefined, null, 7, 'text', { sessions: [{ id: '1' }] }])
    assert.equal(hide(data, 'users/1'), data);
});
