import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';
import { findGrant, GRANTS } from './table.ts';

test('each grant has the file of its name and a test', () => {
  for (const { type } of GRANTS) {
    const file = type.replace(/^.*:/, '').replaceAll('_', '-');
    for (const ending of ['ts', 'test.ts']) {
      assert.ok(existsSync(new URL(`${file}.${ending}`, import.meta.url)), `${file}.${ending}`);
    }
  }
});

test('only rows of the table are grants', () => {
  for (const type of ['', 'implicit', 'Password', 'constructor', '__proto__'])
    assert.equal(findGrant(type), undefined);
});

test('discovery names the rows and the implicit flow, sorted, and nothing else', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.deepEqual(body['grant_types_supported'], ['implicit', ...GRANTS.map(({ type }) => type)].sort());
  });
});
