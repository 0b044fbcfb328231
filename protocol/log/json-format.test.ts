import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createJsonFormat } from './json-format.ts';
import { makeRecord } from './testing/record.ts';

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

test('service description §2.3: a JSON record has exactly the thirteen members, with their order and types', () => {
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

test('Keycloak: a thrown error is in exception, with its causes', () => {
  const { exception } = read({ error: new TypeError('outer', { cause: 'inner' }) });
  const { refId, exceptionType, message, frames, causedBy } = exception as Record<string, unknown>;
  assert.deepEqual([refId, exceptionType, message], [1, 'TypeError', 'outer']);
  assert.deepEqual(Object.keys((frames as object[])[0] ?? {}), ['class', 'method', 'line']);
  assert.deepEqual(causedBy, {
    exception: { refId: 2, exceptionType: 'string', message: 'inner', frames: [] },
  });
});

test('Keycloak: the errors of an aggregate are in suppressed of its exception', () => {
  const parts = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
  const cause = new AggregateError(parts, '');
  const { exception } = read({ error: new TypeError('fetch failed', { cause }) });
  const { causedBy } = exception as { causedBy: { exception: Record<string, unknown> } };
  assert.equal(causedBy.exception['exceptionType'], 'AggregateError');
  const suppressed = causedBy.exception['suppressed'] as { exception: { refId: number; message: string } }[];
  assert.deepEqual(
    suppressed.map((each) => [each.exception.refId, each.exception.message]),
    [
      [3, 'connect ECONNREFUSED ::1:1'],
      [4, 'connect ECONNREFUSED 127.0.0.1:1'],
    ],
  );
});

test('an aggregate that contains itself many times gives a record of limited length', () => {
  const errors: Error[] = [];
  const aggregate = new AggregateError([], 'round');
  for (let count = 0; count < 10; count += 1) errors.push(aggregate);
  aggregate.errors = errors;
  assert.ok(JSON.stringify(read({ error: aggregate })).length < 1_000_000);
});

test('service description §2.3: any message and value give one line with one JSON object', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, value) => {
      assert.equal(read({ message, parameters: { value }, mdc: { value } })['level'], 'INFO');
    }),
  );
});
