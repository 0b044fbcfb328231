import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createTestFolder } from '../testing/folder.ts';
import { lockDataDir } from './data-dir-lock.ts';

/** A process that runs until it is killed. */
function startOther(): ChildProcess {
  return spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)'], { stdio: 'ignore' });
}

async function kill(other: ChildProcess): Promise<void> {
  other.kill('SIGKILL');
  await once(other, 'exit');
}

test('a folder in use by a running process is refused with the process, the remedy and exit code 1', async (context) => {
  const folder = await createTestFolder(context);
  const other = startOther();
  const content = JSON.stringify({ pid: other.pid, startTime: '' });
  await writeFile(join(folder, 'lock'), content);
  await assert.rejects(lockDataDir(folder), (error) => {
    assert.ok(error instanceof OptionError);
    assert.equal(error.option, 'data-dir');
    assert.equal(error.exitCode, 1);
    assert.ok(error.toLine().includes(`process ${other.pid}`));
    assert.ok(error.remedy.includes(join(folder, 'lock')));
    return true;
  });
  assert.equal(await readFile(join(folder, 'lock'), 'utf8'), content);
  await kill(other);
  await (await lockDataDir(folder))();
});

/** A zombie: a process that has ended and is never reaped, because the shell that started it became `cat`. */
async function startZombie(context: TestContext): Promise<number> {
  const script = 'read end <&3 & echo $!; exec cat';
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
  context.after(async () => {
    parent.stdin?.end();
    await once(parent, 'exit');
  });
  const [line] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
  const pid = Number(line.toString());
  const isCat = async (): Promise<boolean> =>
    (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'cat\n';
  while (!(await isCat())) await setImmediate();
  (parent.stdio[3] as Writable).end();
  const hasEnded = async (): Promise<boolean> =>
    (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ');
  while (!(await hasEnded())) await setImmediate();
  return pid;
}

test('the lock of a killed process is taken over even if the process has not been reaped', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async (context) => {
  const folder = await createTestFolder(context);
  const pid = await startZombie(context);
  assert.ok(process.kill(pid, 0), 'a zombie answers signal 0');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const startTime = stat.split(') ')[1]?.split(' ')[19];
  for (const content of [
    { pid, startTime },
    { pid, startTime: '' },
  ]) {
    await writeFile(join(folder, 'lock'), JSON.stringify(content));
    await (await lockDataDir(folder))();
  }
});

test('a lock also excludes the same process, until it is released', async (context) => {
  const folder = await createTestFolder(context);
  const release = await lockDataDir(folder);
  await assert.rejects(lockDataDir(folder), OptionError);
  await release();
  await (await lockDataDir(folder))();
  assert.deepEqual(await readdir(folder), []);
});

for (const [what, content] of [
  ['that is empty', ''],
  ['that is truncated', '{"pid":'],
  ['without a process', '{"pid":0}'],
  ['of an impossible process', '{"pid":"1"}'],
  ['of an earlier process with the same id', JSON.stringify({ pid: process.pid, startTime: '1' })],
]) {
  const skip = content?.includes('startTime') && process.platform !== 'linux' ? 'needs /proc' : false;
  test(`a lock ${what} is taken over`, { skip }, async (context) => {
    const folder = await createTestFolder(context);
    await writeFile(join(folder, 'lock'), content ?? '');
    const release = await lockDataDir(folder);
    assert.ok((await readFile(join(folder, 'lock'), 'utf8')).includes(`"pid":${process.pid}`));
    await release();
  });
}

/** Enough concurrent starts to collide at every step. */
const ROUNDS = 100;

test('of concurrent starts over a stale lock exactly one wins, whatever the timing', async (context) => {
  const folder = await createTestFolder(context);
  for (let round = 0; round < ROUNDS; round++) {
    await writeFile(join(folder, 'lock'), '{"pid":0}');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(folder)));
    for (const result of results)
      if (result.status === 'rejected') assert.ok(result.reason instanceof OptionError);
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1, `round ${round}`);
    assert.deepEqual(await readdir(folder), ['lock']);
  }
});

test('a start that was killed while it took over a lock does not block others', async (context) => {
  const folder = await createTestFolder(context);
  for (const name of ['lock', 'lock.taking']) await writeFile(join(folder, name), '{"pid":0}');
  const release = await lockDataDir(folder);
  assert.deepEqual(await readdir(folder), ['lock']);
  await release();
});
