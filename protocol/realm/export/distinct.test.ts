import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { withoutDuplicates } from './distinct.ts';
import { createFindings } from './findings.ts';

function write(members: Record<string, unknown>) {
  const { report, list } = createFindings();
  const { realm, ...file } = withoutDuplicates({ realm: 'r', ...members } as RealmRepresentation, report);
  return { file, paths: list().map(({ path }) => path) };
}

test('what differs stays, and the file is the same object', () => {
  const file = {
    realm: 'r',
    clients: [
      { id: '1', clientId: 'a', protocolMappers: [{ id: 'm', protocol: 'saml', name: 'x' }] },
      { id: '2', clientId: 'b', protocolMappers: [{ protocol: 'openid-connect', name: 'x' }] },
    ],
    users: [{ id: '1', username: 'a' }],
    groups: [{ name: 'g', subGroups: [{ name: 'g' }] }],
    roles: { realm: [{ name: 'x' }], client: { a: [{ name: 'x' }], b: [{ name: 'x' }] } },
  } as unknown as RealmRepresentation;
  const { report, list } = createFindings();
  assert.equal(withoutDuplicates(file, report), file);
  assert.deepEqual(list(), []);
});

for (const [members, left, path] of [
  [
    { clients: [{ clientId: 'a', x: 1 }, { clientId: 'a' }] },
    { clients: [{ clientId: 'a', x: 1 }] },
    'clients[1]',
  ],
  [
    { groups: [{ name: 'g', subGroups: [{ name: 'h' }, { name: 'h' }] }] },
    { groups: [{ name: 'g', subGroups: [{ name: 'h' }] }] },
    'groups[0].subGroups[1]',
  ],
  [
    { roles: { client: { a: [{ name: 'x' }, { name: 'x' }] } } },
    { roles: { client: { a: [{ name: 'x' }] } } },
    'roles.client.a[1]',
  ],
  [
    { users: [{ username: 'a', clientConsents: [{ clientId: 'c' }, { clientId: 'c' }] }] },
    { users: [{ username: 'a', clientConsents: [{ clientId: 'c' }] }] },
    'users[0].clientConsents[1]',
  ],
  [
    { roles: { realm: [{ id: '1', name: 'x' }], client: { a: [{ id: '1', name: 'y' }] } } },
    { roles: { realm: [{ id: '1', name: 'x' }], client: { a: [{ name: 'y' }] } } },
    'roles.client.a[0].id',
  ],
  [
    {
      users: [
        { username: 'a', credentials: [{ id: '1' }] },
        { username: 'b', credentials: [{ id: '1' }] },
      ],
    },
    {
      users: [
        { username: 'a', credentials: [{ id: '1' }] },
        { username: 'b', credentials: [{}] },
      ],
    },
    'users[1].credentials[0].id',
  ],
] as const)
  test(`Keycloak import: in ${JSON.stringify(members)} one of two is left out`, () => {
    const { file, paths } = write(members);
    assert.deepEqual(file, left);
    assert.deepEqual(paths, [path]);
  });
