import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { builtInFlows } from '#protocol/realm/file/built-in/authentication-flows.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const BASE = '/admin/realms/shop/authentication';

interface Provider {
  readonly id: string;
  readonly displayName: string;
  readonly supportsSecret?: boolean;
}

const list = async (path: string): Promise<readonly Provider[]> =>
  (await server.call<Provider[]>('GET', `${BASE}/${path}`)).body;

test('Keycloak: every authenticator of the built-in flows is in one of the lists of providers', async () => {
  const lists = await Promise.all(
    [
      'authenticator-providers',
      'client-authenticator-providers',
      'form-providers',
      'form-action-providers',
    ].map(list),
  );
  const known = new Set(lists.flat().map(({ id }) => id));
  const used = builtInFlows('x')
    .flatMap((flow) => flow['authenticationExecutions'] as { authenticator?: string }[])
    .flatMap(({ authenticator }) => authenticator ?? []);
  assert.deepEqual(
    used.filter((id) => !known.has(id)),
    [],
  );
  assert.equal(known.size, lists.flat().length);
});

test('Keycloak: client authenticators say whether they use the secret', async () => {
  assert.deepEqual(
    (await list('client-authenticator-providers')).map(({ id, supportsSecret }) => [id, supportsSecret]),
    [
      ['client-secret', true],
      ['client-jwt', false],
      ['client-secret-jwt', true],
      ['client-x509', false],
    ],
  );
  assert.deepEqual(
    await server.call('GET', `${BASE}/per-client-config-description`).then(({ body }) => body),
    {
      'client-secret': [],
      'client-jwt': [],
      'client-secret-jwt': [],
      'client-x509': [],
    },
  );
});

test('Keycloak: the settings of an authenticator are described; an unknown one is 404', async () => {
  const { body } = await server.call<{ properties: { name: string }[] }>(
    'GET',
    `${BASE}/config-description/conditional-level-of-authentication`,
  );
  assert.deepEqual(
    body.properties.map(({ name }) => name),
    ['loa-condition-level', 'loa-max-age'],
  );
  for (const unknown of ['none', 'constructor'])
    assert.equal((await server.call('GET', `${BASE}/config-description/${unknown}`)).status, 404);
});

test('Keycloak reset-otp: the setting lists what can be removed, and what is without it', async () => {
  const { body } = await server.call<{ properties: Record<string, unknown>[] }>(
    'GET',
    `${BASE}/config-description/reset-otp`,
  );
  assert.deepEqual(
    body.properties.map(({ name, type, defaultValue, options }) => ({ name, type, defaultValue, options })),
    [
      {
        name: 'action_on_otp_reset_flag',
        type: 'List',
        defaultValue: 'Remove none',
        options: ['Remove none', 'Remove one', 'Remove all'],
      },
    ],
  );
});
