import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { adminEventKind, NAMED_PATHS, NAMED_ROWS } from './admin-event-table.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const BELOW = '/admin/realms/:realm';
const rows = server.routes.flatMap(({ method, path }) =>
  path === BELOW || path.startsWith(`${BELOW}/`) ? [{ method, path: path.slice(BELOW.length) }] : [],
);

test('Keycloak: operation and resource of an admin event', () => {
  for (const [method, path, expected] of [
    ['POST', '/users', 'CREATE USER'],
    ['PUT', '/users/:user', 'UPDATE USER'],
    ['PUT', '/users/:user/reset-password', 'ACTION USER'],
    ['PUT', '/users/:user/groups/:group', 'CREATE GROUP_MEMBERSHIP'],
    ['POST', '/users/:user/role-mappings/realm', 'CREATE REALM_ROLE_MAPPING'],
    ['DELETE', '/groups/:group/role-mappings/clients/:owner', 'DELETE CLIENT_ROLE_MAPPING'],
    ['PUT', '/users/profile', 'UPDATE USER_PROFILE'],
    ['PUT', '', 'UPDATE REALM'],
    ['PUT', '/events/config', 'UPDATE REALM'],
    ['POST', '/clients/:client/protocol-mappers/models', 'CREATE PROTOCOL_MAPPER'],
    ['POST', '/clients/:client/client-secret', 'ACTION CLIENT'],
    ['PUT', '/roles-by-id/:role', 'UPDATE REALM_ROLE'],
    ['PUT', '/users-unheard-of/:user', 'UPDATE REALM'],
  ] as const) {
    const kind = adminEventKind(method, path);
    assert.equal(kind && `${kind.operation} ${kind.resource}`, expected);
  }
});

test('reads, impersonations and cleared events are no admin events', () => {
  for (const [method, path] of [
    ['GET', '/users'],
    ['POST', '/partial-export'],
    ['POST', '/users/:user/impersonation'],
    ['DELETE', '/admin-events'],
  ] as const)
    assert.equal(adminEventKind(method, path), undefined);
});

test('every row and every path that the table names exists, and every write has a resource', () => {
  const all = new Set(rows.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(
    NAMED_ROWS.filter((row) => !all.has(row)),
    [],
  );
  assert.deepEqual(
    NAMED_PATHS.filter((start) => !rows.some(({ path }) => path === start || path.startsWith(`${start}/`))),
    [],
  );
});

test('only settings of the realm itself are changes of REALM', () => {
  const changes = rows.filter(
    ({ method, path }) => method !== 'GET' && adminEventKind(method, path)?.resource === 'REALM',
  );
  const places = new Set(changes.map(({ path }) => path.split('/')[1] ?? ''));
  assert.deepEqual(
    [...places].filter((place) => !OF_THE_REALM.includes(place)),
    [],
  );
});

/** First segments of paths that change the realm itself. */
const OF_THE_REALM: readonly string[] = [
  '',
  'clear-crl-cache',
  'clear-keys-cache',
  'clear-realm-cache',
  'clear-user-cache',
  'client-policies',
  'events',
  'localization',
  'logout-all',
  'partialImport',
  'push-revocation',
];
