import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import {
  addLines,
  clear,
  hold,
  type LogView,
  MOST_LINES,
  NO_LINES,
  release,
  shownLines,
  takePage,
} from './log-view.ts';

function lines(from: number, to: number): readonly LogLineWire[] {
  return Array.from({ length: to - from + 1 }, (_, place) => ({
    sequence: from + place,
    at: '2026-01-01T00:00:00.000Z',
    level: 'INFO' as const,
    category: 'understudy',
    message: `line ${from + place}`,
    thread: 'main',
    mdc: {},
  }));
}
const page = (from: number, to: number) => ({ records: lines(from, to), capacity: MOST_LINES, dropped: 0 });
const ends = (view: LogView) => [shownLines(view).at(0)?.sequence, shownLines(view).at(-1)?.sequence];

test('console "Logs": a line that is in both page and stream is shown once', () => {
  const view = addLines(takePage(NO_LINES, page(1, 10)), lines(8, 12));
  assert.deepEqual(
    shownLines(view).map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
});

test('console "Logs": never more than 5,000 lines are kept, the newest ones', () => {
  let view = NO_LINES;
  for (let from = 1; from < 20_000; from += 400) view = addLines(view, lines(from, from + 399));
  assert.equal(view.lines.length, MOST_LINES);
  assert.deepEqual(ends(view), [15_001, 20_000]);
});

test('console "Logs": known lines change nothing, which avoids rendering', () => {
  const view = takePage(NO_LINES, page(1, 10));
  assert.equal(addLines(view, lines(4, 9)), view);
  assert.equal(addLines(view, []), view);
});

test('console "Logs": a paused view does not move and counts new lines', () => {
  const paused = addLines(hold(takePage(NO_LINES, page(1, 10)), 'paused'), lines(11, 40));
  assert.deepEqual(ends(paused), [1, 10]);
  assert.equal(paused.held?.missed, 30);
  const resumed = release(paused);
  assert.deepEqual(ends(resumed), [1, 40]);
  assert.equal(resumed.held, undefined);
});

test('console "Logs": a paused view keeps its lines, even if newer lines have replaced them', () => {
  const reading = addLines(hold(takePage(NO_LINES, page(1, 10)), 'reading'), lines(11, 9000));
  assert.deepEqual(ends(reading), [1, 10]);
  assert.equal(reading.lines.length, MOST_LINES);
  assert.equal(reading.held?.missed, 8990);
});

test('console "Logs": scrolling does not weaken a pause by the button, and the button strengthens one by scrolling', () => {
  const paused = hold(takePage(NO_LINES, page(1, 2)), 'paused');
  assert.equal(hold(paused, 'reading').held?.reason, 'paused');
  const reading = addLines(hold(takePage(NO_LINES, page(1, 2)), 'reading'), lines(3, 4));
  assert.equal(hold(reading, 'paused').held?.reason, 'paused');
  assert.equal(hold(reading, 'paused').held?.missed, 2);
});

test('console "Logs": cleared lines do not come back with the next page', () => {
  const cleared = clear(takePage(NO_LINES, page(1, 10)));
  assert.deepEqual(shownLines(cleared), []);
  assert.deepEqual(ends(takePage(cleared, page(1, 12))), [11, 12]);
});

test('console "Logs": clearing a paused view leaves it paused', () => {
  const cleared = clear(addLines(hold(takePage(NO_LINES, page(1, 10)), 'paused'), lines(11, 12)));
  assert.deepEqual(shownLines(cleared), []);
  assert.equal(cleared.held?.missed, 0);
  assert.deepEqual(shownLines(addLines(cleared, lines(13, 13))), []);
  assert.deepEqual(ends(release(addLines(cleared, lines(13, 13)))), [13, 13]);
});

test('console "Logs": after a restart of the server its lines replace the old ones', () => {
  const old = takePage(NO_LINES, page(1, 900));
  assert.deepEqual(ends(takePage(old, page(1, 5))), [1, 5]);
  assert.deepEqual(ends(takePage(clear(old), page(1, 5))), [1, 5]);
  assert.equal(takePage(hold(old, 'paused'), page(1, 5)).held?.missed, 5);
});

test('console "Logs": a reconnected stream adds the missed lines', () => {
  assert.deepEqual(ends(takePage(takePage(NO_LINES, page(1, 10)), page(5, 20))), [1, 20]);
});
