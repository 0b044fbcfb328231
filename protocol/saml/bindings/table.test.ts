import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { withSamlServer } from '../testing/server.ts';
import { BINDING_URNS } from '../xml-names.ts';

test('SAML Metadata §2.4.3: the metadata lists every binding in the table', async () => {
  await withSamlServer(async (server) => {
    const { text } = await server.browser().get(`${server.endpoint}/descriptor`);
    const files = readdirSync(import.meta.dirname);
    for (const name of ['redirect', 'post'] as const) {
      assert.ok(files.includes(`${name}.ts`), name);
      assert.ok(text.includes(`<md:SingleSignOnService Binding="${BINDING_URNS[name]}"`), name);
    }
  });
});
