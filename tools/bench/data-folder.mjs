// Folders of the measured servers; they are removed when the benchmark ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A data directory that does not exist yet, in a new folder. */
export function createDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
  made.push(folder);
  return join(folder, 'data');
}
