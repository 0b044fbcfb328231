import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { contentOf, fullSample, sampleMoved } from '#protocol/store/testing/moved-realm.ts';
import { isStateFile, readState } from './state-reader.ts';
import { sealed, stateLines, writeLines } from './testing/state-files.ts';

for (let seed = 0; seed < 6; seed += 1)
  test(`realm ${seed} is read from a state file as it was written, any number of times`, async () => {
    const content = sampleMoved(seed);
    const [section, ...others] = await readState(writeLines(await stateLines(content, 7)));
    assert.ok(section !== undefined && others.length === 0);
    assert.equal(section.header.position, 7);
    assert.deepEqual(await contentOf(section.moved), content);
    assert.deepEqual(await contentOf(section.moved), content);
  });

test('a file may contain several realms', async () => {
  const contents = [sampleMoved(1), fullSample(), sampleMoved(2)];
  const lines = await Promise.all(contents.map(stateLines));
  const sections = await readState(writeLines(lines.flat()));
  for (const [index, section] of sections.entries())
    assert.deepEqual(await contentOf(section.moved), contents[index]);
  assert.equal(sections.length, 3);
});

test('a plain password of an earlier version is hashed when it is read', async () => {
  const credentials = [{ type: 'password', value: 'secret' }];
  const users = [{ user: { id: '1', username: 'ann', credentials }, isOriginal: false }];
  const [section] = await readState(writeLines(await stateLines({ ...sampleMoved(1), users })));
  assert.ok(section !== undefined);
  const read = await contentOf(section.moved);
  assert.doesNotMatch(JSON.stringify(read.users), /"secret"/);
  assert.ok(read.users[0]?.user.credentials?.[0]?.secretData);
});

test('a state file is known by its first line', async () => {
  assert.equal(await isStateFile(writeLines(await stateLines(sampleMoved(1)))), true);
  for (const text of ['{"realm":"shop"}', '[]', '', '{"format":"other"}'])
    assert.equal(await isStateFile(writeLines([text])), false);
});

/** An edit of the lines of {@link fullSample}, and what is said of it. */
type Edit = readonly [title: string, edit: (lines: string[]) => string[], says: RegExp];

const at = (lines: readonly string[], name: string): number =>
  lines.findIndex((line) => line.startsWith(`{"${name}":`));

const replaced = (lines: string[], name: string, text: string): string[] =>
  lines.map((line, index) => (index === at(lines, name) ? text : line));

const EDITS: readonly Edit[] = [
  [
    'without its last line',
    (lines) => lines.slice(0, -1),
    /:\d+: the file ends too early in realm realm-moved-full/,
  ],
  ['that ends in the middle of a realm', (lines) => lines.slice(0, 40), /:40: the file ends too early/],
  [
    'of another program',
    () => ['{"realm":"shop"}'],
    /:1: format is not "understudy-state"\. Give a file that export --with-sessions/,
  ],
  [
    'of a later version',
    (lines) => replaced(lines, 'format', '{"format":"understudy-state","version":2}'),
    /:1: version is 2, .* reads 1\. Import it with the version/,
  ],
  [
    'without the name of the realm',
    (lines) => replaced(lines, 'format', '{"format":"understudy-state","version":1}'),
    /:1: realm or position is missing/,
  ],
  [
    'with a line that is no JSON',
    (lines) => replaced(lines, 'session', '{"session":{"secret'),
    /:\d+: the line is not a JSON object\. /,
  ],
  [
    'with an unknown line',
    (lines) => replaced(lines, 'session', '{"flow":{}}'),
    /:\d+: a line cannot be "flow"/,
  ],
  [
    'with the realm twice',
    (lines) => [...lines.slice(0, 2), ...lines.slice(1)],
    /:3: "realm" is out of place/,
  ],
  [
    'with a user after a session',
    (lines) => [...lines.slice(0, -1), '{"user":{"id":"x","username":"x"}}', lines.at(-1) ?? ''],
    /"user" is out of place/,
  ],
  [
    'without the realm',
    (lines) => lines.filter((line) => !line.startsWith('{"realm":')),
    /:2: "clock" comes before "realm"/,
  ],
  [
    'with a user without a name',
    (lines) => replaced(lines, 'user', '{"user":{"id":"x"}}'),
    /:\d+: a user has no username/,
  ],
  [
    'with a session without an id',
    (lines) => replaced(lines, 'session', '{"session":{}}'),
    /:\d+: a session has no id/,
  ],
  [
    'with a clock of two kinds',
    (lines) => replaced(lines, 'clock', '{"clock":{"offsetMs":1,"frozenAt":2}}'),
    /:3: it needs either offsetMs or frozenAt/,
  ],
  [
    'with a revoked token without its expiry',
    (lines) => replaced(lines, 'revokedToken', '{"revokedToken":{"jti":"x"}}'),
    /an expiry is not a number/,
  ],
  [
    'with an origin that is none',
    (lines) => replaced(lines, 'origin', '{"origin":null}'),
    /order is not a number/,
  ],
  [
    'with a session of another realm',
    (lines) =>
      lines.map((line) =>
        line.startsWith('{"session":') ? line.replace('"realmId":"moved-full"', '"realmId":"other"') : line,
      ),
    /realmId is not the id of the realm/,
  ],
  [
    'with a user less',
    (lines) => lines.filter((_, index) => index !== at(lines, 'user')),
    /end\.users is \d+, but the realm has \d+/,
  ],
];

for (const [title, edit, says] of EDITS)
  test(`bad input: a state file ${title} is refused with the line and the remedy`, async () => {
    const path = writeLines(edit(await stateLines(fullSample())));
    await assert.rejects(readState(path), (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(error.toLine(), says);
      assert.ok(error.message.includes(path) && error.exitCode === 1);
      assert.doesNotMatch(error.toLine(), /secret/);
      return true;
    });
  });

test('bad input: a state file with one changed letter is refused, and one that is sealed again is not', async () => {
  const lines = (await stateLines(fullSample())).map((line) =>
    line.replace('user-1@', 'user-2@').replace('"offline":true', '"offline":false'),
  );
  await assert.rejects(
    readState(writeLines(lines)),
    /was changed after the export: end\.sha256 does not match/,
  );
  assert.equal((await readState(writeLines(sealed(lines)))).length, 1);
});

test('bad input: a state file whose last newline is missing is refused', async () => {
  await assert.rejects(readState(writeLines(await stateLines(sampleMoved(1)), '')), /ends too early/);
  const path = writeLines([]);
  writeFileSync(path, '');
  await assert.rejects(readState(path), /ends too early/);
});
