// State files for tests.
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect } from '#protocol/store/collect.ts';
import { type MovedContent, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { writeState } from '../state-writer.ts';

/** The lines of a realm's state file, without newlines. */
export async function stateLines(content: MovedContent, position = 0): Promise<string[]> {
  const context = { position, now: 0, files: () => ({}), written: () => undefined };
  return (await collect(writeState(toMoved(content), context))).map((line) => line.slice(0, -1));
}

/** The lines with the digest that they have after an edit. */
export function sealed(lines: readonly string[]): string[] {
  const body = lines.slice(0, -1);
  const { end } = JSON.parse(lines.at(-1) ?? '{}') as { readonly end: object };
  const sha256 = createHash('sha256')
    .update(`${body.join('\n')}\n`)
    .digest('hex');
  return [...body, JSON.stringify({ end: { ...end, sha256 } })];
}

/** Writes lines to a new file; its path. */
export function writeLines(lines: readonly string[], end = '\n'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-state-')), 'shop-state.jsonl');
  writeFileSync(path, lines.join('\n') + end);
  return path;
}
