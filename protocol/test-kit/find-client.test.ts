import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { findClient } from './find-client.ts';
import { KitError } from './kit-error.ts';

const realm = testRealm({
  clients: [
    { clientId: 'web', publicClient: true },
    { clientId: 'off', publicClient: true, enabled: false },
    { clientId: 'api', bearerOnly: true },
    { clientId: 'provider', protocol: 'saml' },
    { clientId: 'registry', protocol: 'docker-v2' },
  ],
});

for (const [clientId, status] of [
  ['none', 400],
  ['WEB', 400],
  ['', 400],
  ['provider', 400],
  ['registry', 400],
  ['off', 409],
  ['api', 409],
] as const) {
  test(`client "${clientId}" is refused with ${status}, and the message names the member and the client`, () => {
    assert.throws(
      () => findClient(realm, clientId, 'clients'),
      (error) => {
        assert.ok(error instanceof KitError);
        assert.equal(error.status, status);
        assert.match(error.problem, new RegExp(`^clients: .*${clientId}`));
        assert.notEqual(error.remedy, '');
        return true;
      },
    );
  });
}

test('an OpenID Connect client is found', () => {
  assert.equal(findClient(realm, 'web', 'client').clientId, 'web');
});
