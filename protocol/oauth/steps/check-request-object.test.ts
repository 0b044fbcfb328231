import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../test-server.ts';

for (const name of ['request', 'request_uri']) {
  test(`OIDC Core §6: ${name} is refused by name to the client, not passed over`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { [name]: 'https://app.test/request.jwt' });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.rule],
        ['client', `${name}_not_supported`, 'check-request-object'],
      );
      const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
      assert.equal(body[`${name}_parameter_supported`], false);
    });
  });
}
