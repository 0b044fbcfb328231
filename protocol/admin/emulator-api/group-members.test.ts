import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { GroupMembersWire } from '#protocol/contract/group-members.ts';
import { startAdminServer } from '../testing/server.ts';

const REALM = {
  realm: 'tree',
  groups: [
    {
      id: 'staff',
      name: 'staff',
      subGroups: [
        { id: 'night', name: 'night', subGroups: [{ id: 'late', name: 'late' }] },
        { id: 'slash', name: 'a/b' },
      ],
    },
    { id: 'staff2', name: 'staff2' },
  ],
  users: [
    { username: 'zoe', firstName: 'Zoe', lastName: 'Zimmer', groups: ['/staff'] },
    { username: 'ann', email: 'ann@example.test', enabled: false, groups: ['/staff', '/staff/night/late'] },
    { username: 'bob', groups: ['/staff/night'] },
    { username: 'eve', groups: ['/staff2'] },
    { username: 'sam', groups: ['/staff/a~/b'] },
    { username: 'nobody' },
  ],
};

const server = await startAdminServer();
after(() => server.stop());
assert.equal((await server.call('POST', '/admin/realms', { body: REALM })).status, 201);

async function members(group: string, query = ''): Promise<readonly [number, readonly string[]]> {
  const path = `/emulator/v1/realms/tree/groups/${group}/members${query}`;
  const { status, body } = await server.call<GroupMembersWire>('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return [body.total, body.members.map(({ username }) => username)];
}

test('console "Groups": direct members are listed by username', async () => {
  assert.deepEqual(await members('staff'), [2, ['ann', 'zoe']]);
  assert.deepEqual(await members('late'), [1, ['ann']]);
});

test('console "Groups": with groups below it, each member is listed once, with the paths', async () => {
  assert.deepEqual(await members('staff', '?subgroups=true'), [4, ['ann', 'bob', 'sam', 'zoe']]);
  const { body } = await server.call<GroupMembersWire>(
    'GET',
    '/emulator/v1/realms/tree/groups/staff/members?subgroups=true&max=1',
  );
  const [ann] = body.members;
  assert.deepEqual(
    [ann?.paths, ann?.enabled, ann?.email],
    [['/staff', '/staff/night/late'], false, 'ann@example.test'],
  );
});

for (const [text, expected] of [
  ['ZIM', ['zoe']],
  ['zoe zim', ['zoe']],
  ['@example', ['ann']],
  ['eve', []],
] as const) {
  test(`console "Groups": a search for "${text}" finds ${expected.join(', ') || 'nobody'}`, async () => {
    const query = `?subgroups=true&text=${encodeURIComponent(text)}`;
    assert.deepEqual(await members('staff', query), [expected.length, expected]);
  });
}

test('console "Groups": members are paged, and the total counts all pages', async () => {
  assert.deepEqual(await members('staff', '?subgroups=true&first=1&max=2'), [4, ['bob', 'sam']]);
  assert.deepEqual(await members('staff', '?first=9'), [2, []]);
});

test('console "Groups": unknown groups, realms and page bounds are refused', async () => {
  for (const [path, status] of [
    ['tree/groups/none/members', 404],
    ['none/groups/staff/members', 404],
    ['tree/groups/staff/members?max=0', 400],
    ['tree/groups/staff/members?first=-1', 400],
    ['tree/groups/staff/members?subgroups=perhaps', 400],
  ] as const)
    assert.equal((await server.call('GET', `/emulator/v1/realms/${path}`)).status, status, path);
});
