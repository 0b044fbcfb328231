import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLines } from './read-lines.ts';

function write(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-lines-')), 'file');
  writeFileSync(path, text);
  return path;
}

async function linesOf(path: string, range?: { start: number; end: number }) {
  const lines: { text: string; start: number; end: number; isCut: boolean }[] = [];
  for await (const { bytes, start, end, isCut } of readLines(path, range))
    lines.push({ text: bytes.toString('utf8'), start, end, isCut });
  return lines;
}

test('lines have positions in bytes, and one without a newline is cut', async () => {
  assert.deepEqual(await linesOf(write('ä\n\nb')), [
    { text: 'ä', start: 0, end: 3, isCut: false },
    { text: '', start: 3, end: 4, isCut: false },
    { text: 'b', start: 4, end: 5, isCut: true },
  ]);
  assert.deepEqual(await linesOf(write('')), []);
});

test('lines longer than what is read at once are whole, and a range begins and ends with lines', async () => {
  const texts = ['x'.repeat(3_000_000), 'short', '漢'.repeat(700_000), 'end'];
  const path = write(`${texts.join('\n')}\n`);
  const lines = await linesOf(path);
  assert.deepEqual(
    lines.map(({ text }) => text === texts[lines.findIndex((each) => each.text === text)]),
    [true, true, true, true],
  );
  const [, second, third] = lines;
  assert.ok(second !== undefined && third !== undefined);
  const part = await linesOf(path, { start: second.start, end: third.end });
  assert.deepEqual(part, [second, third]);
});

test('a missing file rejects', async () => {
  await assert.rejects(linesOf('/nowhere/file'), { code: 'ENOENT' });
});
