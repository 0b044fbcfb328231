import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { NO_CREDENTIALS, readCredentials } from './credentials.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});
after(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const path = join(folder, 'credentials.json');
  writeFileSync(path, text);
  return path;
}

function refuses(path: string, problem: string): void {
  assert.throws(
    () => readCredentials(path),
    (error) => {
      assert.ok(error instanceof OptionError);
      assert.equal(error.option, '--credentials');
      assert.equal(error.exitCode, 2);
      assert.equal(error.message, `--credentials: ${path}${problem}`);
      assert.match(error.remedy, /^Write it like \{"clients": .*\}\.$/);
      return true;
    },
  );
}

test('contract "verify": --credentials names secrets by client and passwords by user', () => {
  const { clients, users } = readCredentials(
    write('{"clients": {"web": "s1", "a b": ""}, "users": {"alice": "p1", "__proto__": "p2"}}'),
  );
  assert.deepEqual(
    [...clients],
    [
      ['web', 's1'],
      ['a b', ''],
    ],
  );
  assert.deepEqual(
    [...users],
    [
      ['alice', 'p1'],
      ['__proto__', 'p2'],
    ],
  );
});

test('contract "verify": either member of --credentials may be left out', () => {
  assert.deepEqual(readCredentials(write('{}')), NO_CREDENTIALS);
  assert.deepEqual([...readCredentials(write('{"users": {"alice": "p"}}')).users], [['alice', 'p']]);
  assert.equal(readCredentials(write('{"users": {}}')).clients.get('constructor'), undefined);
});

test('contract "verify": a --credentials file that cannot be read is refused with its reason', () => {
  refuses(join(folder, 'missing.json'), ' cannot be read (ENOENT)');
  refuses(folder, ' cannot be read (EISDIR)');
});

test('contract "verify": a --credentials file that is no JSON object is refused', () => {
  for (const text of ['', 'clients: {}', '{"clients": {}', '{"users": {"a": "p"},}'])
    refuses(write(text), ' is not JSON');
  for (const text of ['null', '[]', '"x"', '1', 'true', '[{"users": {}}]'])
    refuses(write(text), ' is not a JSON object');
});

test('contract "verify": a byte order mark before the JSON is read over', () => {
  assert.deepEqual([...readCredentials(write('\uFEFF{"users": {"a": "p"}}')).users], [['a', 'p']]);
});

test('contract "verify": each wrong member of --credentials is named', () => {
  refuses(write('{"user": {"alice": "p"}}'), ': user is not a member of this file');
  refuses(write('{"users": {}, "__proto__": {}}'), ': __proto__ is not a member of this file');
  for (const value of ['null', '[]', '"p"', '1'])
    refuses(write(`{"users": ${value}}`), ': users is not an object');
  for (const value of ['null', '[]', '{}', '1', 'true'])
    refuses(write(`{"clients": {"web": ${value}}}`), ': clients.web is not a string');
});

test('contract "verify": a refusal of --credentials shows no password of the file', () => {
  for (const text of [
    '{"users": {"a": "hidden-1"',
    '{"users": {"a": ["hidden-1"]}}',
    '{"users": "hidden-1"}',
    'hidden-1',
  ])
    assert.throws(
      () => readCredentials(write(text)),
      (error) => error instanceof OptionError && !error.toLine().includes('hidden-1'),
    );
});
