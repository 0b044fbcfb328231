import assert from 'node:assert/strict';
import { EOL } from 'node:os';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { makeRecord } from '../testing/record.ts';
import { checkPattern, compilePattern, needsLocation } from './compile-pattern.ts';
import { PatternFault } from './pattern-fault.ts';

const startedAt = makeRecord().at - 5;
const facts = { hostName: 'box.lab.test', processName: 'understudy', processId: 42, startedAt };

function line(pattern: string, record: Partial<LogRecord> = {}): string {
  return compilePattern(pattern, facts)(makeRecord(record));
}

const cases: [pattern: string, expected: string, record?: Partial<LogRecord>][] = [
  ['%%', '%'],
  ['%c', 'oauth.token', { category: 'oauth.token' }],
  ['[%c{3.}]', '[oau.token]', { category: 'oauth.token' }],
  ['%c{1}', 'token', { category: 'oauth.token' }],
  ['%z{UTC}%d{yyyy-MM-dd HH:mm:ss,SSS}', '2026-01-31 12:00:00,123'],
  ['%z{UTC}%d', '2026-01-31 12:00:00,123'],
  ['%z{UTC}%d{HH} %z{Asia/Tokyo}%d{HH}', '12 21'],
  ['%e', ''],
  ['%h', 'box'],
  ['%H', 'box.lab.test'],
  ['%H{2}', 'box.lab'],
  ['%i', '42'],
  ['%m', 'hello realm=demo', { parameters: { realm: 'demo' } }],
  ['%s', 'hello realm=demo', { parameters: { realm: 'demo' } }],
  ['%n', EOL],
  ['%N', 'understudy'],
  ['%p', 'WARN', { level: 'WARN' }],
  ['%-5p|%5p', 'WARN | WARN', { level: 'WARN' }],
  ['%.2p', 'WA', { level: 'WARN' }],
  ['%r', '5'],
  ['%t', 'main'],
  ['%t{id}', '0'],
  ['%t{ID}', '0'],
  ['%L', '12', { location: { file: '/x/store.ts', function: 'Store.close', line: 12 } }],
  [
    '%F %C %M',
    'store.ts Store close',
    { location: { file: '/x/store.ts', function: 'Store.close', line: 12 } },
  ],
  ['%L', '-1'],
  ['%X{realm}', 'demo', { mdc: { realm: 'demo' } }],
  ['%X{none}|%X', '|{a=1, b=2}', { mdc: { b: '2', a: '1' } }],
  ['%x', ''],
  ['plain } text {', 'plain } text {'],
];
for (const [pattern, expected, record] of cases) {
  test(`service description §2.3: ${pattern} prints ${JSON.stringify(expected)}`, () => {
    assert.equal(line(pattern, record), expected);
  });
}

test('service description §2.3: %e prints an error with its stack, %m the message and the error, %s only the message', () => {
  const error = new Error('boom');
  assert.match(line('%s%e', { error }), /^hello: Error: boom\n {4}at [^\n]*\n/);
  assert.match(line('%m', { error }), /^hello: Error: boom\n {4}at /);
  assert.equal(line('%s', { error }), 'hello');
});

test('service description §2.3: the default pattern prints the default line', () => {
  const pattern = '%z{UTC}%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p [%c] (%t) %s%e%n';
  assert.equal(line(pattern), `2026-01-31 12:00:00,123 INFO  [server] (main) hello${EOL}`);
});

const faults: [pattern: string, at: number][] = [
  ['%d %q', 3],
  ['%z{Nowhere}', 3],
  ['%d{yyyy b}', 8],
  ['%c{x}', 3],
  ['%e{x}', 3],
  ['%p{x}', 2],
  ['%toString %__proto__', 10],
  ['%', 0],
];
for (const [pattern, at] of faults) {
  test(`service description §2.3: "${pattern}" is invalid, with the fault at ${at}`, () => {
    assert.throws(
      () => checkPattern(pattern),
      (error) => error instanceof PatternFault && error.at === at,
    );
  });
}

test('service description §2.3: any pattern renders any record or is a PatternFault', () => {
  const part = fc.oneof(fc.stringMatching(/^%-?\d{0,2}(\.\d{1,2})?[a-zA-Z%](\{[^}]*\})?$/), fc.string());
  fc.assert(
    fc.property(fc.array(part), fc.string({ unit: 'binary' }), (parts, message) => {
      try {
        assert.equal(typeof line(parts.join(''), { message, error: new Error(message) }), 'string');
      } catch (error) {
        assert.ok(error instanceof PatternFault, String(error));
      }
    }),
  );
});

test('service description §2.3: text without a percent sign is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('%'));
      assert.equal(line(text), text);
    }),
  );
});

test('service description §2.3: only patterns that print the source location require it', () => {
  assert.equal(needsLocation('%d %L'), true);
  assert.equal(needsLocation('%d L %c'), false);
});

test('Keycloak: colours wrap every part but the line break', () => {
  const paint = compilePattern('%p x%n', facts, '256-colours');
  assert.equal(
    paint(makeRecord({ level: 'ERROR' })),
    `\u001b[38;5;210mERROR\u001b[39m\u001b[38;5;251m x\u001b[39m${EOL}`,
  );
});
