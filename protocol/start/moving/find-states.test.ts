import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { sampleMoved, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { findStates } from './find-states.ts';
import { createProgress } from './progress.ts';
import { writeState } from './state-writer.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const progress = createProgress(undefined);

/** A folder with the realms 1 and 2 as an export writes them. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-find-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const files = new Map([
    ['NAME-realm.json', '{"realm":"x"}'],
    ['NAME-users-0.json', '{"users":[]}'],
  ]);
  for (const seed of [1, 2]) {
    const moved = toMoved(sampleMoved(seed));
    const named = [...files].map(([name, text]) => [name.replace('NAME', moved.realm.realm), text] as const);
    for (const [name, text] of named) write(name, text);
    const digests = Object.fromEntries(named.map(([name, text]) => [name, digest(text)]));
    const context = { position: 10 - seed, now: 0, files: () => digests, written: () => undefined };
    write(`${moved.realm.realm}-state.jsonl`, (await collect(writeState(moved, context))).join(''));
  }
  return { folder, write, find: () => findStates({ kind: 'dir', path: folder }, progress) };
}

test('state files of a folder are found in the order of creation; realm files beside them are left to them', async () => {
  const { folder, write, find } = await setUp();
  write('other-realm.json', '{}');
  write('other-users-0.json', '{}');
  const { sections, rest } = await find();
  assert.deepEqual(
    sections.map(({ header }) => header.realm),
    ['realm-moved-2', 'realm-moved-1'],
  );
  assert.deepEqual(rest, [join(folder, 'other-realm.json')]);
});

test('a file or folder without state files is imported as Keycloak does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-find-'));
  writeFileSync(join(folder, 'shop-realm.json'), '{}');
  for (const [kind, path] of [
    ['dir', folder],
    ['file', join(folder, 'shop-realm.json')],
    ['file', join(folder, 'none.json')],
    ['dir', join(folder, 'none')],
  ] as const)
    assert.deepEqual(await findStates({ kind, path }, progress), { sections: [], rest: [path] });
});

test('a state file may be named alone, and the realm files beside it may be missing', async () => {
  const { folder } = await setUp();
  const path = join(folder, 'realm-moved-1-state.jsonl');
  const { sections, rest } = await findStates({ kind: 'file', path }, progress);
  assert.deepEqual([sections.length, rest], [1, []]);
});

for (const [title, name, says] of [
  [
    'a realm file that was edited',
    'realm-moved-1-realm.json',
    /realm-moved-1-state\.jsonl: realm-moved-1-realm\.json was changed after the export\. To import the realm as it is in its realm file, without sessions, remove realm-moved-1-state\.jsonl/,
  ],
  [
    'a file of users that was edited',
    'realm-moved-2-users-0.json',
    /realm-moved-2-users-0\.json was changed after the export/,
  ],
  [
    'a file of users of another export',
    'realm-moved-1-users-7.json',
    /realm-moved-1-users-7\.json is not part of the same export/,
  ],
] as const)
  test(`bad input: ${title} is refused by its name`, async () => {
    const { write, find } = await setUp();
    write(name, '{"edited":true}');
    await assert.rejects(find(), (error) => says.test((error as { toLine(): string }).toLine()));
  });

test('bad input: a realm that is in two state files is refused, and all faults are listed', async () => {
  const { write, find } = await setUp();
  const again = sampleMoved(1);
  const context = { position: 3, now: 0, files: () => ({}), written: () => undefined };
  write('copy-state.jsonl', (await collect(writeState(toMoved(again), context))).join(''));
  write('torn-state.jsonl', '{"format":"understudy-state","version":1,"realm":"x","position":0}\n');
  await assert.rejects(
    find(),
    /2 realm files cannot be imported:[\s\S]*torn-state\.jsonl:1: the file ends too early[\s\S]*realm realm-moved-1 is also in copy-state\.jsonl/,
  );
});
