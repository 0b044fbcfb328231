import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from './command-error.ts';
import { createFileStore, createMemoryStore } from './config-file.ts';
import { writeCompact } from './json.ts';
import { createHome } from './testing/host.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const isWindows = process.platform === 'win32';

for (const [content, message] of [
  ['{', /^Failed to load .*kcadm\.config: expected a string \(line 1, column 2\)\. Repair or remove it/],
  ['[]', /^Failed to load .*kcadm\.config: it is not a JSON object/],
  ['"x"', /^Failed to load .*: it is not a JSON object/],
] as const) {
  test(`Keycloak: a configuration that contains ${content} is refused, and not overwritten`, () => {
    const path = join(createHome(), 'kcadm.config');
    writeFileSync(path, content);
    const store = createFileStore(path);
    for (const work of [() => store.read(), () => store.change(() => assert.fail('was edited'))])
      assert.throws(work, (error) => error instanceof CommandError && message.test(error.message));
    assert.equal(readFileSync(path, 'utf8'), content);
    assert.equal(existsSync(`${path}.lock`), false);
  });
}

test('bad input: a folder in place of the file, and a file in place of its folder', () => {
  const home = createHome();
  assert.throws(() => createFileStore(home).read(), /^CommandError: Failed to load .*EISDIR/);
  writeFileSync(join(home, 'file'), '');
  const below = createFileStore(join(home, 'file', 'kcadm.config'));
  assert.equal(below.read().size, 0);
  assert.throws(
    () => below.change(() => undefined),
    /^CommandError: Failed to write .*Use another file with --config/,
  );
});

test('Keycloak: a missing or empty file is an empty configuration', () => {
  const path = join(createHome(), 'kcadm.config');
  assert.equal(createFileStore(path).read().size, 0);
  writeFileSync(path, ' \n');
  assert.equal(createFileStore(path).read().size, 0);
});

test('Keycloak: folder and file are made for their owner only, and written in its layout', () => {
  const path = join(createHome(), '.keycloak', 'kcadm.config');
  createFileStore(path).change((config) => config.set('serverUrl', 'http://a'));
  assert.equal(readFileSync(path, 'utf8'), '{\n  "serverUrl" : "http://a"\n}');
  if (isWindows) return;
  assert.deepEqual([modeOf(path), modeOf(join(path, '..'))], ['600', '700']);
});

test('a file that others could read becomes private when it is written', () => {
  if (isWindows) return;
  const path = join(createHome(), 'kcadm.config');
  writeFileSync(path, '{}');
  chmodSync(path, 0o644);
  createFileStore(path).change((config) => config.set('realm', 'x'));
  assert.equal(modeOf(path), '600');
});

test('members that are not known stay, and nothing else is left in the folder', () => {
  const home = createHome();
  const path = join(home, 'kcadm.config');
  writeFileSync(path, '{"later": {"1": 1.0}, "realm": "a"}');
  const store = createFileStore(path);
  store.change((config) => config.set('realm', 'b'));
  assert.equal(writeCompact(store.read()), '{"later":{"1":1.0},"realm":"b"}');
  assert.deepEqual(readdirSync(home), ['kcadm.config']);
});

test('a link to the file stays a link', () => {
  if (isWindows) return;
  const home = createHome();
  mkdirSync(join(home, 'real'));
  writeFileSync(join(home, 'real', 'config'), '{}');
  symlinkSync(join(home, 'real', 'config'), join(home, 'kcadm.config'));
  createFileStore(join(home, 'kcadm.config')).change((config) => config.set('realm', 'x'));
  assert.match(readFileSync(join(home, 'real', 'config'), 'utf8'), /"realm" : "x"/);
});

test('a change is made to the newest state, and a lock that was left behind is removed', () => {
  const path = join(createHome(), 'kcadm.config');
  const [one, two] = [createFileStore(path), createFileStore(path)];
  one.read();
  two.change((config) => config.set('a', 'two'));
  writeFileSync(`${path}.lock`, '');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(`${path}.lock`, longAgo, longAgo);
  one.change((config) => config.set('b', 'one'));
  assert.equal(writeCompact(two.read()), '{"a":"two","b":"one"}');
});

test('an edit that fails changes nothing and leaves no lock', () => {
  const home = createHome();
  const path = join(home, 'kcadm.config');
  const fail = (): never => {
    throw new CommandError('no');
  };
  assert.throws(() => createFileStore(path).change(fail), /^CommandError: no$/);
  assert.deepEqual(readdirSync(home), []);
});

test('Keycloak --no-config: the configuration ends with the command', () => {
  const store = createMemoryStore();
  store.change((config) => config.set('realm', 'x'));
  assert.equal(writeCompact(store.read()), '{"realm":"x"}');
  assert.equal(createMemoryStore().read().size, 0);
});
