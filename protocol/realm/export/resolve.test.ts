import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { REFERENCE_ROWS } from '../references/follow-references.ts';
import { createFindings } from './findings.ts';
import { writeForKeycloak } from './for-keycloak.ts';
import { withoutUnresolved } from './resolve.ts';
import { judgeAsKeycloak } from './testing/keycloak-import.ts';

/** A realm that consists of one reference to `name`, at a place such as `users[].groups[]`. */
function realmWith(at: string, name: string): Record<string, unknown> {
  const steps = [...at.matchAll(/\.?([A-Za-z]+)|\[\*?\*?\]!?|\{(?:key)?\}|<json>/g)];
  const build = (index: number): unknown => {
    const step = steps[index];
    if (step === undefined) return name;
    const [text, member] = step;
    if (text === '{key}') return { [name]: [] };
    const below = build(index + 1);
    if (text === '<json>') return JSON.stringify(below);
    if (text === '{}') return { shop: below };
    return member === undefined ? [below] : { ...NAMES[member], [member]: below };
  };
  return build(0) as Record<string, unknown>;
}

/** What an object with such a member must have besides. */
const NAMES: Readonly<Record<string, object>> = {
  realmRoles: { username: 'ann', name: 'g' },
  clientRoles: { username: 'ann', name: 'g' },
  groups: { username: 'ann' },
  serviceAccountClientId: { username: 'ann' },
  clientConsents: { username: 'ann' },
  grantedClientScopes: { clientId: 'shop' },
  composites: { name: 'd' },
};

const BASE: RealmRepresentation = {
  realm: 'r',
  defaultRole: { name: 'd' },
  roles: { realm: [{ name: 'd' }], client: { shop: [] } },
  clientScopes: [],
  clients: [{ clientId: 'shop' }],
};

/** Keycloak creates the default role from its name. */
const CREATED = 'defaultRole.name';

for (const row of REFERENCE_ROWS.filter(({ at, staysWhenGone }) => staysWhenGone !== true && at !== CREATED))
  test(`Keycloak import: a reference to nothing at ${row.at} is left out`, () => {
    const file = { ...BASE, ...realmWith(row.at, 'gone') } as RealmRepresentation;
    const { report, list } = createFindings();
    const resolved = withoutUnresolved(file, report);
    assert.ok(
      list().some(({ message }) => message.includes('"gone"')),
      JSON.stringify(file),
    );
    assert.doesNotMatch(JSON.stringify(resolved), /gone/);
  });

test('references that resolve stay, and the file is the same object', () => {
  const file: RealmRepresentation = {
    ...BASE,
    roles: { realm: [{ name: 'd' }, { id: 'role-id', name: 'clerk' }], client: { shop: [{ name: 'sell' }] } },
    clientScopes: [{ name: 'cart' }],
    clients: [
      {
        clientId: 'shop',
        defaultClientScopes: ['cart'],
        authorizationSettings: {
          policies: [{ config: { roles: '[{"id":"shop/sell"},{"id":"clerk"},{"id":"role-id"}]' } }],
        },
        authenticationFlowBindingOverrides: { browser: 'f', direct_grant: '' },
      },
    ],
    groups: [{ name: 'staff' }],
    defaultGroups: ['/staff'],
    authenticationFlows: [{ id: 'f', alias: 'mine' }],
    browserFlow: 'mine',
    directGrantFlow: 'direct grant',
    users: [
      {
        username: 'ann',
        realmRoles: ['clerk'],
        clientRoles: { shop: ['sell'] },
        groups: ['/staff'],
        clientConsents: [{ clientId: 'shop', grantedClientScopes: ['cart', 'shop'] }],
      },
    ],
  };
  const { report, list } = createFindings();
  assert.equal(withoutUnresolved(file, report), file);
  assert.deepEqual(list(), []);
});

test('Keycloak import: what it adds to a file without clients or roles counts as defined', () => {
  const file: RealmRepresentation = {
    realm: 'r',
    defaultRole: { name: 'd' },
    roles: {
      realm: [{ name: 'd', composites: { client: { account: ['view-profile', 'none'], shop: ['x'] } } }],
    },
  };
  const { report, list } = createFindings();
  const { roles } = withoutUnresolved(file, report);
  assert.deepEqual(roles?.realm?.[0]?.composites?.client, { account: ['view-profile'] });
  assert.equal(list().length, 2);
  const bare = {
    realm: 'r',
    scopeMappings: [{ clientScope: 's', roles: ['offline_access', 'x'] }],
    clientScopes: [{ name: 's' }],
  };
  assert.deepEqual(withoutUnresolved(bare, report).scopeMappings, [
    { clientScope: 's', roles: ['offline_access'] },
  ]);
});

test('Keycloak import: a flow is found by an execution only in the same file', () => {
  const executions = [{ flowAlias: 'browser' }];
  const file = { ...BASE, authenticationFlows: [{ alias: 'a', authenticationExecutions: executions }] };
  const { file: written } = writeForKeycloak({ ...file, clients: [] }, { now: 0 });
  assert.deepEqual(judgeAsKeycloak(written), []);
  assert.deepEqual(written['authenticationFlows'], [{ alias: 'a', authenticationExecutions: [] }]);
});
