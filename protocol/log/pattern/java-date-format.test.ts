import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDateFormat, createDateFormat } from './java-date-format.ts';
import { PatternFault } from './pattern-fault.ts';
import { findTimeZone, type TimeZone } from './time-zone.ts';

function zone(name: string): TimeZone {
  const found = findTimeZone(name);
  assert.ok(found);
  return found;
}

const afternoon = Date.UTC(2026, 0, 31, 15, 4, 5, 67);

const cases: [pattern: string, expected: string, zoneName?: string][] = [
  ['yyyy-MM-dd HH:mm:ss,SSS', '2026-01-31 15:04:05,067'],
  ['yyyy-MM-dd HH:mm:ss,SSS', '2026-01-31 16:04:05,067', 'Europe/Berlin'],
  ['yy y M MMM MMMM L', '26 2026 1 Jan January 1'],
  ['d dd D DDD F', '31 31 31 031 5'],
  ['E EEEE u', 'Sat Saturday 6'],
  ['h:mm a', '3:04 PM'],
  ['K k H', '3 15 15'],
  ['S SS SSS', '67 67 067'],
  ['w W YYYY', '5 5 2026'],
  ['G', 'AD'],
  ["yyyy'T'HH", '2026T15'],
  ["HH 'o''clock'", "15 o'clock"],
  ["''yy''", "'26'"],
  ["'it''s' %", "it's %"],
  ['X XX XXX Z', 'Z Z Z +0000'],
  ['X XX XXX Z', '+05 +0530 +05:30 +0530', 'Asia/Kolkata'],
  ['zzzz', 'Central European Standard Time', 'Europe/Berlin'],
  ['dd.MM.yyyy', '31.01.2026'],
];
for (const [pattern, expected, zoneName = 'UTC'] of cases) {
  test(`SimpleDateFormat: ${pattern} in ${zoneName} is ${expected}`, () => {
    assert.equal(createDateFormat(pattern, zone(zoneName))(afternoon), expected);
  });
}

test('SimpleDateFormat: midnight and noon are correct in hours counted from 1 and from 0', () => {
  const format = createDateFormat('K h k H a', zone('UTC'));
  assert.equal(format(Date.UTC(2026, 0, 1, 0)), '0 12 24 0 AM');
  assert.equal(format(Date.UTC(2026, 0, 1, 12)), '0 12 12 12 PM');
});

test('ISO 8601: the last days of December may belong to the first week of the next year', () => {
  assert.equal(createDateFormat('YYYY-ww', zone('UTC'))(Date.UTC(2024, 11, 30)), '2025-01');
  assert.equal(createDateFormat('YYYY-ww', zone('UTC'))(Date.UTC(2021, 0, 3)), '2020-53');
});

test('one format renders summer and winter time of its zone', () => {
  const format = createDateFormat('HH XXX', zone('Europe/Berlin'));
  assert.equal(format(Date.UTC(2026, 2, 29, 0, 59)), '01 +01:00');
  assert.equal(format(Date.UTC(2026, 2, 29, 1, 0)), '03 +02:00');
});

const faults: [pattern: string, at: number][] = [
  ['', 0],
  ['yyyy b', 5],
  ["yyyy 'T", 5],
  ['XXXX', 0],
  ['y'.repeat(101), 0],
];
for (const [pattern, at] of faults) {
  test(`SimpleDateFormat: "${pattern.slice(0, 8)}" is invalid, with the fault at ${at}`, () => {
    assert.throws(
      () => checkDateFormat(pattern),
      (error) => error instanceof PatternFault && error.at === at,
    );
  });
}

test('SimpleDateFormat: any pattern renders any time or is a PatternFault with a position within it', () => {
  const pattern = fc.oneof(fc.stringMatching(/^[yMdHmsSEaXZwWDFKkhuGLY' ,.:-]*$/), fc.string());
  fc.assert(
    fc.property(pattern, fc.date({ noInvalidDate: true }), (text, date) => {
      try {
        assert.equal(typeof createDateFormat(text, zone('UTC'))(date.getTime()), 'string');
      } catch (error) {
        assert.ok(error instanceof PatternFault, String(error));
        assert.ok(error.at <= text.length);
      }
    }),
  );
});

test('SimpleDateFormat: quoted text is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const quoted = `'${text.replaceAll("'", "''")}'`;
      assert.equal(createDateFormat(quoted, zone('UTC'))(afternoon), text);
    }),
  );
});
