import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/admin/realms/shop/client-description-converter';
const send = (text: string, token?: string, query = '') =>
  server.call('POST', PATH + query, {
    body: text,
    headers: { 'content-type': 'text/plain' },
    ...(token === undefined ? {} : { token }),
  });

for (const [name, text, expected] of [
  ['an empty body', ' ', /The body is empty/],
  ['words', 'hello', /Unsupported format; send one of: a line, a client as JSON/],
  ['JSON of something else', '{"realm":"x"}', /Unsupported format/],
  ['broken JSON', '{"clientId":', /Unsupported format/],
  ['a client with a member of the wrong type', '{"clientId":"x","enabled":"yes"}', /enabled must be/],
  ['a client without an ID', '{"clientId":""}', /clientId is missing/],
  ['a format with a fault', 'client: ', /the line names no client/],
] as const) {
  test(`Keycloak SAML installers: ${name} is refused with what would be right`, async () => {
    const refused = await send(text);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('Keycloak SAML installers: a description becomes a client, which is not created', async () => {
  const converted = await send('client: till-2');
  assert.equal(converted.status, 200);
  assert.deepEqual(converted.body, { clientId: 'till-2', description: `shop ${server.clock.now()}` });
  const json = await send('{"clientId":"till-3","futureMember":[1]}');
  assert.deepEqual(json.body, { clientId: 'till-3', futureMember: [1] });
  const { body } = await server.call('GET', '/admin/realms/shop/clients?clientId=till-2');
  assert.deepEqual(body, []);
});

test('Keycloak SAML installers: a format is told which client is meant, where the caller says so', async () => {
  const now = server.clock.now();
  const meant = await send('client: till-2', undefined, '?clientId=https%3A%2F%2Fsp.test%2F%3Fa');
  assert.deepEqual(meant.body, { clientId: 'till-2', description: `shop ${now} https://sp.test/?a` });
  const nobody = await send('client: till-2', undefined, '?clientId=');
  assert.deepEqual(nobody.body, { clientId: 'till-2', description: `shop ${now}` });
});

test('Keycloak SAML installers: who may only look at clients cannot have descriptions read', async () => {
  assert.equal((await send('client: x', await server.tokenOf('shop', 'viewer'))).status, 403);
});
