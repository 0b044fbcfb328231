import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepInOwnFolders } from './own-folders.ts';
import { resolveOptions } from './resolve-options.ts';

/** A data directory, a separate log folder and unrelated files, all below one folder. */
function setUp() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-own-')));
  const at = (...names: string[]): string => join(home, ...names);
  for (const folder of ['data/log', 'data/realms/a', 'logs/deep', 'elsewhere/sub'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['data/realms/a/realm.json', 'elsewhere/.bashrc', 'elsewhere/other.log', 'logs/app.txt'])
    writeFileSync(at(file), 'before');
  const folders = { dataDir: at('data'), logFile: at('logs', 'app.txt') };
  const keep = (logFile: string) => {
    const sources = {
      commandLine: new Map([['data-dir', folders.dataDir]]),
      environment: {},
      home,
      workingDirectory: home,
    };
    const next = resolveOptions(sources, `log-file=${logFile}`);
    return keepInOwnFolders(new Map([['log-file', logFile]]), next, folders);
  };
  const problemOf = (logFile: string): string | undefined => keep(logFile).faults[0]?.problem;
  return { home, at, keep, problemOf };
}

for (const path of [
  'data/x.log',
  'data/log/x.log',
  'data/log/new/folder/x.LOG',
  'logs/x.log',
  'logs/app.txt',
  'data/log/',
]) {
  test(`service description §2.3: over HTTP the log may go to ${path}, and the file gets the absolute path`, () => {
    const { keep, at } = setUp();
    const { faults, changes } = keep(path);
    assert.deepEqual(faults, []);
    assert.equal(changes.get('log-file'), path.endsWith('/') ? at(path, 'understudy.log') : at(path));
  });
}

for (const [path, says] of [
  ['elsewhere/.bashrc', /outside the data and log folders/],
  ['elsewhere/other.log', /outside/],
  ['/etc/cron.d/x.log', /outside/],
  ['x.log', /outside/],
  ['data', /outside/],
  ['data.log', /outside/],
  ['data/../elsewhere/x.log', /outside/],
  ['data/log/../../elsewhere/x.log', /outside/],
  ['logs/deep/x.log', /outside/],
  ['logs/other.txt', /does not end with \.log/],
  ['data/lock', /does not end with \.log/],
  ['data/.log', /does not end with \.log/],
  ['data/https/key.pem', /does not end with \.log/],
  ['data/realms/a/realm.json', /among the files of the realms/],
  ['data/realms/new/x.log', /among the files of the realms/],
  ['data/Realms/x.log', /among the files of the realms/],
  ['/dev/null', /outside/],
  ['/dev/stdout', /outside|cannot be followed/],
  ['/proc/self/cwd/x.log', /outside/],
] as const) {
  test(`service description §2.3: over HTTP the log may not go to ${path}`, () => {
    const { problemOf, keep } = setUp();
    assert.match(problemOf(path) ?? '', says);
    assert.match(
      keep(path).faults[0]?.remedy ?? '',
      /in .*data, or directly in .*logs\. .* on the command line\.$/,
    );
  });
}

test('service description §2.3: links anywhere on the path are followed, to existing files and to missing ones', () => {
  const { at, problemOf } = setUp();
  symlinkSync(at('elsewhere', '.bashrc'), at('data', 'file.log'));
  symlinkSync(at('elsewhere', 'made-by-the-server'), at('data', 'dangling.log'));
  symlinkSync('../elsewhere', at('data', 'folder'));
  symlinkSync(at('data', 'folder'), at('data', 'log', 'twice'));
  symlinkSync('folder/sub/../../elsewhere/x.log', at('data', 'winding.log'));
  symlinkSync(at('data', 'realms', 'a', 'realm.json'), at('data', 'realm.log'));
  symlinkSync(at('data', 'log', 'real.log'), at('logs', 'back.log'));
  for (const path of [
    'data/file.log',
    'data/dangling.log',
    'data/folder/x.log',
    'data/folder/new/x.log',
    'data/log/twice/x.log',
    'data/winding.log',
  ])
    assert.match(problemOf(path) ?? '', /leads to .*elsewhere.* outside the data and log folders/, path);
  assert.match(
    problemOf('data/realm.log') ?? '',
    /leads to .*realm\.json, which is among the files of the realms/,
  );
  // Like the kernel: `folder` is followed before `..` is applied.
  assert.match(problemOf(`${at('data')}/folder/../data/x.log`) ?? '.', /^\.$/);
  assert.match(problemOf(`${at('data')}/folder/../x.log`) ?? '', /outside/);
  assert.equal(problemOf('logs/back.log'), undefined);
});

test('service description §2.3: anything but a regular file is rejected, and so is a path that cannot be followed', {
  skip: process.platform === 'win32',
}, () => {
  const { at, problemOf } = setUp();
  mkdirSync(at('data', 'folder.log'));
  execFileSync('sh', ['-c', 'mkfifo "$0"', at('data', 'pipe.log')]);
  writeFileSync(at('data', 'file'), '');
  symlinkSync('loop.log', at('data', 'loop.log'));
  symlinkSync('/dev/null', at('data', 'device.log'));
  assert.match(problemOf('data/folder.log') ?? '', /is not a regular file/);
  assert.match(problemOf('data/pipe.log') ?? '', /is not a regular file/);
  assert.match(problemOf('data/file/x.log') ?? '', /cannot be followed \(ENOTDIR\)/);
  assert.match(problemOf('data/loop.log') ?? '', /cannot be followed \(ELOOP\)/);
  assert.match(problemOf('data/device.log') ?? '', /leads to \/dev\/null, which is outside/);
});

test('service description §2.3: the data directory may itself be a link', () => {
  const { at, home } = setUp();
  symlinkSync(at('data'), at('linked'));
  const folders = { dataDir: at('linked'), logFile: at('linked', 'log', 'understudy.log') };
  const sources = { commandLine: new Map<string, string>(), environment: {}, home, workingDirectory: home };
  for (const path of [at('linked', 'x.log'), at('data', 'x.log')]) {
    const next = resolveOptions(sources, `log-file=${path}`);
    assert.deepEqual(keepInOwnFolders(new Map([['log-file', path]]), next, folders).faults, []);
  }
  assert.equal(existsSync(at('data', 'x.log')), false);
});

test('service description §2.3: removing the path from the file requires no folder', () => {
  const { at, home } = setUp();
  const sources = { commandLine: new Map<string, string>(), environment: {}, home, workingDirectory: home };
  const changes = new Map([['log-file', null]] as const);
  const folders = { dataDir: at('elsewhere'), logFile: at('logs', 'app.txt') };
  const kept = keepInOwnFolders(changes, resolveOptions(sources, ''), folders);
  assert.deepEqual([...kept.changes, ...kept.faults], [['log-file', null]]);
});
