// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's placeholders have this form
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const INSTANCES = '/admin/realms/shop/identity-provider/instances';
const FINE = { alias: 'fine', providerId: 'oidc', config: {} };
await server.call('POST', INSTANCES, { body: FINE });

for (const [what, members, expected] of [
  ['a space in the alias', { alias: 'a b' }, { error: 'Empty Space not allowed.' }],
  [
    'an unknown flow of first sign-ins',
    { firstBrokerLoginFlowAlias: 'nope' },
    { errorMessage: 'No available authentication flow with alias: nope' },
  ],
  [
    'an unknown flow after sign-ins',
    { postBrokerLoginFlowAlias: 'nope' },
    { errorMessage: 'No available authentication flow with alias: nope' },
  ],
  [
    'a malformed address',
    { config: { authorizationUrl: 'idp.example/auth' } },
    { errorMessage: 'The url [authorization_url] is malformed (config.authorizationUrl)' },
  ],
  [
    'an address that is no web address',
    { config: { singleSignOnServiceUrl: 'ftp://idp.example' } },
    {
      errorMessage:
        'Invalid protocol/scheme for url [singleSignOnServiceUrl] (config.singleSignOnServiceUrl)',
    },
  ],
] as const)
  test(`Keycloak: ${what} is refused when an identity provider is created or changed`, async () => {
    const created = await server.call('POST', INSTANCES, { body: { ...FINE, alias: 'new', ...members } });
    assert.deepEqual([created.status, created.body], [400, expected]);
    const changed = await server.call('PUT', `${INSTANCES}/fine`, { body: { ...FINE, ...members } });
    assert.deepEqual([changed.status, changed.body], [400, expected]);
    assert.equal((await server.call('GET', `${INSTANCES}/new`)).status, 404);
  });

test('Keycloak: flows of Keycloak, empty texts, spaces around addresses and placeholders are accepted', async () => {
  const { status } = await server.call('POST', INSTANCES, {
    body: {
      alias: 'usual',
      providerId: 'oidc',
      firstBrokerLoginFlowAlias: 'first broker login',
      postBrokerLoginFlowAlias: '',
      config: {
        authorizationUrl: '${authBaseUrl}/realms/demo/protocol/openid-connect/auth',
        tokenUrl: ' https://idp.example/token ',
        logoutUrl: '',
      },
    },
  });
  assert.equal(status, 201);
});
