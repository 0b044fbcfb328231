import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { consumer, metadataOf, NOW } from '../testing/metadata.ts';
import { SAML_METADATA_CONVERTER } from './client-description.ts';

const context = { realm: testRealm().stored, now: NOW };

test('SAML Metadata §2: XML is read as metadata, JSON is left to other converters', () => {
  assert.ok(SAML_METADATA_CONVERTER.reads(` \n${metadataOf()}`));
  assert.equal(SAML_METADATA_CONVERTER.reads('{"clientId":"x"}'), false);
});

test('SAML Metadata §2: metadata becomes a client', async () => {
  const client = await SAML_METADATA_CONVERTER.convert(metadataOf(), context);
  assert.deepEqual([client.clientId, client.protocol], ['https://sp.test/metadata', 'saml']);
});

test('SAML Metadata §2: elements in place of text are rejected without an internal error', async () => {
  const content = `<md:NameIDFormat><md:x/></md:NameIDFormat>${consumer(0, 'https://sp.test')}`;
  await assert.rejects(
    SAML_METADATA_CONVERTER.convert(metadataOf({ content }), context),
    (error) => error instanceof ClientDescriptionError && /contains elements where text/.test(error.message),
  );
});
