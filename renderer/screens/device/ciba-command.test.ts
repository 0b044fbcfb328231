import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCibaClient, writeCibaCommand } from './ciba-command.ts';

const till = { clientId: 'till', secret: 's', attributes: { 'oidc.ciba.grant.enabled': 'true' } };

test('CIBA §7.1: the command names client, scope, user and binding message', () => {
  const command = writeCibaCommand({ issuer: 'http://a/realms/demo', client: till, username: 'alice' });
  assert.equal(
    command,
    [
      "curl 'http://a/realms/demo/protocol/openid-connect/ext/ciba/auth'",
      "  -d 'client_id=till'",
      "  -d 'client_secret=s'",
      "  -d 'scope=openid+profile'",
      "  -d 'login_hint=alice'",
      "  -d 'binding_message=W4SCT-42'",
    ].join(' \\\n'),
  );
});

test('CIBA §7.1: special characters of the shell in a secret are encoded', () => {
  const client = { clientId: 'till', secret: "a'b $(c)&d" };
  const command = writeCibaCommand({ issuer: 'http://a', client, username: 'alice' });
  assert.match(command, /-d 'client_secret=a%27b\+%24%28c%29%26d' \\/);
});

test('CIBA §4: the client may use CIBA and authenticates with a secret', () => {
  assert.equal(findCibaClient([{ clientId: 'web', secret: 's' }, till]), till);
});

for (const part of [
  { enabled: false },
  { publicClient: true },
  { clientAuthenticatorType: 'client-jwt' },
  { attributes: {} },
  { attributes: { 'oidc.ciba.grant.enabled': 'false' } },
])
  test(`CIBA §4: no command for a client with ${JSON.stringify(part)}`, () => {
    assert.equal(findCibaClient([{ ...till, ...part }]), undefined);
  });
