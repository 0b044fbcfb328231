import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createReadyDocuments } from './ready-documents.ts';

test('a document is cached by realm and address, as bytes', () => {
  const { realm } = createTestExchange();
  const documents = createReadyDocuments();
  assert.equal(documents.find(realm, 'a'), undefined);
  const reply = documents.keep(realm, 'a', { x: 1 });
  assert.ok(Buffer.isBuffer(reply.body));
  assert.equal(documents.find(realm, 'a'), reply);
  assert.equal(documents.find(realm, 'b'), undefined);
});

test('a changed realm is a new object, so no stale document is found', () => {
  const documents = createReadyDocuments();
  documents.keep(createTestExchange().realm, 'a', {});
  assert.equal(documents.find(createTestExchange().realm, 'a'), undefined);
});

test('made-up addresses do not fill the cache', () => {
  const { realm } = createTestExchange();
  const documents = createReadyDocuments();
  for (let index = 0; index < 100; index += 1) documents.keep(realm, String(index), {});
  assert.notEqual(documents.find(realm, '0'), undefined);
  assert.equal(documents.find(realm, '99'), undefined);
});
