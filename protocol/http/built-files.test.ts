import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readBuiltFile } from './built-files.ts';

const base = mkdtempSync(join(tmpdir(), 'understudy-built-'));
const folder = join(base, 'built');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'assets', 'a.js'), 'a');
writeFileSync(join(folder, 'content.json'), '[]');
writeFileSync(join(folder, 'notes.txt'), 'x');
writeFileSync(join(base, 'secret.json'), '{}');
after(() => rmSync(base, { recursive: true, force: true }));

test('a file of the build is read with its media type', async () => {
  const file = await readBuiltFile(folder, join('assets', 'a.js'));
  assert.deepEqual([file?.type, file?.content.toString()], ['text/javascript; charset=utf-8', 'a']);
  assert.equal((await readBuiltFile(folder, 'content.json'))?.type, 'application/json');
});

for (const path of [
  'none.js',
  'notes.txt',
  'assets',
  '',
  '../secret.json',
  'assets/../../secret.json',
  'a\0.js',
])
  test(`no file is read for ${JSON.stringify(path)}`, async () => {
    assert.equal(await readBuiltFile(folder, path), undefined);
  });
