import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import type { Route } from './exchange.ts';
import { listUnservedRoutes } from './keycloak-paths.ts';
import { createRouter } from './router.ts';

const DESCRIPTION = 'Keycloak has this endpoint; Understudy does not implement it.';

const server = await startComposedServer({ realms: [{ realm: 'demo' }] });
test.after(() => server.stop());

/** A path of the route, with a value for each parameter. */
const sampleOf = (path: string): string =>
  path
    .replace(':realm', 'demo')
    .replace(/:[^/]+/g, 'x')
    .replace(/\*.+$/, 'a/b');

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.baseUrl}${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

test('Keycloak’s paths: each that is not served says so, whatever the method, in the format of an unknown path', async () => {
  const unserved = listUnservedRoutes(server.routes);
  assert.ok(unserved.length > 25);
  for (const { path } of unserved)
    for (const method of ['GET', 'POST', 'PATCH']) {
      const { status, body } = await ask(sampleOf(path), { method });
      assert.deepEqual(
        [status, body],
        [404, { error: 'not_found', error_description: DESCRIPTION }],
        `${method} ${path}`,
      );
    }
});

for (const path of [
  '/realms/demo/broker/github/endpoint/unknown',
  '/realms/demo/authz/protection/resource_set',
  '/realms/demo/clients-managements/register-node',
  '/realms/demo/clients-registrations/saml2-entity-descriptor',
  '/realms/demo/login-actions/detached-info',
  '/realms/demo/protocol/openid-connect/ext/unknown/thing',
  '/admin/demo/console/js/keycloak.js',
  '/js/keycloak.js',
  '/resources/abcde/admin/keycloak.v2/css/styles.css',
]) {
  test(`Keycloak’s paths: ${path} is known, with or without a trailing slash`, async () => {
    for (const sent of [path, `${path}/`])
      assert.deepEqual((await ask(sent)).body, { error: 'not_found', error_description: DESCRIPTION });
  });
}

test('a path that a parameter would match is not mistaken for a value', () => {
  const handle = () => ({ status: 200 });
  const served: Route[] = [{ method: 'GET', path: '/realms/:realm/login-actions/:action', handle }];
  const { match } = createRouter([...served, ...listUnservedRoutes(served)]);
  const known = '/realms/:realm/login-actions/detached-info';
  assert.equal(match('/realms/demo/login-actions/detached-info')?.endpoint.path, known);
  assert.equal(match('/realms/demo/login-actions/other')?.endpoint.path, served[0]?.path);
});

test('Activity names what the endpoint belongs to, and never says to check the path', async () => {
  await ask('/realms/demo/broker/github/unknown');
  const [record] = server.activity.list().records;
  assert.match(record?.refusal?.remedy ?? '', /^It belongs to sign-in through other identity providers\./);
  assert.equal(record?.title, 'Keycloak endpoint that is not implemented');
});

test('the remedy for a path that is not Keycloak’s is to check it', async () => {
  const { body } = await ask('/realms/demo/brokers/github/login');
  assert.deepEqual(body, { error: 'not_found', error_description: 'There is nothing at this address.' });
  assert.equal(server.activity.list().records[0]?.refusal?.remedy, 'Check the path.');
});

test('a realm that does not exist is reported first', async () => {
  const missing = (await ask('/realms/nope/broker/github/unknown')).body as { error?: unknown };
  assert.equal(missing.error, 'Realm does not exist');
});

test('Fetch, CORS protocol: an application can read that an endpoint of its realm is not implemented', async () => {
  const origin = 'http://app.test';
  const response = await fetch(`${server.baseUrl}/realms/demo/authz/protection/permission`, {
    headers: { origin },
  });
  assert.equal(response.headers.get('access-control-allow-origin'), origin);
  const preflight = await fetch(`${server.baseUrl}/realms/demo/authz/protection/permission`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'DELETE' },
  });
  assert.equal(preflight.status, 200);
});

test('an endpoint outside of realms that is not implemented has no methods to list', async () => {
  assert.equal((await ask('/js/keycloak.js', { method: 'OPTIONS' })).status, 404);
});

test('a browser gets the not-found page, which says the same', async () => {
  const { status, body } = await ask('/realms/demo/scim/', { headers: { accept: 'text/html' } });
  assert.equal(status, 404);
  assert.ok(String(body).includes(DESCRIPTION));
});

test('no served route is hidden by the table', () => {
  const served = createRouter(server.routes);
  const all = createRouter([...server.routes, ...listUnservedRoutes(server.routes)]);
  for (const { path } of server.routes)
    for (const sample of [sampleOf(path), `${sampleOf(path)}/`])
      assert.equal(all.match(sample)?.endpoint.path, served.match(sample)?.endpoint.path, sample);
});

test('a path of the table that becomes served is left out, whatever its parameters are called', () => {
  const paths = (served: readonly Pick<Route, 'path'>[]) =>
    listUnservedRoutes(served).map(({ path }) => path);
  const row = '/realms/:realm/scim';
  assert.ok(paths([]).includes(row));
  assert.equal(paths([{ path: '/realms/:r/scim' }]).includes(row), false);
  const below = '/realms/:realm/scim/*rest';
  assert.equal(paths([{ path: '/realms/:realm/scim/*path' }]).includes(below), false);
});
