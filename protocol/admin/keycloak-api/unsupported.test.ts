import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';
import { UNSUPPORTED_ROUTES, UNSUPPORTED_SERVER_ROUTES, type UnsupportedRoutes } from './unsupported.ts';

const server = await startAdminServer();
after(() => server.stop());

const sampleOf = (path: string): string => path.replace(/:[^/]+/g, 'x').replace(/\*.+$/, 'a/b');

const bodyOf = ({ feature, reason }: UnsupportedRoutes) =>
  feature === undefined
    ? { errorMessage: reason }
    : { error: 'Feature not enabled', error_description: reason };

const ALL = [
  ...UNSUPPORTED_ROUTES.map((routes) => ({ routes, below: '/admin/realms/shop' })),
  ...UNSUPPORTED_SERVER_ROUTES.map((routes) => ({ routes, below: '' })),
];

for (const { routes, below } of ALL)
  test(`Keycloak, a feature that is off: ${routes.subject} is 501 for every method, with the reason`, async () => {
    assert.match(routes.reason, /^[A-Z].*\.$/);
    for (const path of routes.paths)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const { status, body } = await server.call(method, below + sampleOf(path));
        assert.deepEqual([status, body], [501, bodyOf(routes)], `${method} ${path}`);
      }
  });

test('bad input: without a token the answer is 401, whatever the body', async () => {
  for (const [method, path] of [
    ['GET', '/admin/realms/shop/workflows'],
    ['POST', '/admin/realms/none/workflows'],
    ['GET', '/admin/api/shop/clients/v2'],
  ] as const)
    assert.equal((await server.call(method, path, { token: null })).status, 401);
  const { status } = await server.call('POST', '/admin/realms/shop/testLDAPConnection', { body: 'a: b' });
  assert.equal(status, 501);
});

test('Activity shows the reason', async () => {
  await server.call('POST', '/admin/realms/shop/organizations/x/groups');
  const [latest] = server.activity.list().records;
  assert.equal(
    latest?.refusal?.description,
    'Organizations have no groups of their own; use the groups of the realm.',
  );
});
