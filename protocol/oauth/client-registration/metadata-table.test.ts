import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METADATA_ROWS } from './metadata-table.ts';

test('every field and every attribute is in exactly one row', () => {
  for (const member of ['field', 'attribute'] as const) {
    const names = METADATA_ROWS.map((row) => row[member]);
    assert.equal(new Set(names).size, names.length);
  }
});

test('the fields of the logout specifications map to Keycloak’s logout attributes', () => {
  const found = new Map(METADATA_ROWS.map(({ field, attribute }) => [field, attribute]));
  assert.equal(found.get('backchannel_logout_uri'), 'backchannel.logout.url');
  assert.equal(found.get('frontchannel_logout_uri'), 'frontchannel.logout.url');
  assert.equal(found.get('post_logout_redirect_uris'), 'post.logout.redirect.uris');
});
