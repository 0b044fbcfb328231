import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RouteRow } from '#protocol/contract/emulator-routes/route-row.ts';
import {
  EMULATOR_BASE_PATH,
  EMULATOR_SUBJECTS,
  type EmulatorRouteKey,
  locateRoute,
} from '#protocol/contract/emulator-routes/table.ts';
import { DONE } from './admin-route.ts';
import { createEmulatorRoutes, type EmulatorHandlers } from './emulator-route.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const ROWS = Object.values(EMULATOR_SUBJECTS).flatMap(
  ({ routes }) => Object.entries(routes) as [EmulatorRouteKey, RouteRow][],
);

test('test kit "Routes": the server serves every route of the table below /emulator/v1, and no other', () => {
  const served = server.routes
    .filter(({ path }) => path.startsWith(EMULATOR_BASE_PATH))
    .map(({ method, path }) => `${method} ${path}`);
  const described = ROWS.map(([key]) => locateRoute(key)).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(served.toSorted(), described.toSorted());
});

test('test kit "Routes": the compiler refuses a row without a handler and a handler without a row', () => {
  // @ts-expect-error: there is no handler for PUT.
  const missing: EmulatorHandlers<'clock'> = { 'GET /realms/{realm}/clock': () => DONE };
  const added: EmulatorHandlers<'settings'> = {
    'GET /settings': () => DONE,
    'PUT /settings': () => DONE,
    // @ts-expect-error: the table has no such row.
    'DELETE /settings': () => DONE,
  };
  const misread: EmulatorHandlers<'keys'>['DELETE /realms/{realm}/keys/{kid}'] = ({ path }) => {
    // @ts-expect-error: the path has no such parameter.
    assert.equal(path.key, undefined);
    return DONE;
  };
  assert.equal(Object.keys(missing).length + Object.keys(added).length, 4);
  assert.equal(typeof misread, 'function');
});

test('test kit "Routes": a handler that the table does not know is refused at the start as well', () => {
  type Given = Parameters<typeof createEmulatorRoutes>;
  const handlers = { clock: { 'GET /clock': () => DONE } } as unknown as Given[1];
  assert.throws(() => createEmulatorRoutes({} as Given[0], handlers), /GET \/clock has no row/);
});

for (const [key, row] of ROWS.filter(([key]) => key.includes('/{realm}/'))) {
  test(`test kit "Routes": ${key} answers 401 without a token, and 404 for a missing realm before anything else`, async () => {
    const { method, path } = locateRoute(key);
    const address = path.replace(':realm', 'none').replaceAll(/:\w+/g, 'none');
    // The device knows callers by the realm that signed their token.
    if (row.callers === 'delegation token') return;
    assert.equal((await server.call(method, address, { token: null })).status, 401);
    const { status, body } = await server.call(method, `${address}?limit=x&max=x&action=x`);
    assert.deepEqual([status, body], [404, { error: 'Realm not found.' }]);
  });
}

test('test kit "Routes": a query parameter is checked by its row before the handler runs', async () => {
  for (const [path, error] of [
    ['/activity?limit=0', 'limit must be a whole number from 1 to 3000'],
    ['/activity?outcome=good', 'outcome must be one of accepted, refused, asked, failed'],
    ['/realms/shop/sessions?first=-1', 'first must be a whole number from 0 to 999999999'],
    ['/realms/shop/device/answer?action=allow', 'auth_req_id is missing'],
  ] as const) {
    const refused = await server.call('GET', EMULATOR_BASE_PATH + path);
    assert.deepEqual([refused.status, refused.body], [400, { error }], path);
  }
});
