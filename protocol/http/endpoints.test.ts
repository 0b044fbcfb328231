import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_NAMES } from '#protocol/contract/endpoints.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { endpointOf } from './endpoints.ts';

test('test kit: every named endpoint has a route of the server, and no other route has its name', async () => {
  const server = await startComposedServer({ options: { features: 'docker' } });
  try {
    const named = new Map<string, string[]>();
    for (const { path } of server.routes) {
      const name = endpointOf(path);
      if (name !== undefined) named.set(name, [...new Set([...(named.get(name) ?? []), path])]);
    }
    assert.deepEqual([...named.keys()].sort(), [...ENDPOINT_NAMES].sort());
    assert.equal(named.get('saml')?.length, 4);
    for (const [name, paths] of named) if (name !== 'saml') assert.equal(paths.length, 1, name);
  } finally {
    await server.stop();
  }
});

test('test kit: pages of the sign-in and the admin API have no endpoint name', () => {
  for (const path of [
    undefined,
    '/realms/:realm',
    '/realms/:realm/login-actions/authenticate',
    '/realms/:realm/protocol/openid-connect/ext/ciba/auth/callback',
    '/admin/realms/:realm',
    '/emulator/v1/realms/:realm/faults',
  ]) {
    assert.equal(endpointOf(path), undefined);
  }
});
