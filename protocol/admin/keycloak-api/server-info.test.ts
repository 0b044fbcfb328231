import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';
import { FEATURES_OFF } from './unsupported.ts';

const server = await startAdminServer();
after(() => server.stop());

interface Listed {
  readonly id: string;
}

interface ServerInfo {
  readonly systemInfo: { readonly version: string };
  readonly profileInfo: { readonly disabledFeatures: readonly string[] };
  readonly features: readonly { readonly name: string; readonly enabled: boolean }[];
  readonly themes: Readonly<Record<string, readonly { readonly name: string }[]>>;
  readonly providers: Readonly<Record<string, { readonly providers: object }>>;
  readonly componentTypes: Readonly<Record<string, readonly Listed[]>>;
  readonly identityProviders: readonly Listed[];
  readonly clientInstallations: Readonly<Record<string, readonly Listed[]>>;
  readonly passwordPolicies: readonly Listed[];
}

const idsOf = (list: readonly Listed[] = []): string[] => list.map(({ id }) => id);

test('Keycloak: server info has the version, and what clients, policies and identity providers can be', async () => {
  const { body } = await server.call<ServerInfo>('GET', '/admin/serverinfo');
  assert.match(body.systemInfo.version, /^26\./);
  assert.deepEqual(body.profileInfo.disabledFeatures, FEATURES_OFF);
  assert.ok(idsOf(body.identityProviders).includes('github'));
  assert.deepEqual(Object.keys(body.clientInstallations).toSorted(), ['docker-v2', 'openid-connect', 'saml']);
  assert.deepEqual(idsOf(body.clientInstallations['openid-connect']), ['keycloak-oidc-keycloak-json']);
  const policies = idsOf(body.passwordPolicies);
  assert.ok(policies.includes('length') && policies.includes('passwordHistory'));
  assert.equal(new Set(policies).size, policies.length);
});

test('Terraform: server info has the themes, providers and component types that a configuration may name', async () => {
  const { body } = await server.call<ServerInfo>('GET', '/admin/serverinfo');
  assert.ok(body.themes['login']?.some(({ name }) => name === 'keycloak'));
  assert.ok('UPDATE_PASSWORD' in (body.providers['required-action']?.providers ?? {}));
  assert.ok(idsOf(body.componentTypes['org.keycloak.keys.KeyProvider']).includes('rsa-generated'));
  assert.deepEqual(
    body.features.map(({ name, enabled }) => [name, enabled]),
    FEATURES_OFF.map((name) => [name, false]),
  );
});

test('Keycloak: server info is for administrators', async () => {
  const token = await server.tokenOf('shop', 'ann');
  assert.equal((await server.call('GET', '/admin/serverinfo', { token })).status, 403);
  assert.equal((await server.call('GET', '/admin/serverinfo', { token: null })).status, 401);
});
