import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { routeTemplate, templateWithoutRoute } from './route-template.ts';

const OIDC = '/realms/:realm/protocol/openid-connect';

test("Keycloak 26 metrics: uri is the route's template in Keycloak's names", () => {
  for (const [path, uri] of [
    ['/', 'root'],
    ['/realms/:realm', '/realms/{realm}'],
    [`${OIDC}/token`, '/realms/{realm}/protocol/{protocol}/token'],
    [`${OIDC}/auth`, '/realms/{realm}/protocol/{protocol}/auth'],
    [`${OIDC}/certs`, '/realms/{realm}/protocol/{protocol}/certs'],
    ['/realms/:realm/protocol/saml', '/realms/{realm}/protocol/{protocol}'],
    ['/realms/:realm/protocol/docker-v2/auth', '/realms/{realm}/protocol/{protocol}/auth'],
    ['/realms/:realm/.well-known/openid-configuration', '/realms/{realm}/.well-known/{alias}'],
    ['/realms/:realm/login-actions/authenticate', '/realms/{realm}/login-actions/authenticate'],
    [
      '/realms/:realm/clients-registrations/openid-connect',
      '/realms/{realm}/clients-registrations/{provider}',
    ],
    [
      '/realms/:realm/clients-registrations/openid-connect/:client',
      '/realms/{realm}/clients-registrations/{provider}/{clientId}',
    ],
    ['/admin/realms', '/admin/realms'],
    ['/admin/realms/:realm/client-session-stats', '/admin/realms/{realm}/client-session-stats'],
    ['/admin/realms/:realm/users/:user', '/admin/realms/{realm}/users/{user-id}'],
    [
      '/admin/realms/:realm/clients/:client/roles/:role',
      '/admin/realms/{realm}/clients/{client-uuid}/roles/{role-name}',
    ],
    ['/admin/realms/:realm/group-by-path/*groupPath', '/admin/realms/{realm}/group-by-path/{groupPath}'],
  ] as const)
    assert.equal(routeTemplate(path), uri);
});

test('every route of the server has a template without the names of our own parameters', async () => {
  const server = await startComposedServer({});
  for (const { path } of server.routes) {
    const template = routeTemplate(path);
    assert.ok(template === 'root' || /^(\/(\{[A-Za-z-]+\}|[A-Za-z0-9._-]*))+$/.test(template), template);
  }
  await server.stop();
});

test('cardinality: without a route, a request counts as NOT_FOUND, REDIRECTION or UNKNOWN', () => {
  assert.equal(templateWithoutRoute(404), 'NOT_FOUND');
  assert.equal(templateWithoutRoute(301), 'REDIRECTION');
  for (const status of [400, 403, 414, 500]) assert.equal(templateWithoutRoute(status), 'UNKNOWN');
});
