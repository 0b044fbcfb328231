import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, writeFields } from '../../ui/field.ts';
import { standInSections } from './stand-in-fields.ts';

const fields = standInSections(true).flatMap((section) => section.fields);

test('console "Providers": without settings, a stand-in is chosen by the provider, and has no fault', () => {
  assert.deepEqual(Object.values(readFields(fields, {})), ['auto', '', '']);
});

test('console "Providers": a fault that is taken back leaves no setting', () => {
  const provider = { config: { clientId: 'x', 'understudy.stand-in.fault': 'server_error' } };
  assert.deepEqual(writeFields(fields, provider, { 'understudy.stand-in.fault': '' }), {
    config: { clientId: 'x' },
  });
});
