// Own process: it takes as long as a whole group of files, so it begins first.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { managementRoleNames } from '#protocol/realm/file/built-in/roles.ts';
import { MART_DEVICE_KEY, MART_SECRETS, startMartServer } from './testing/mart.ts';
import { ROLE_GROUPS, ROLE_TABLE } from './testing/role-table.ts';

const server = await startMartServer();
after(() => server.stop());

interface Row {
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly status: number;
}

const ROWS: readonly Row[] = ROLE_TABLE.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', group = '', status = ''] = line.trim().split(/\s+/);
    return { method, path, group, status: Number(status) };
  });

const ROLES = ['realm-admin', ...managementRoleNames()];

/** Existing objects, for reads. */
const PLACES: Readonly<Record<string, string>> = {
  user: '{user:clerk}',
  client: '{client:till}',
  owner: '{client:till}',
  container: 'mart',
  group: '{group:staff}',
  scope: '{scope:profile}',
  role: 'clerk',
  component: 'directory',
  attribute: 'saml.signing',
  provider: 'keycloak-oidc-keycloak-json',
  protocol: 'openid-connect',
  groupPath: 'staff',
  alias: 'other',
  organization: 'guild',
};

/**
 * The value of a path parameter: for reads of something that exists, for writes of something that does not.
 */
function fillIn(name: string, { method, path }: Row): string {
  const isRead = method === 'GET';
  if (name === 'realm') return isRead || path.startsWith('/admin') ? 'mart' : 'none';
  if (!isRead) return 'none';
  const isRoleId = name === 'role' && /roles-by-id|^\/emulator/.test(path);
  return isRoleId ? '{role:clerk}' : (PLACES[name] ?? 'none');
}

async function placeOf(row: Row): Promise<string> {
  const filled = row.path.replaceAll(/[:*](\w+)/g, (_, name: string) => fillIn(name, row));
  return (await server.place(filled)).replace('/admin/realms/mart', '');
}

/** Calls that invalidate the tests' own tokens or remove the realm: sent once, at the end. */
const LAST: ReadonlySet<string> = new Set([
  'POST /admin/realms/:realm/logout-all',
  'DELETE /admin/realms/:realm',
]);

function isLast({ method, path }: Row): boolean {
  return LAST.has(`${method} ${path}`);
}

interface Caller {
  readonly name: string;
  readonly token: string | null;
  /** Management role of realm mart; undefined for callers without one. */
  readonly role?: string;
}

const CALLERS: readonly Caller[] = [
  { name: 'a caller without a token', token: null },
  { name: 'a user without roles', token: await server.tokenOf('mart', 'nobody') },
  { name: 'a manager of another realm', token: await server.tokenOf('shop', 'manager') },
  { name: 'the administrator of the server', token: server.token },
  ...(await Promise.all(
    ROLES.map(async (role) => ({ name: role, role, token: await server.tokenOf('mart', `only-${role}`) })),
  )),
];

function isAdministrator({ name, role }: Caller): boolean {
  return role !== undefined || name === 'a manager of another realm';
}

function expectedStatus(row: Row, caller: Caller): number {
  const { group, status } = row;
  if (group === 'anyone') return status;
  if (caller.token === null) return 401;
  const isOpen =
    caller.token === server.token ||
    (group === 'administrator' && isAdministrator(caller)) ||
    (group === 'any' && caller.role !== undefined) ||
    (group in ROLE_GROUPS &&
      (caller.role === 'realm-admin' || ROLE_GROUPS[group]?.includes(caller.role ?? '') === true));
  return isOpen ? status : 403;
}

async function send(row: Row, path: string, { token }: Caller): Promise<{ status: number; text: string }> {
  const response = await fetch(server.baseUrl + path, {
    method: row.method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  if (!response.headers.get('content-type')?.includes('event-stream'))
    return { status: response.status, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, text: '' };
}

/** Secrets of the realm that must not be in any response to the caller. */
function secretsKeptFrom({ role, token }: Caller): readonly string[] {
  if (token === server.token) return [];
  const mayUseClients = role === 'manage-clients' || role === 'realm-admin';
  const ofClients = mayUseClients ? [] : ['till-secret'];
  const ofRobot = role === 'realm-admin' ? [] : ['robot-secret', 'robot-key'];
  return [...Object.values(MART_SECRETS), MART_DEVICE_KEY, 'boss-password', ...ofClients, ...ofRobot];
}

/** Routes whose callers the table cannot describe; their own tests do. */
const ELSEWHERE: readonly string[] = [
  // The authentication device authenticates delegations by their own token.
  '/emulator/v1/realms/:realm/device/delegations',
  // For tokens of the realm in the path.
  '/admin/:realm/console/whoami',
];

test('0169: the table has every route of the admin API, and no other', () => {
  const written = ROWS.map(({ method, path }) => `${method} ${path}`);
  const served = server.routes
    .filter(
      ({ path }) => /^\/(admin|emulator\/v1|resources\/:realm)\//.test(path) && !ELSEWHERE.includes(path),
    )
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    served.filter((route) => !written.includes(route)),
    [],
    'routes without a row',
  );
  assert.deepEqual(
    written.filter((route) => !served.includes(route)),
    [],
    'rows without a route',
  );
  assert.equal(new Set(written).size, written.length);
});

test('0169: each row names existing callers', () => {
  const known = [...Object.keys(ROLE_GROUPS), 'any', 'administrator', 'server', 'anyone'];
  for (const { path, group } of ROWS) assert.ok(known.includes(group), path);
  for (const role of Object.values(ROLE_GROUPS).flat()) assert.ok(ROLES.includes(role), role);
});

for (const row of ROWS) {
  test(`0169: ${row.method} ${row.path} is for ${row.group}, who get ${row.status}, and for no other caller`, async () => {
    const path = await placeOf(row);
    for (const caller of CALLERS) {
      const expected = expectedStatus(row, caller);
      if (isLast(row) && expected === row.status) continue;
      const { status, text } = await send(row, path, caller);
      assert.equal(status, expected, caller.name);
      const seen = secretsKeptFrom(caller).filter((secret) => text.includes(secret));
      assert.deepEqual(seen, [], `${caller.name} reads secrets`);
    }
  });
}

for (const [route, role] of [
  ['POST /admin/realms/:realm/logout-all', 'manage-users'],
  ['DELETE /admin/realms/:realm', 'manage-realm'],
] as const) {
  test(`0169: ${role} alone is sufficient for ${route}`, async () => {
    const row = ROWS.find(({ method, path }) => `${method} ${path}` === route);
    assert.ok(row);
    const token = await server.tokenOf('mart', `only-${role}`);
    const { status } = await send(row, await placeOf(row), { name: role, token, role });
    assert.equal(status, row.status);
  });
}
