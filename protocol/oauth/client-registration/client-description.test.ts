import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { REGISTRATION_METADATA_CONVERTER } from './client-description.ts';

const context = { realm: testRealm().stored, now: 0 };
const convert = (metadata: unknown) =>
  REGISTRATION_METADATA_CONVERTER.convert(JSON.stringify(metadata), context);

test('RFC 7591 §2: metadata is distinguished from clients, XML and other JSON', () => {
  const reads = (text: string): boolean => REGISTRATION_METADATA_CONVERTER.reads(text);
  assert.ok(reads('{"redirect_uris":["http://app.test/cb"]}'));
  for (const text of [
    '{"clientId":"x","redirectUris":[]}',
    '<a/>',
    '{"redirect_uris":',
    '["client_name"]',
    'null',
  ])
    assert.equal(reads(text), false, text);
});

test('RFC 7591 §2: metadata becomes a client, with a generated client_id if it has none', async () => {
  const redirect_uris = ['http://app.test/cb'];
  const named = await convert({ client_id: 'app', client_name: 'App', redirect_uris });
  assert.deepEqual([named.clientId, named.name, named.redirectUris], ['app', 'App', redirect_uris]);
  assert.match((await convert({ redirect_uris })).clientId, /^[0-9a-f-]{36}$/);
});

for (const [name, metadata, expected] of [
  ['a redirect URI that is a script', { redirect_uris: ['javascript:alert(1)'] }, /redirect_uris/],
  ['a name of the wrong type', { redirect_uris: ['http://a.test'], client_name: 1 }, /client_name/],
] as const) {
  test(`RFC 7591 §3.2.2: ${name} is refused by name`, async () => {
    await assert.rejects(
      convert(metadata),
      (error) => error instanceof ClientDescriptionError && expected.test(error.message),
    );
  });
}
