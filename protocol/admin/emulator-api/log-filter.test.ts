import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLevel } from '#protocol/contract/log-levels.ts';
import { makeRecord } from '#protocol/log/testing/record.ts';
import { createLogFilter, toLogLine } from './log-filter.ts';

function filterOf(values: Partial<Parameters<typeof createLogFilter>[0]>) {
  return createLogFilter({ level: undefined, category: undefined, text: undefined, ...values });
}

test('service description §2.3: a level matches itself and more severe ones', () => {
  const admitted = (level: LogLevel | undefined) =>
    (['FATAL', 'WARN', 'INFO', 'TRACE'] as const).filter((each) =>
      filterOf({ level }).admits(makeRecord({ level: each })),
    );
  assert.deepEqual(admitted('WARN'), ['FATAL', 'WARN']);
  assert.deepEqual(admitted('OFF'), []);
  assert.deepEqual(admitted(undefined), admitted('ALL'));
  assert.equal(admitted('ALL').length, 4);
});

test('service description §2.3: a category includes its subcategories, but not others with the same prefix', () => {
  const { admits } = filterOf({ category: 'http' });
  const admitted = ['http', 'http.refusal', 'https', 'server.http'].filter((category) =>
    admits(makeRecord({ category })),
  );
  assert.deepEqual(admitted, ['http', 'http.refusal']);
});

test('service description §2.3: the text is searched in message, parameters, category, error and MDC, case-insensitively', () => {
  const line = toLogLine(
    makeRecord({
      message: 'Refused',
      parameters: { code: 'invalid_grant' },
      category: 'http.refusal',
      // Without a stack, which would contain the path of the repository.
      error: Object.assign(new Error('Broken'), { stack: 'Error: Broken' }),
      mdc: { realm: 'shop' },
    }),
  );
  for (const text of ['refused', 'INVALID_GRANT', 'http.ref', 'broken', 'SHOP', ''])
    assert.ok(filterOf({ text }).finds(line), text);
  for (const text of ['accepted', 'refused code=x', 'realm'])
    assert.ok(!filterOf({ text }).finds(line), text);
});

test('service description §2.3: a line has its parameters after the message, ISO time, thread and MDC, and an error only if there is one', () => {
  const record = makeRecord({
    parameters: { port: 8080, note: 'a b' },
    mdc: { realm: 'shop', flow: 'f1' },
    sequence: 7,
  });
  assert.deepEqual(toLogLine(record), {
    sequence: 7,
    at: '2026-01-31T12:00:00.123Z',
    level: 'INFO',
    category: 'server',
    message: 'hello port=8080 note="a b"',
    thread: 'main',
    mdc: { realm: 'shop', flow: 'f1' },
  });
  const { error } = toLogLine(makeRecord({ error: new TypeError('Broken') }));
  assert.match(error ?? '', /^TypeError: Broken\n\s+at .*[^\n]$/s);
});
