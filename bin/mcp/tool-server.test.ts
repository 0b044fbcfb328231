import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectAgent } from './testing/agent.ts';

// No tool needs the server to be described.
const { client } = await connectAgent({ url: 'http://127.0.0.1:1', dataDir: '/nowhere' });
const { tools } = await client.listTools();

test('MCP "Tools": every tool has a description, a schema that refuses other arguments, and annotations', () => {
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.ok((description ?? '').length > 20, name);
    assert.equal(inputSchema.type, 'object', name);
    assert.equal(inputSchema['additionalProperties'], false, name);
    assert.equal(typeof annotations?.readOnlyHint, 'boolean', name);
    assert.equal(annotations?.openWorldHint, false, name);
    if (annotations?.readOnlyHint !== true)
      assert.equal(typeof annotations?.destructiveHint, 'boolean', name);
  }
});

test('only tools that list or explain are read-only', () => {
  const readOnly = tools
    .filter(({ annotations }) => annotations?.readOnlyHint === true)
    .map(({ name }) => name);
  assert.deepEqual(readOnly.toSorted(), ['explain_exchange', 'list_clients', 'list_realms', 'list_refusals']);
});

test('docs/mcp.md describes every tool, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');
  const described = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(described.toSorted(), tools.map(({ name }) => name).toSorted());
});

test('an unknown tool is refused', async () => {
  const result = await client.callTool({ name: 'delete_realm' });
  assert.equal(result.isError, true);
  assert.match(JSON.stringify(result.content), /delete_realm/);
});

test('the agent learns name, version and how to begin', () => {
  assert.deepEqual(client.getServerVersion(), { name: 'understudy', title: 'Understudy', version: '1.2.3' });
  assert.match(client.getInstructions() ?? '', /list_refusals/);
});
