import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, ToolRefusal } from './result.ts';
import { createServerAccess } from './server-access.ts';

const access = createServerAccess({ url: 'http://127.0.0.1:1', dataDir: '/nowhere' });

test('MCP "Tools", error handling: a failure is a result that the agent reads, not an error of the protocol', async () => {
  const fail = () => Promise.reject(new ToolRefusal('Choose another name.'));
  assert.deepEqual(await answer(access, fail), {
    content: [{ type: 'text', text: 'Choose another name.' }],
    isError: true,
  });
  const result = await answer(access, async () => access.open());
  assert.equal(result.isError, true);
});

test('an answer is JSON', async () => {
  const result = await answer(access, async () => ({ realm: 'shop' }));
  assert.deepEqual(result, { content: [{ type: 'text', text: '{\n  "realm": "shop"\n}' }] });
});
