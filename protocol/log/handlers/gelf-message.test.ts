import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import { makeRecord } from '../testing/record.ts';
import { type GelfMembers, renderGelfMessage, toGelfMessage } from './gelf-message.ts';

const members: GelfMembers = {
  hostName: 'box.lab.test',
  facility: 'server',
  includeStackTrace: true,
  includeMessageParameters: true,
  includeLocation: true,
  formatTime: () => '2026-01-31 12:00:00,123',
  additionalFields: new Map(),
};

const parse = (json: string): unknown => JSON.parse(json);

test('GELF 1.1: a record becomes a message with its time as a number and formatted', () => {
  const record = makeRecord({ category: 'http.request', message: 'hello', parameters: { realm: 'demo' } });
  assert.deepEqual(parse(renderGelfMessage(toGelfMessage(record, members))), {
    host: 'box.lab.test',
    version: '1.1',
    short_message: 'hello realm=demo',
    full_message: 'hello realm=demo',
    timestamp: 1769860800.123,
    level: 6,
    facility: 'server',
    _Time: '2026-01-31 12:00:00,123',
    _Severity: 'INFO',
    _Thread: 'main',
    _LoggerName: 'http.request',
    _MessageParam0: 'demo',
  });
});

test('GELF 1.1: levels are syslog severities', () => {
  const levels: readonly RecordLevel[] = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];
  assert.deepEqual(
    levels.map((level) => toGelfMessage(makeRecord({ level }), members)['level']),
    [2, 3, 4, 6, 7, 7],
  );
});

test('texts over 250 characters are truncated to 249 in the short message, and complete in the full one', () => {
  const at = (length: number) => toGelfMessage(makeRecord({ message: 'x'.repeat(length) }), members);
  assert.equal(String(at(250)['short_message']).length, 250);
  assert.equal(String(at(251)['short_message']).length, 249);
  assert.equal(String(at(251)['full_message']).length, 251);
});

test('GELF 1.1: a record without text still has a short message, from its error if there is one', () => {
  const failed = toGelfMessage(makeRecord({ message: '', error: new TypeError('boom') }), members);
  assert.equal(failed['short_message'], 'TypeError: boom');
  assert.equal('full_message' in failed, false);
  assert.equal(toGelfMessage(makeRecord({ message: '' }), members)['short_message'], '(no text)');
});

test('service description §2.3: the stack trace, with its causes, is sent unless switched off', () => {
  const record = makeRecord({ error: new Error('boom', { cause: new Error('why') }) });
  const trace = String(toGelfMessage(record, members)['_StackTrace']);
  assert.match(trace, /^Error: boom\n {4}at [\s\S]*Caused by: Error: why\n {4}at /);
  assert.equal('_StackTrace' in toGelfMessage(record, { ...members, includeStackTrace: false }), false);
  assert.equal('_StackTrace' in toGelfMessage(makeRecord(), members), false);
});

test('service description §2.3: parameters are numbered in order unless switched off; undefined ones are skipped', () => {
  const record = makeRecord({ parameters: { a: 'x', b: undefined, c: 7, d: true } });
  const message = toGelfMessage(record, members);
  assert.deepEqual(
    [message['_MessageParam0'], message['_MessageParam1'], message['_MessageParam2']],
    ['x', '7', 'true'],
  );
  assert.equal('_MessageParam3' in message, false);
  assert.equal(
    '_MessageParam0' in toGelfMessage(record, { ...members, includeMessageParameters: false }),
    false,
  );
});

test('service description §2.3: the source location is sent if known and not switched off', () => {
  const record = makeRecord({
    location: { file: 'protocol/http/router.ts', function: 'Router.handle', line: 7 },
  });
  const { _SourceClassName, _SourceMethodName, _SourceSimpleClassName } = toGelfMessage(record, members);
  assert.deepEqual(
    [_SourceClassName, _SourceMethodName, _SourceSimpleClassName],
    ['protocol/http/router.ts', 'Router.handle', 'router'],
  );
  for (const message of [
    toGelfMessage(makeRecord(), members),
    toGelfMessage(record, { ...members, includeLocation: false }),
  ]) {
    assert.deepEqual(
      Object.keys(message).filter((name) => name.startsWith('_Source')),
      [],
    );
  }
});

test("additional fields are in every message and cannot replace the record's own", () => {
  const additionalFields = new Map([
    ['stage', 'test'],
    ['Thread', 'mine'],
    ['empty', ''],
  ]);
  const message = toGelfMessage(makeRecord(), { ...members, additionalFields });
  assert.deepEqual([message['_stage'], message['_Thread'], '_empty' in message], ['test', 'main', false]);
});

test('empty values are omitted', () => {
  const message = toGelfMessage(makeRecord({ parameters: { a: '' } }), { ...members, facility: '' });
  assert.equal('facility' in message || '_MessageParam0' in message, false);
});

const NUMBERS = ['0', '7', '-7', '1234567890123456789', '9223372036854775807', '1.5', '-0.25', '10.0'];
for (const text of NUMBERS) {
  test(`a value that looks like a number is sent as one, digit for digit: ${text}`, () => {
    assert.equal(renderGelfMessage({ _v: text }), `{"_v":${text}}`);
  });
}

const TEXTS = [
  '',
  '007',
  '1e5',
  '0x10',
  '1.',
  '.5',
  '1.2.3',
  '+1',
  ' 1',
  '12345678901234567890',
  '9223372036854775808',
];
for (const text of [...TEXTS, 'NaN', 'true', '１', '-']) {
  test(`a value that does not look like a number stays a string: ${JSON.stringify(text)}`, () => {
    assert.equal(renderGelfMessage({ _v: text }), `{"_v":${JSON.stringify(text)}}`);
  });
}

test('standard fields keep their type', () => {
  assert.equal(
    renderGelfMessage({ short_message: '42', host: '1', level: 6 }),
    '{"short_message":"42","host":"1","level":6}',
  );
});

test('any message is JSON with the same fields', () => {
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.integer().map(String));
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), values), (message) => {
      const parsed = Object.entries(parse(renderGelfMessage(message)) as Record<string, unknown>);
      const texts = (members: [string, unknown][]) => members.map(([name, value]) => [name, String(value)]);
      assert.deepEqual(texts(parsed), texts(Object.entries(message)));
    }),
  );
});
