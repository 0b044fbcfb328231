import assert from 'node:assert/strict';
import { EOL } from 'node:os';
import { test } from 'node:test';
import { makeHandlerDeps, makeLogValues } from '../testing/handler.ts';
import { makeRecord } from '../testing/record.ts';
import { consoleHandler } from './console-handler.ts';

async function write(flags: Record<string, string>, environment = {}): Promise<string> {
  const deps = makeHandlerDeps({ environment });
  const handler = consoleHandler.open(makeLogValues(flags), deps);
  handler.write(makeRecord());
  await handler.close();
  return deps.output();
}

test('service description §2.3: the default output is a formatted line', async () => {
  assert.equal(await write({ 'log-console-format': '%p %s%n' }), `INFO hello${EOL}`);
});

test('service description §2.3: JSON output ignores format and colours', async () => {
  const flags = { 'log-console-output': 'json', 'log-console-color': 'true', 'log-console-format': '%L' };
  const text = await write(flags);
  assert.equal(JSON.parse(text).message, 'hello');
  assert.ok(!text.includes('\u001b'));
});

test('service description §2.3: colours are used only if enabled', async () => {
  assert.ok(!(await write({})).includes('\u001b'));
  assert.ok((await write({ 'log-console-color': 'true' })).includes('\u001b[38;5;192mINFO'));
  const truecolor = await write({ 'log-console-color': 'true' }, { COLORTERM: 'truecolor' });
  assert.ok(truecolor.includes('\u001b[38;2;218;255;127mINFO'));
});

test('service description §2.3: the source location is captured if the format needs it, not for JSON', () => {
  assert.equal(consoleHandler.needsLocation(makeLogValues({})), false);
  assert.equal(consoleHandler.needsLocation(makeLogValues({ 'log-console-format': '%L' })), true);
  const json = { 'log-console-format': '%L', 'log-console-output': 'json' };
  assert.equal(consoleHandler.needsLocation(makeLogValues(json)), false);
});
