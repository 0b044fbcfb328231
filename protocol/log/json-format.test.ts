import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createJsonFormat } from './json-format.ts';
import { makeRecord } from './test-record.ts';

const MEMBERS =
  'timestamp sequence loggerClassName loggerName level message threadName threadId mdc ndc hostName processName processId'.split(
    ' ',
  );

const format = createJsonFormat({
  hostName: 'host.test',
  processName: 'understudy',
  processId: 42,
  startedAt: 0,
});

function read(record: Partial<LogRecord>) {
  const line = format(makeRecord(record));
  assert.equal(line.indexOf('\n'), line.length - 1);
  return JSON.parse(line) as Record<string, unknown>;
}

test('service description §2.3: a JSON record has exactly the thirteen members, in their order and types', () => {
  const record = read({ sequence: 7, mdc: { realm: 'demo' } });
  assert.deepEqual(Object.keys(record), MEMBERS);
  const { timestamp, loggerClassName, ...rest } = record;
  assert.match(String(timestamp), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
  assert.equal(Date.parse(String(timestamp)), makeRecord().at);
  assert.equal(typeof loggerClassName, 'string');
  assert.deepEqual(rest, {
    sequence: 7,
    loggerName: 'server',
    level: 'INFO',
    message: 'hello',
    threadName: 'main',
    threadId: 0,
    mdc: { realm: 'demo' },
    ndc: '',
    hostName: 'host.test',
    processName: 'understudy',
    processId: 42,
  });
});

test('Keycloak: what was thrown is the member exception, with its causes', () => {
  const { exception } = read({ error: new TypeError('outer', { cause: 'inner' }) });
  const { refId, exceptionType, message, frames, causedBy } = exception as Record<string, unknown>;
  assert.deepEqual([refId, exceptionType, message], [1, 'TypeError', 'outer']);
  assert.deepEqual(Object.keys((frames as object[])[0] ?? {}), ['class', 'method', 'line']);
  assert.deepEqual(causedBy, {
    exception: { refId: 2, exceptionType: 'string', message: 'inner', frames: [] },
  });
});

test('service description §2.3: any message and any value give one line that is one JSON object', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, value) => {
      assert.equal(read({ message, parameters: { value }, mdc: { value } })['level'], 'INFO');
    }),
  );
});
