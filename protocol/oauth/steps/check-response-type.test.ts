import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

test('RFC 6749 §4.1.2.1: a request without response_type is refused at the redirect URI', async () => {
  await withOAuthServer(async (server) => {
    const refusal = await refusalOf(server, { response_type: '' });
    assert.deepEqual(
      [refusal.destination, refusal.code, refusal.description, refusal.rule],
      ['client', 'invalid_request', 'Missing parameter: response_type', 'check-response-type'],
    );
  });
});

for (const type of ['CODE', 'code none', 'token2', 'code,token']) {
  test(`RFC 6749 §4.1.2.1: response_type "${type}" is refused at the redirect URI without a description`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { response_type: type });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description],
        ['client', 'unsupported_response_type', ''],
      );
    });
  });
}
