import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAtOnce } from '#protocol/store/sliced.ts';
import { withFreshIds } from './fresh-ids.ts';

const FLOW = '11111111-2222-4333-8444-555555555555';
const OUTSIDE = '99999999-2222-4333-8444-555555555555';

const realm = {
  id: 'shop',
  realm: 'shop',
  clients: [
    {
      id: 'web',
      clientId: 'web',
      authenticationFlowBindingOverrides: { browser: FLOW, direct_grant: OUTSIDE },
    },
  ],
  authenticationFlows: [{ id: FLOW, alias: 'step' }],
  roles: {
    realm: [{ id: 'r1', name: 'web', containerId: 'shop' }],
    client: { web: [{ name: 'x', containerId: 'web' }] },
  },
  defaultRole: { id: 'r1', name: 'web' },
  attributes: { origin: 'web' },
};
const users = [
  {
    id: 'ann',
    username: 'ann',
    groups: ['/web'],
    credentials: [{ id: 'c1', type: 'password' }],
    attributes: { flow: [FLOW] },
  },
  { id: 'bob', username: 'bob', federatedIdentities: [{ identityProvider: 'x', userId: OUTSIDE }] },
];

const copy = runAtOnce(withFreshIds({ realm, users }));

test('nothing in the copy has an id of the original', () => {
  const ids = ['shop', 'web', FLOW, 'r1', 'ann', 'bob', 'c1'];
  const found: string[] = [];
  JSON.stringify(copy, (name, value) => {
    if (name === 'id' || name === 'containerId') found.push(value as string);
    return value as unknown;
  });
  assert.equal(found.length, 10);
  assert.deepEqual(
    found.filter((id) => ids.includes(id)),
    [],
  );
});

test('what refers to an id refers to the new one', () => {
  const { realm: renewed } = copy;
  assert.equal(renewed.roles?.realm?.[0]?.containerId, renewed.id);
  assert.equal(renewed.roles?.client?.['web']?.[0]?.containerId, renewed.clients?.[0]?.id);
  assert.equal(renewed.defaultRole?.id, renewed.roles?.realm?.[0]?.id);
  const overrides = renewed.clients?.[0]?.['authenticationFlowBindingOverrides'] as Record<string, string>;
  assert.equal(overrides['browser'], (renewed['authenticationFlows'] as { id: string }[])[0]?.id);
});

test('names, and ids of other servers, stay', () => {
  const { realm: renewed, users: people } = copy;
  assert.equal(renewed.realm, 'shop');
  assert.equal(renewed.clients?.[0]?.clientId, 'web');
  assert.deepEqual(renewed.attributes, { origin: 'web' });
  const overrides = renewed.clients?.[0]?.['authenticationFlowBindingOverrides'] as Record<string, string>;
  assert.equal(overrides['direct_grant'], OUTSIDE);
  assert.deepEqual(people[1]?.['federatedIdentities'], users[1]?.federatedIdentities);
  assert.deepEqual([people[0]?.username, people[0]?.groups], ['ann', ['/web']]);
});

test('the original does not change', () => {
  assert.equal(realm.id, 'shop');
  assert.equal(users[0]?.id, 'ann');
});
