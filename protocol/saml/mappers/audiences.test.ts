import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../testing/context.ts';
import { audience, audienceResolve } from './audiences.ts';

const context = createTestContext();

test('SAML Core §2.5.1.4: a client or a text is one further audience; without configuration there is none', () => {
  assert.deepEqual(audience.listAudiences?.({ 'included.client.audience': 'shop' }, context), ['shop']);
  assert.deepEqual(audience.listAudiences?.({ 'included.custom.audience': 'urn:x' }, context), ['urn:x']);
  assert.deepEqual(audience.listAudiences?.({}, context), []);
});

test('SAML Core §2.5.1.4: every other client in which the user has a role is an audience', () => {
  assert.deepEqual(audienceResolve.listAudiences?.({}, context), ['shop']);
});
