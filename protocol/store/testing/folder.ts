// A temporary folder for each test that writes files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** The path of a new folder, which is removed when the test ends. */
export async function createTestFolder(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'understudy-store-'));
  context.after(() => rm(path, { recursive: true, force: true }));
  return path;
}
