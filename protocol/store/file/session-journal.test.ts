import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import type { SessionChange } from '../memory/session-memory.ts';
import { createTestFolder } from '../testing/folder.ts';
import { createSession } from '../testing/sample-session.ts';
import { DamagedFileError } from './atomic-file.ts';
import { SessionJournal } from './session-journal.ts';

const saved: SessionChange = { save: createSession('s1') };
const removed: SessionChange = { remove: 's1' };
const revoked: SessionChange = { revoke: { j1: 100 } };

function write(journal: SessionJournal, ...changes: readonly SessionChange[]): void {
  for (const change of changes) journal.append(change);
  journal.write();
}

const read = async (folder: string): Promise<readonly SessionChange[]> =>
  (await new SessionJournal(folder).read(silentLogger)).changes;

test('written changes are on disk in order, before anything is closed or flushed', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved, revoked);
  write(journal, removed);
  assert.deepEqual(await read(folder), [saved, revoked, removed]);
  await journal.close();
});

test('no file is opened until something changes', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  journal.write();
  await journal.flush();
  await journal.discard(journal.rotate(), silentLogger);
  assert.deepEqual(await readdir(folder), []);
});

test('changes are read in the order of their files; discarded files are gone', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  const covered = journal.rotate();
  write(journal, removed);
  assert.deepEqual(await read(folder), [saved, removed]);
  await journal.discard(covered, silentLogger);
  assert.deepEqual(await read(folder), [removed]);
  await journal.close();
});

test('files of an earlier process are discarded with the next changes, and their names are not reused', async (context) => {
  const folder = await createTestFolder(context);
  const earlier = new SessionJournal(folder);
  write(earlier, saved);
  await earlier.close();
  const journal = new SessionJournal(folder);
  assert.equal((await journal.read(silentLogger)).files, 1);
  write(journal, removed);
  assert.deepEqual((await readdir(folder)).sort(), ['sessions-000000.journal', 'sessions-000001.journal']);
  await journal.discard(journal.rotate(), silentLogger);
  assert.deepEqual(await readdir(folder), []);
});

test('a last line truncated by a kill is ignored silently', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  write(journal, removed);
  await journal.close();
  await appendFile(join(folder, 'sessions-000000.journal'), '{"save":{"id":"s2"');
  const log = createCollectingLogger();
  const again = new SessionJournal(folder);
  assert.deepEqual((await again.read(log)).changes, [saved, removed]);
  await again.discard(again.rotate(), log);
  assert.deepEqual(await readdir(folder), []);
  assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 0);
});

for (const [what, line] of [
  ['not JSON', '\u0000\u0000\u0000'],
  ['not a change', '17'],
  ['a session without a user', '{"save":{"id":"s2","realmId":"r"}}'],
  ['a revocation without an expiry', '{"revoke":{"j":"never"}}'],
] as const) {
  test(`a line in the middle that is ${what} is skipped alone; the file is set aside with one ERROR record`, async (context) => {
    const folder = await createTestFolder(context);
    const path = join(folder, 'sessions-000000.journal');
    const content = `${[JSON.stringify(saved), line, JSON.stringify(revoked)].join('\n')}\n`;
    await writeFile(path, content);
    const log = createCollectingLogger();
    const journal = new SessionJournal(folder);
    assert.deepEqual((await journal.read(log)).changes, [saved, revoked]);
    assert.deepEqual(await readdir(folder), ['sessions-000000.journal']);
    await journal.discard(journal.rotate(), log);
    assert.equal(await readFile(`${path}.damaged-1`, 'utf8'), content);
    const errors = log.records.filter(({ level }) => level === 'ERROR');
    assert.deepEqual(
      errors.map(({ parameters }) => [parameters['file'], parameters['setAsideAs']]),
      [[path, `${path}.damaged-1`]],
    );
    assert.deepEqual(await read(folder), []);
  });
}

