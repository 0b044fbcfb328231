import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

for (const prompt of ['create', 'login create']) {
  test(`Initiating User Registration §4: prompt "${prompt}" is refused on a page`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { prompt });
      assert.deepEqual(
        [refusal.destination, refusal.status, refusal.description, refusal.rule],
        ['page', 400, 'Registration not allowed', 'check-registration'],
      );
    });
  });
}

test('discovery does not advertise registration', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.deepEqual(body['prompt_values_supported'], ['none', 'login', 'consent']);
  });
});
