// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in realm files have this form
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { invalidRealm, readRealmFiles, throwFaults } from './realm-files.ts';

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-realm-files-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

test('Keycloak export: of a folder, every JSON file is read in order, with the users beside their realm', async () => {
  const folder = folderWith({
    'b-realm.json': { realm: 'b', users: [{ username: 'own' }] },
    'b-users-0.json': { realm: 'b', users: [{ username: 'one' }] },
    'b-users-1.json': { realm: 'b', users: [{ username: 'two' }] },
    'a.json': [{ realm: 'a' }, { realm: '${NAME}' }],
    'notes.txt': 'no realm',
  });
  mkdirSync(join(folder, 'below'));
  const { found } = await readRealmFiles([folder], { NAME: 'filled' });
  assert.deepEqual(
    found.map(({ realm }) => [realm.realm, realm.users?.map(({ username }) => username)]),
    [
      ['a', undefined],
      ['filled', undefined],
      ['b', ['own', 'one', 'two']],
    ],
  );
  assert.equal(found[2]?.path, join(folder, 'b-realm.json'));
});

test('an empty folder contains no realm', async () => {
  assert.deepEqual(await readRealmFiles([folderWith({})], {}), { found: [], faults: [] });
});

const REFUSED: readonly (readonly [title: string, files: Readonly<Record<string, unknown>>, name: string])[] =
  [
    ['not JSON', { 'a.json': '{' }, 'a.json'],
    ['no realm', { 'a.json': '[]' }, 'a.json'],
    [
      'a users file that is not JSON',
      { 'a-realm.json': { realm: 'a' }, 'a-users-0.json': '[' },
      'a-users-0.json',
    ],
  ];
for (const [title, files, name] of REFUSED) {
  test(`bad input: ${title} is refused with the file and a remedy, exit code 1`, async () => {
    const folder = folderWith(files);
    const { faults } = await readRealmFiles([folder], {});
    const [fault] = faults;
    assert.equal(faults.length, 1);
    assert.equal(fault?.exitCode, 1);
    assert.ok(fault?.message.includes(join(folder, name)));
    assert.notEqual(fault?.remedy, '');
  });
}

test('bad input: a missing file is refused by name', async () => {
  const path = join(folderWith({}), 'none.json');
  await assert.rejects(readRealmFiles([path], {}), (error) => String(error).includes(path));
});

test('bad input: unusable files do not hide each other, and one error names all of them', async () => {
  const folder = folderWith({ 'a.json': '{', 'b.json': { realm: 'b' }, 'c.json': '[7]' });
  const { found, faults } = await readRealmFiles([folder], {});
  assert.deepEqual(
    found.map(({ realm }) => realm.realm),
    ['b'],
  );
  assert.throws(
    () => throwFaults(faults),
    (error) =>
      error instanceof OptionError &&
      error.exitCode === 1 &&
      /2 realm files.*\n.*a\.json.*line 1.*\n.*c\.json/.test(error.message),
  );
  assert.doesNotThrow(() => throwFaults([]));
});

test('bad input: the refusal of a member has its line, also in a file of several realms', () => {
  const found = {
    path: '/x/a.json',
    realm: { realm: 'b' },
    text: '[\n{"realm": "a"},\n{"realm":\n7}]',
    index: 1,
    userFiles: [],
  };
  const error = invalidRealm(found, new RealmFileError('realm', 'is not text', 'Write text.'));
  assert.equal(error.toLine(), 'import-realm: /x/a.json:3: realm is not text. Write text.');
  const nowhere = invalidRealm({ ...found, index: 0 }, new RealmFileError('users', 'is bad', 'Fix it.'));
  assert.match(nowhere.message, /a\.json:2|a\.json: /);
});

test('bad input: the refusal of a user beside the realm names their file, line and position in it', async () => {
  const folder = folderWith({
    'a-realm.json': { realm: 'a', users: [{ username: 'own' }] },
    'a-users-0.json': { realm: 'a', users: [{ username: 'one' }, { username: 'two' }] },
    'a-users-1.json': '{\n"realm": "a",\n"users": [\n{ "username": "three" },\n{ "username": 4 }]}',
  });
  const { found } = await readRealmFiles([folder], {});
  const [first] = found;
  assert.ok(first);
  const refuse = (member: string): string =>
    invalidRealm(first, new RealmFileError(member, 'is bad', 'Fix it.')).message.replace(
      /^import-realm: /,
      '',
    );
  assert.equal(refuse('users[4].username'), `${join(folder, 'a-users-1.json')}:5: users[1].username is bad`);
  assert.equal(refuse('users[1]'), `${join(folder, 'a-users-0.json')}:1: users[0] is bad`);
  assert.equal(refuse('users[0].username'), `${join(folder, 'a-realm.json')}:1: users[0].username is bad`);
  assert.equal(refuse('realm'), `${join(folder, 'a-realm.json')}:1: realm is bad`);
  assert.equal(refuse('users[9]'), `${join(folder, 'a-realm.json')}:1: users[9] is bad`);
});

test('bad input: a state file is refused where realm files are read, and the command that imports it is named', async () => {
  const folder = folderWith({ 'moved.json': '{"format":"understudy-state","version":1}\n{"realm":{}}\n' });
  const { faults } = await readRealmFiles([folder], {});
  assert.match(
    faults[0]?.toLine() ?? '',
    /moved\.json was written by export --with-sessions, and is not a realm file\. Stop the server and import it with: import --file=FILE/,
  );
});
