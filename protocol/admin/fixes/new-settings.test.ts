import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettings } from './new-settings.ts';

test('a public client for the browser has the redirect URI and the origins of the request', () => {
  const fix = { kind: 'create-public-client', client: 'web', value: 'http://a.test/cb' } as const;
  assert.deepEqual(createSettings(fix, undefined), {
    clientId: 'web',
    protocol: 'openid-connect',
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    redirectUris: ['http://a.test/cb'],
    webOrigins: ['+'],
  });
});

const GRANTS = [
  ['password', 'directAccessGrantsEnabled', true],
  ['client_credentials', 'serviceAccountsEnabled', true],
  ['urn:openid:params:grant-type:ciba', 'attributes', { 'oidc.ciba.grant.enabled': 'true' }],
] as const;

for (const [grant, setting, value] of GRANTS)
  test(`a client for grant ${grant} is allowed that grant and no browser flow`, () => {
    const client = createSettings({ kind: 'create-confidential-client', client: 'job', grant }, 'known');
    assert.deepEqual(client[setting as keyof typeof client], value);
    assert.deepEqual(
      { standardFlowEnabled: false, secret: 'known' },
      { standardFlowEnabled: client['standardFlowEnabled'], secret: client['secret'] },
    );
  });

test('a user without a password has no credentials; a fix that creates nothing is a mistake of the caller', () => {
  assert.deepEqual(createSettings({ kind: 'create-user', user: 'ann' }, undefined), {
    username: 'ann',
    enabled: true,
    requiredActions: [],
  });
  assert.throws(() => createSettings({ kind: 'enable-user', user: 'ann' }, undefined), TypeError);
});
