import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { contentOf, type MovedContent, sampleMoved, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { ExportFiles, type ExportPlan, fileNameOf } from './export-files.ts';
import { OutputFiles } from './output-files.ts';
import { createProgress } from './progress.ts';
import { readState } from './state-reader.ts';

const SAMPLE = sampleMoved(1);
const REALM = SAMPLE.realm.realm;
const USERS = Array.from({ length: 5 }, (_, index) => ({
  user: { id: `u${index}`, username: `user-${index}` },
  isOriginal: false,
}));
const CONTENT: MovedContent = { ...SAMPLE, users: USERS };

function setUp(changes: Partial<ExportPlan> = {}, signal?: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-files-'));
  const outputs = new OutputFiles();
  const plan: ExportPlan = {
    kind: 'dir',
    path: folder,
    layout: 'different_files',
    usersPerFile: 2,
    withSessions: false,
    isOneRealm: false,
    ...changes,
  };
  const files = new ExportFiles(plan.kind === 'dir' ? plan : { ...plan, path: join(folder, 'all') }, {
    outputs,
    writeRealm: (realm, users) => ({ file: { ...realm, users: [...users] }, report: [] }),
    progress: createProgress(undefined),
    signal,
    now: 0,
  });
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { folder, outputs, files, read };
}

test('Keycloak export: users are in files of the given size beside the realm', async () => {
  const { folder, files, read } = setUp();
  const exported = await files.add(toMoved(CONTENT));
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('.')),
    [],
  );
  await files.finish();
  assert.deepEqual(exported, { realm: REALM, users: 5, sessions: undefined, report: [] });
  assert.deepEqual(read(`${REALM}-realm.json`), SAMPLE.realm);
  const sizes = [0, 1, 2].map(
    (page) => (read(`${REALM}-users-${page}.json`) as { users: object[] }).users.length,
  );
  assert.deepEqual(sizes, [2, 2, 1]);
});

test('an export replaces an earlier one of the realm, with files that it no longer has', async () => {
  const { folder, files } = setUp();
  for (const name of [
    `${REALM}-users-9.json`,
    `${REALM}-state.jsonl`,
    'other-users-9.json',
    `${REALM}-users-x.json`,
  ])
    writeFileSync(join(folder, name), '');
  await files.add(toMoved(CONTENT));
  await files.finish();
  assert.deepEqual(readdirSync(folder).toSorted(), [
    'other-users-9.json',
    `${REALM}-realm.json`,
    `${REALM}-users-0.json`,
    `${REALM}-users-1.json`,
    `${REALM}-users-2.json`,
    `${REALM}-users-x.json`,
  ]);
});

test('issue "State in PostgreSQL" 5: with sessions, everything is in a file beside the realm, with the digests of the others', async () => {
  const { folder, files } = setUp({ withSessions: true });
  await files.add(toMoved(CONTENT));
  await files.finish();
  const [section] = await readState(join(folder, `${REALM}-state.jsonl`));
  assert.ok(section !== undefined);
  assert.deepEqual(await contentOf(section.moved), CONTENT);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  assert.deepEqual(Object.keys(section.end.files).toSorted(), names.toSorted());
});

test('issue "State in PostgreSQL" 5: a single file with sessions has the realms one after another', async () => {
  const { folder, files } = setUp({ kind: 'file', withSessions: true });
  const contents = [CONTENT, sampleMoved(2), sampleMoved(3)];
  for (const content of contents) await files.add(toMoved(content));
  await files.finish();
  const sections = await readState(join(folder, 'all'));
  assert.deepEqual(await Promise.all(sections.map(({ moved }) => contentOf(moved))), contents);
  assert.deepEqual(
    sections.map(({ header }) => header.position),
    [0, 1, 2],
  );
});

test('Keycloak export: a single file is a realm or a list of realms, and an empty list without any', async () => {
  for (const [isOneRealm, count] of [
    [true, 1],
    [false, 2],
    [false, 0],
  ] as const) {
    const { files, read } = setUp({ kind: 'file', isOneRealm });
    for (let index = 0; index < count; index += 1) await files.add(toMoved(CONTENT));
    await files.finish();
    const realm = { ...SAMPLE.realm, users: USERS.map(({ user }) => user) };
    assert.deepEqual(read('all'), isOneRealm ? realm : Array(count).fill(realm));
  }
});

test('an aborted export rejects with the reason, and no file has its name', async () => {
  const reason = new RangeError('stop');
  const { folder, outputs, files } = setUp({ withSessions: true }, AbortSignal.abort(reason));
  await assert.rejects(files.add(toMoved(CONTENT)), reason);
  await outputs.discard();
  assert.deepEqual(readdirSync(folder), []);
});

test('the name of a realm cannot lead out of the folder', () => {
  assert.equal(fileNameOf('../a\\b:c'), '.._a_b_c');
});
