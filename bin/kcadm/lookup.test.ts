import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAdminClient } from './admin-client.ts';
import { readArguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient } from './http-client.ts';
import {
  type Directory,
  findUser,
  locateClient,
  locateGroup,
  locateRole,
  locateUser,
  pickRoles,
  readRole,
} from './lookup.ts';
import type { OptionKey } from './options.ts';
import { type PeerTable, startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const BASE = '/admin/realms/r';
const http = createHttpClient(() => ({ insecure: false }));
const directory: Directory = {
  client: createAdminClient(http, { http, server: peer.url, realm: 'r', token: 't' }, 'kcadm.sh'),
  roots: { admin: `${peer.url}/admin`, realm: 'r' },
};
const OPTIONS: readonly OptionKey[] = [
  'uusername',
  'uid',
  'gname',
  'gpath',
  'gid',
  'rname',
  'rid',
  'cclientid',
  'cid',
  'rolenames',
  'roleids',
];
const parse = (...args: readonly string[]) =>
  readArguments(args, { options: OPTIONS, takesPositional: false, words: 1 });

function answer(table: PeerTable): void {
  peer.answer(
    Object.fromEntries(Object.entries(table).map(([path, value]) => [`GET ${BASE}/${path}`, value])),
  );
}

const list = (...items: readonly object[]) => ({ status: 200, body: items });

const MISSING: readonly (readonly [work: () => Promise<unknown>, table: PeerTable, message: string])[] = [
  [
    () => locateUser(directory, parse('--uusername', 'Admin')),
    { 'users?username=Admin&exact=true': list({ id: '1', username: 'admin' }) },
    'User not found for username: Admin',
  ],
  [
    () => locateGroup(directory, parse('--gname', 'Staff')),
    {
      'groups?search=Staff&exact=true': list({
        id: '1',
        name: 'Top',
        subGroups: [{ id: '2', name: 'Staff' }],
      }),
    },
    'Group not found for name: Staff',
  ],
  [() => locateGroup(directory, parse('--gpath', '/a/b')), {}, 'Group not found for path: /a/b'],
  [() => locateRole(directory, parse('--rname', 'none')), {}, 'Role not found for name: none'],
  [
    () => locateClient(directory, parse('--cclientid', 'web')),
    { 'clients?clientId=web&first=0&max=2': list() },
    'Client not found for clientId: web',
  ],
  [() => readRole(directory, '9'), {}, 'Role not found for id: 9'],
  [
    () => pickRoles(directory, parse('--rolename', 'a', '--rolename', 'b'), undefined),
    { roles: list({ id: '1', name: 'a' }) },
    'Role not found for name: b',
  ],
  [
    () => pickRoles(directory, parse('--roleid', '2'), '7'),
    { 'clients/7/roles': list({ id: '1', name: 'a' }) },
    'Role not found for id: 2',
  ],
];

for (const [work, table, message] of MISSING) {
  test(`Keycloak: ${message}`, async () => {
    answer(table);
    await assert.rejects(work(), (error) => error instanceof CommandError && error.message === message);
  });
}

test('bad input: an unknown client, an item without an ID and an answer of another shape', async () => {
  answer({
    'users?username=a&exact=true': list({ username: 'a' }),
    'users?username=b&exact=true': { status: 200, body: { id: '1', username: 'b' } },
  });
  await assert.rejects(
    pickRoles(directory, parse('--rolename', 'a'), 'none'),
    /^CommandError: Resource not found for url: .*\/clients\/none\/roles$/,
  );
  await assert.rejects(findUser(directory, 'a'), /without an ID/);
  await assert.rejects(findUser(directory, 'b'), /User not found for username: b/);
});

test('Keycloak: names are looked up, IDs are not', async () => {
  answer({
    'users?username=a+b&exact=true': list({ id: 'u', username: 'a b' }),
    'groups?search=Staff&exact=true': list({ id: 'x', name: 'Staff2' }, { id: 'g', name: 'Staff' }),
    'group-by-path/a%20b/c': { status: 200, body: { id: 'p', path: '/a b/c' } },
    'roles/my%20role': { status: 200, body: { id: 'r', name: 'my role' } },
    'clients?clientId=web&first=0&max=2': list({ id: 'c', clientId: 'web' }),
  });
  assert.equal(await locateUser(directory, parse('--uusername', 'a b')), 'u');
  assert.equal(await locateGroup(directory, parse('--gname', 'Staff')), 'g');
  assert.equal(await locateGroup(directory, parse('--gpath', '/a b/c')), 'p');
  assert.equal(await locateRole(directory, parse('--rname', 'my role')), 'r');
  assert.equal(await locateClient(directory, parse('--cclientid', 'web')), 'c');
  answer({});
  assert.deepEqual(
    [
      await locateUser(directory, parse('--uid', '1')),
      await locateGroup(directory, parse('--gid', '2')),
      await locateRole(directory, parse('--rid', '3')),
      await locateClient(directory, parse('--cid', '4')),
      await locateUser(directory, parse()),
    ],
    ['1', '2', '3', '4', undefined],
  );
  assert.deepEqual(peer.lines(), []);
});

test('Keycloak: a role that is named twice is picked once', async () => {
  answer({ roles: list({ id: '1', name: 'a' }, { id: '2', name: 'b' }) });
  const roles = await pickRoles(
    directory,
    parse('--rolename', 'a', '--roleid', '1', '--roleid', '2'),
    undefined,
  );
  assert.deepEqual(
    roles.map((role) => role.get('name')),
    ['a', 'b'],
  );
});