for (const [what, content] of [
  ['zeros', '\0'.repeat(64)],
  ['the beginning of a line followed by zeros', `{"save":{"id":"s2"${'\0'.repeat(8)}`],
  ['something else', '{"other":true}'],
] as const) {
  test(`a journal without a line break that has ${what} is damaged, not truncated`, async (context) => {
    const folder = await createTestFolder(context);
    const path = join(folder, 'sessions-000000.journal');
    await writeFile(path, content);
    const log = createCollectingLogger();
    const journal = new SessionJournal(folder);
    assert.deepEqual((await journal.read(log)).changes, []);
    await journal.discard(journal.rotate(), log);
    assert.equal(await readFile(`${path}.damaged-1`, 'utf8'), content);
    assert.equal(log.records.filter(({ level }) => level === 'ERROR').length, 1);
  });
}

test('the log record about a damaged journal does not quote it', async (context) => {
  const folder = await createTestFolder(context);
  await writeFile(join(folder, 'sessions-000000.journal'), 'alice@example.org\n');
  const log = createCollectingLogger();
  const journal = new SessionJournal(folder);
  await journal.read(log);
  await journal.discard(journal.rotate(), log);
  assert.equal(log.records.length, 1);
  assert.doesNotMatch(JSON.stringify(log.records), /alice/);
});

test('a folder that cannot be listed is named', async (context) => {
  const path = join(await createTestFolder(context), 'file');
  await writeFile(path, '');
  const isNamed = (error: unknown) => error instanceof DamagedFileError && error.path === path;
  await assert.rejects(new SessionJournal(path).read(silentLogger), isNamed);
});

test('files that wait for the pages are closed when they are flushed', {
  skip: process.platform === 'linux' ? false : 'descriptors are counted in /proc',
}, async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  const openFiles = async (): Promise<number> => {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(folder)).length;
  };
  for (let file = 0; file < 5; file++) {
    write(journal, { save: createSession(`s${file}`) });
    journal.rotate();
  }
  assert.equal(await openFiles(), 5);
  await journal.flush();
  assert.equal(await openFiles(), 0);
  assert.equal((await read(folder)).length, 5);
  await journal.discard(journal.rotate(), silentLogger);
  assert.deepEqual(await readdir(folder), []);
});

test('a missing folder refuses the change, which is dropped; later changes work again', async (context) => {
  const folder = join(await createTestFolder(context), 'r');
  const journal = new SessionJournal(folder);
  journal.append(saved);
  assert.throws(() => journal.write(), StorageError);
  await mkdir(folder);
  write(journal, removed);
  assert.deepEqual(await read(folder), [removed]);
  await journal.close();
});

test('a file that is deleted while open does not swallow changes', async (context) => {
  const folder = join(await createTestFolder(context), 'r');
  await mkdir(folder);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  await rm(folder, { recursive: true });
  journal.checkPresence();
  journal.append(removed);
  assert.throws(() => journal.write(), { name: 'StorageError', code: 'ENOENT' });
  await journal.close();
});

test('checking the presence of an existing file keeps it', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  journal.checkPresence();
  write(journal, removed);
  assert.deepEqual(await readdir(folder), ['sessions-000000.journal']);
  await journal.close();
});

test('concurrent flushes, rotations and discards succeed', async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  const flushed = [journal.flush(), journal.flush()];
  const covered = journal.rotate();
  write(journal, removed);
  flushed.push(journal.flush());
  await Promise.all([...flushed, journal.discard(covered, silentLogger)]);
  assert.deepEqual(await read(folder), [removed]);
  await journal.close();
});

test('a failed flush is a StorageError', async (context) => {
  const folder = join(await createTestFolder(context), 'r');
  await mkdir(folder);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  await rename(folder, `${folder}.away`);
  await assert.rejects(journal.flush(), StorageError);
  await journal.close();
});

const noModes = process.platform === 'win32' ? 'the system has no such modes' : false;
test('a journal is accessible by its owner only', { skip: noModes }, async (context) => {
  const folder = await createTestFolder(context);
  const journal = new SessionJournal(folder);
  write(journal, saved);
  assert.equal((await stat(join(folder, 'sessions-000000.journal'))).mode & 0o777, 0o600);
  await journal.close();
});
