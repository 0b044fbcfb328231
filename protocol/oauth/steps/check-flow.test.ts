import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESPONSE_TYPES } from '../response-types.ts';
import { withOAuthServer } from '../testing/server.ts';

const DISABLED = 'Client is not allowed to initiate browser login with given response_type.';

/** The error in the fragment. */
function readFragment(location: string | null): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(location ?? '').hash.slice(1)));
}

for (const type of ['token', 'id_token', 'id_token token', 'code token']) {
  test(`RFC 6749 §4.2.2.1: response_type "${type}" is refused in the fragment if the client’s implicit flow is off`, async () => {
    await withOAuthServer(async (server) => {
      const { headers } = await server.authorize(server.browser(), { response_type: type });
      const answer = readFragment(headers.get('location'));
      assert.equal(answer['error'], 'unauthorized_client');
      assert.equal(answer['error_description'], `${DISABLED} Implicit flow is disabled for the client.`);
      assert.equal(answer['state'], 's1');
    });
  });
}

test('RFC 6749 §4.2: a client with implicit flow may request tokens, and discovery lists every response type', async () => {
  await withOAuthServer(async (server) => {
    const page = await server.authorize(server.browser(), {
      client_id: 'implicit',
      redirect_uri: 'http://app.test/implicit',
      response_type: 'token id_token',
      nonce: 'n1',
    });
    assert.equal(page.status, 200);
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.deepEqual(body['response_types_supported'], Object.keys(RESPONSE_TYPES));
    assert.ok((body['grant_types_supported'] as string[]).includes('implicit'));
  });
});

for (const type of ['code', 'code id_token']) {
  test(`RFC 6749 §4.1.2.1: response_type "${type}" is refused if the client’s standard flow is off`, async () => {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { standardFlowEnabled: false });
      await server.authorize(server.browser(), { response_type: type });
      const refusal = server.activity.list().records[0]?.refusal;
      assert.equal(refusal?.code, 'unauthorized_client');
      assert.equal(refusal?.description, `${DISABLED} Standard flow is disabled for the client.`);
      assert.equal(refusal?.remedy, 'Set standardFlowEnabled of client web to true.');
    });
  });
}
