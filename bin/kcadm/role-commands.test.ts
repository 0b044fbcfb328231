import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Outcome, runLine } from './testing/host.ts';
import { type PeerTable, startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const BASE = '/admin/realms/r';

function kcadm(table: PeerTable, line: string): Promise<Outcome> {
  peer.answer(
    Object.fromEntries(
      Object.entries(table).map(([request, value]) => [request.replace(' ', ` ${BASE}/`), value]),
    ),
  );
  return runLine(`${line} --no-config --server ${peer.url} --realm r --token t`);
}

const lines = (): string[] => peer.lines().map((line) => line.replace(`${BASE}/`, ''));

const USAGE: readonly (readonly [line: string, message: string])[] = [
  ['get-roles --uid 1 --uusername a', 'Incompatible options: --uid and --uusername are mutually exclusive'],
  ['get-roles --gid 1 --gpath /a', 'Incompatible options: --gid, --gname and --gpath are mutually exclusive'],
  ['get-roles --cid 1 --cclientid a', 'Incompatible options: --cid and --cclientid are mutually exclusive'],
  ['get-roles --rid 1 --rname a', 'Incompatible options: --rid and --rname are mutually exclusive'],
  [
    'get-roles --roleid 1 --rolename a',
    'Incompatible options: --roleid and --rolename are mutually exclusive',
  ],
  [
    'get-roles --uid 1 --gname a',
    "Incompatible options: --uusername / --uid can't be used at the same time as --gname / --gid / --gpath",
  ],
  [
    'add-roles --uid 1 --rname a --rolename b',
    "Incompatible options: --uusername / --uid can't be used at the same time as --rname / --rid",
  ],
  [
    'remove-roles --gid 1 --rid a --rolename b',
    "Incompatible options: --rname / --rid can't be used at the same time as --gname / --gid / --gpath",
  ],
  [
    'get-roles --uid 1 --all --effective',
    "Incompatible options: --all can't be used at the same time as --effective",
  ],
  [
    'get-roles --uid 1 --all --available',
    "Incompatible options: --all can't be used at the same time as --available",
  ],
  ['get-roles --rname a --effective', 'Option --effective not supported with composite roles.'],
  [
    'get-roles --rname a --available',
    "Option --available not supported with composite roles. Try 'kcadm.sh get-roles' for full list of realm roles",
  ],
  [
    'get-roles --rid a --cid 7 --available',
    "Option --available not supported with composite roles. Try 'kcadm.sh get-roles --cid 7' for full list of client roles for that client",
  ],
  ['add-roles --uid 1', 'No role to add specified. Use --rolename or --roleid to specify roles to add'],
  [
    'remove-roles --gid 1',
    'No role to remove specified. Use --rolename or --roleid to specify roles to remove',
  ],
  [
    'add-roles --rolename a',
    'No user nor group nor composite role specified. Use --uusername / --uid to specify user or --gname / --gid / --gpath to specify group or --rname / --rid to specify a composite role',
  ],
  ['add-roles users --uid 1 --rolename a', "Unmatched argument at index 1: 'users'"],
];

for (const [line, message] of USAGE) {
  test(`Keycloak: "${line}" is wrong usage, exit code 2, and nothing is sent`, async () => {
    const { code, out, err } = await kcadm({}, line);
    assert.deepEqual([code, out, err.split('\n')[0]], [2, '', message]);
    assert.deepEqual(lines(), []);
  });
}

const list = (...items: readonly object[]) => ({ status: 200, body: items });
const ROLES = list({ id: '1', name: 'a', composite: false }, { id: '2', name: 'b' }, { id: '3', name: 'c' });
const USER = { 'GET users?username=u&exact=true': list({ id: 'U', username: 'u' }) };
const GROUP = { 'GET groups?search=g&exact=true': list({ id: 'G', name: 'g' }) };
const CLIENT = { 'GET clients?clientId=c&first=0&max=2': list({ id: 'C', clientId: 'c' }) };

for (const [line, table, request] of [
  ['get-roles', {}, 'roles'],
  ['get-roles --rolename x', {}, 'roles/x'],
  [
    'get-roles --roleid 9',
    { 'GET roles-by-id/9': { status: 200, body: { id: '9', name: 'x y' } } },
    'roles/x%20y',
  ],
  ['get-roles --cclientid c', CLIENT, 'clients/C/roles'],
  ['get-roles --cid C --rolename x', {}, 'clients/C/roles/x'],
  ['get-roles --uusername u', USER, 'users/U/role-mappings/realm'],
  ['get-roles --uusername u --available', USER, 'users/U/role-mappings/realm/available'],
  ['get-roles --uusername u --effective', USER, 'users/U/role-mappings/realm/composite'],
  ['get-roles --uusername u --available --effective', USER, 'users/U/role-mappings/realm/available'],
  ['get-roles --uusername u --all', USER, 'users/U/role-mappings'],
  ['get-roles --uid U --cid C', {}, 'users/U/role-mappings/clients/C'],
  ['get-roles --uid U --cid C --all', {}, 'users/U/role-mappings/clients/C'],
  ['get-roles --uid U --cid C --effective', {}, 'users/U/role-mappings/clients/C/composite'],
  ['get-roles --gname g', GROUP, 'groups/G/role-mappings/realm'],
  [
    'get-roles --gname g --cclientid c --available',
    { ...GROUP, ...CLIENT },
    'groups/G/role-mappings/clients/C/available',
  ],
  ['get-roles --rname x', {}, 'roles/x/composites/realm'],
  ['get-roles --rid 9', {}, 'roles-by-id/9/composites/realm'],
  ['get-roles --rid 9 --all', {}, 'roles-by-id/9/composites'],
  ['get-roles --rname x --cid C', {}, 'roles/x/composites/clients/C'],
] as const) {
  test(`Keycloak: "${line}" prints ${request}`, async () => {
    const { code, out } = await kcadm(
      { ...table, [`GET ${request}`]: list({ name: 'r' }) },
      `${line} --fields name`,
    );
    assert.deepEqual([code, out], [0, '[ {\n  "name" : "r"\n} ]']);
    assert.equal(lines().at(-1), `GET ${request}`);
  });
}

for (const [line, table, request, names] of [
  [
    'add-roles --uusername u --rolename a',
    { ...USER, 'GET roles': ROLES },
    'POST users/U/role-mappings/realm',
    ['a'],
  ],
  ['remove-roles --uid U --roleid 2', { 'GET roles': ROLES }, 'DELETE users/U/role-mappings/realm', ['b']],
  [
    'add-roles --gname g --cclientid c --rolename a --rolename c',
    { ...GROUP, ...CLIENT, 'GET clients/C/roles': ROLES },
    'POST groups/G/role-mappings/clients/C',
    ['a', 'c'],
  ],
  [
    'remove-roles --gpath /g/h --rolename a',
    { 'GET group-by-path/g/h': { status: 200, body: { id: 'H', path: '/g/h' } }, 'GET roles': ROLES },
    'DELETE groups/H/role-mappings/realm',
    ['a'],
  ],
  [
    'add-roles --rname x --cid C --rolename a',
    { 'GET roles/x': { status: 200, body: { id: 'X', name: 'x' } }, 'GET clients/C/roles': ROLES },
    'POST roles-by-id/X/composites',
    ['a'],
  ],
  ['remove-roles --rid X --rolename b', { 'GET roles': ROLES }, 'DELETE roles-by-id/X/composites', ['b']],
] as const) {
  test(`Keycloak: "${line}" sends ${request}, silently`, async () => {
    assert.deepEqual(await kcadm({ ...table, [request]: { status: 204 } }, line), {
      code: 0,
      out: '',
      err: '',
    });
    assert.equal(lines().at(-1), request);
    const sent = JSON.parse(peer.requests.at(-1)?.body ?? '') as { name: string; id: string }[];
    assert.deepEqual(
      sent.map(({ name }) => name),
      names,
    );
    assert.ok(sent.every(({ id }) => id !== undefined));
  });
}

test('Keycloak: a refused change is reported, a missing holder with the URL', async () => {
  const request = 'POST users/U/role-mappings/realm';
  const refused = { status: 403, body: { error: 'HTTP 403 Forbidden' } };
  const forbidden = await kcadm({ 'GET roles': ROLES, [request]: refused }, 'add-roles --uid U --rolename a');
  assert.deepEqual([forbidden.code, forbidden.err], [1, 'null [HTTP 403 Forbidden]\n']);
  const missing = await kcadm({ 'GET roles': ROLES }, 'add-roles --uid U --rolename a');
  assert.deepEqual([missing.code, missing.err.startsWith('Resource not found for url: ')], [1, true]);
});
