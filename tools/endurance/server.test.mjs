// Tests of how a scenario's folder is kept or removed.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withServerHome } from './server.mjs';

const realms = [{ realm: 'r' }];

test('the folder of a scenario without faults is removed', async () => {
  let folder;
  const result = await withServerHome(realms, async (home) => {
    folder = home.folder;
    return { faults: [], summary: 'fine' };
  });
  assert.deepEqual(result, { faults: [], summary: 'fine' });
  assert.equal(existsSync(folder), false);
});

test('the folder of a scenario with faults or an error is kept, and its path is reported', async (context) => {
  const fill = (home) => {
    mkdirSync(home.dataDir);
    writeFileSync(join(home.dataDir, 'file'), 'x');
  };
  const { kept } = await withServerHome(realms, async (home) => {
    fill(home);
    return { faults: ['lost'] };
  });
  const error = await withServerHome(realms, async (home) => {
    fill(home);
    throw new Error('broken');
  }).catch((reason) => reason);
  assert.equal(error.message, 'broken');
  for (const folder of [kept, error.kept]) {
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    assert.equal(existsSync(join(folder, 'data', 'file')), true);
  }
});

test('a data directory on a temporary disk is copied to the kept folder', async (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  writeFileSync(join(disk, 'file'), 'x');
  const { kept } = await withServerHome(realms, async () => ({ faults: ['lost'] }), disk);
  rmSync(disk, { recursive: true });
  context.after(() => rmSync(kept, { recursive: true, force: true }));
  assert.equal(existsSync(join(kept, 'data', 'file')), true);
});
