import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OutputFiles, removeFiles } from './output-files.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understudy-output-'));

test('files get their names together, are for their owner only, and have the digest that close gives', async () => {
  const folder = newFolder();
  const outputs = new OutputFiles();
  const digests: string[] = [];
  for (const name of ['a.json', 'sub/b.json']) {
    const file = await outputs.create(join(folder, name));
    await file.write('x'.repeat(300_000));
    await file.write('ü');
    digests.push(await file.close());
    assert.ok(!readdirSync(folder).includes('a.json'));
  }
  await outputs.commit();
  await outputs.discard();
  assert.deepEqual(readdirSync(folder).toSorted(), ['a.json', 'sub']);
  const text = readFileSync(join(folder, 'a.json'));
  assert.equal(text.toString('utf8'), `${'x'.repeat(300_000)}ü`);
  assert.deepEqual(digests, Array(2).fill(createHash('sha256').update(text).digest('hex')));
  assert.equal(statSync(join(folder, 'a.json')).mode & 0o077, 0);
});

test('what is discarded leaves the earlier file, and nothing else', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.json'), 'earlier');
  const outputs = new OutputFiles();
  const [first, second] = [
    await outputs.create(join(folder, 'a.json')),
    await outputs.create(join(folder, 'b.json')),
  ];
  await first.write('new');
  await first.close();
  await second.write('half');
  await outputs.discard();
  assert.deepEqual(readdirSync(folder), ['a.json']);
  assert.equal(readFileSync(join(folder, 'a.json'), 'utf8'), 'earlier');
});

test('a path below a file is refused with the path and the remedy', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a'), '');
  await assert.rejects(
    new OutputFiles().create(join(folder, 'a', 'b.json')),
    /export: .*a\/b\.json cannot be written \((ENOTDIR|EEXIST)\)/,
  );
});

test('issue "State in PostgreSQL" 5: a full disk leaves the earlier file, and says what to do', async (context) => {
  const disk = newFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  if (status !== 0) return context.skip('this system does not allow a small disk');
  context.after(() => spawnSync('umount', [disk]));
  writeFileSync(join(disk, 'a.json'), 'earlier');
  const outputs = new OutputFiles();
  const file = await outputs.create(join(disk, 'a.json'));
  await assert.rejects(
    async () => {
      await file.write('x'.repeat(500_000));
      await file.close();
    },
    (error) => {
      assert.match(
        (error as { toLine(): string }).toLine(),
        /export: .*a\.json cannot be written \(ENOSPC\)\. Free disk space/,
      );
      return true;
    },
  );
  await outputs.discard();
  assert.deepEqual(readdirSync(disk), ['a.json']);
  assert.equal(readFileSync(join(disk, 'a.json'), 'utf8'), 'earlier');
});

test('only the files of a folder that fit are removed', async () => {
  const folder = newFolder();
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '');
  await removeFiles(folder, (name) => name !== 'b');
  assert.deepEqual(readdirSync(folder), ['b']);
});
