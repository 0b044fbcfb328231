import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { EOL, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeHandlerDeps, makeLogValues } from '../testing/handler.ts';
import { makeRecord } from '../testing/record.ts';
import { fileHandler } from './file-handler.ts';

test('service description §2.3: the file has lines in its own format', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-log-')), 'new', 'my.log');
  const flags = { 'log-file': path, 'log-file-format': '%p|%s%n', 'log-console-format': '%c%n' };
  const handler = fileHandler.open(makeLogValues(flags), makeHandlerDeps());
  handler.write(makeRecord());
  handler.write(makeRecord({ level: 'WARN' }));
  await handler.close();
  assert.equal(readFileSync(path, 'utf8'), `INFO|hello${EOL}WARN|hello${EOL}`);
});

test('service description §7: a folder that is not writable causes one ERROR, no file, and a handler that accepts records', async () => {
  const blocked = join(mkdtempSync(join(tmpdir(), 'understudy-log-')), 'blocked');
  writeFileSync(blocked, '');
  const deps = makeHandlerDeps();
  const path = join(blocked, 'my.log');
  const handler = fileHandler.open(makeLogValues({ 'log-file': path }), deps);
  handler.write(makeRecord());
  await handler.close();
  assert.deepEqual(
    deps.reports.map(({ level, parameters }) => [level, parameters]),
    [['ERROR', { file: path }]],
  );
  assert.equal(existsSync(path), false);
});
