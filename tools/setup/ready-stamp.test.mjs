import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.mjs';
import { findProgram } from './run-command.mjs';

const options = { skip: process.platform === 'win32' ? 'understudy.sh is for POSIX shells' : false };
const SHELLS = [['/bin/sh'], ['dash'], ['bash'], ['busybox', 'sh']].filter(
  ([shell]) => findProgram(shell) !== undefined || existsSync(shell),
);

/** A setup script that counts its runs, writes the stamp and creates the files of an installation. */
const SETUP = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeReadyStamp, writeReadyStamp } from '${pathToFileURL(join(import.meta.dirname, 'ready-stamp.mjs'))}';
const root = resolve(import.meta.dirname, '..');
const startedAt = Date.now();
removeReadyStamp(join(root, 'dist'));
appendFileSync(join(root, 'runs'), 'x');
mkdirSync(join(root, 'dist/main'), { recursive: true });
mkdirSync(join(root, 'node_modules'), { recursive: true });
writeFileSync(join(root, 'node_modules/.understudy-stamp'), '');
writeFileSync(join(root, 'dist/main/headless.cjs'), \`console.log(JSON.stringify({
  pid: process.pid, args: process.argv.slice(2), threads: process.env.UV_THREADPOOL_SIZE }))\`);
writeFileSync(join(root, 'dist/main/kcadm.cjs'), \`console.log(JSON.stringify({
  pid: process.pid, args: process.argv.slice(2), input: require('node:fs').readFileSync(0, 'utf8') }))\`);
console.log('setup speaks', process.stdin.read());
writeReadyStamp(startedAt, join(root, 'dist'));
`;

function write(root, path, text = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A clone whose files are an hour old. */
function clone(name = 'clone') {
  const root = join(mkdtempSync(join(tmpdir(), 'understudy-launcher-')), name);
  mkdirSync(join(root, 'bin'), { recursive: true });
  for (const script of ['understudy.sh', 'kcadm.sh', 'set-up.sh']) {
    copyFileSync(join(ROOT, 'bin', script), join(root, 'bin', script));
    chmodSync(join(root, 'bin', script), 0o755);
  }
  write(root, 'package.json', '{"type":"module"}');
  for (const path of ['package-lock.json', 'tsconfig.base.json', 'protocol/a.ts', 'protocol/deep/b.ts'])
    write(root, path);
  for (const path of ['main/a.ts', 'renderer/a.ts', 'fixtures/a.json']) write(root, path);
  write(root, 'tools/setup.mjs', SETUP);
  return root;
}

const runsOf = (root) =>
  existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').length : 0;

function start(
  root,
  args = ['start', '--headless'],
  { shell = ['/bin/sh'], env = {}, script, cwd, input } = {},
) {
  const [command, ...rest] = [...shell, script ?? join(root, 'bin/understudy.sh')];
  const result = spawnSync(command, [...rest, ...args], {
    encoding: 'utf8',
    env: { ...process.env, UV_THREADPOOL_SIZE: '', DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? {} : { input }),
  });
  return { ...result, child: result.pid, said: result.status === 0 ? JSON.parse(result.stdout) : undefined };
}

/** Makes the stamp newer than everything written so far, and waits for the file system's clock to pass it. */
function settle(root) {
  // Rounded up, because file times are finer than a millisecond.
  const now = new Date(Date.now() + 1);
  utimesSync(join(root, 'dist/.ready'), now, now);
  const probe = join(root, 'probe');
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs <= now.getTime() + 1);
}

let template;

/** A copy of a prepared clone, with the number of setup runs so far. */
function readyClone(name = 'clone') {
  const root = join(mkdtempSync(join(tmpdir(), 'understudy-launcher-')), name);
  cpSync(template, root, { recursive: true });
  settle(root);
  return { root, runs: runsOf(root) };
}

before(() => {
  if (options.skip) return;
  assert.ok(SHELLS.length > 0);
  template = clone();
  assert.equal(start(template).status, 0);
});

test(
  'start: a fresh clone is set up first; a start without changes does not run setup again',
  options,
  () => {
    const { root, runs } = readyClone();
    assert.equal(runs, 1);
    for (const shell of SHELLS) assert.equal(start(root, undefined, { shell }).status, 0, shell.join(' '));
    assert.equal(runsOf(root), 1);
  },
);

/** Changes that make setup run again, by title. */
const changes = {
  'a changed source': (root) => write(root, 'protocol/deep/b.ts', 'changed'),
  'a source restored with its old date': (root) => {
    write(root, 'renderer/a.ts', 'restored');
    utimesSync(join(root, 'renderer/a.ts'), 1, 1);
  },
  'a new source': (root) => write(root, 'main/new.ts'),
  'a removed source': (root) => rmSync(join(root, 'protocol/deep/b.ts')),
  'a renamed folder': (root) => renameSync(join(root, 'protocol/deep'), join(root, 'protocol/deeper')),
  'a missing folder of sources': (root) => rmSync(join(root, 'fixtures'), { recursive: true }),
  'a changed lock file': (root) => write(root, 'package-lock.json', '{}'),
  'a removed dist': (root) => rmSync(join(root, 'dist'), { recursive: true }),
  'a removed bundle': (root) => rmSync(join(root, 'dist/main'), { recursive: true }),
  'a separate build, which has no stamp': (root) => rmSync(join(root, 'dist/.ready')),
  'removed packages': (root) => rmSync(join(root, 'node_modules'), { recursive: true }),
  'another Node version': (root) =>
    writeStamp(root, `v18.0.0 ${stampOf(root).split(' ').slice(1).join(' ')}`),
  'another platform': (root) => writeStamp(root, `${process.version} Plan9 mips`),
  'an empty stamp': (root) => writeStamp(root, ''),
};
const stampOf = (root) => readFileSync(join(root, 'dist/.ready'), 'utf8').trim();
const writeStamp = (root, text) => write(root, 'dist/.ready', text === '' ? '' : `${text}\n`);

for (const [title, change] of Object.entries(changes)) {
  test(`start: ${title} runs setup again`, options, () => {
    const { root, runs } = readyClone();
    change(root);
    assert.equal(start(root).status, 0);
    assert.equal(runsOf(root), runs + 1);
  });
}

for (const shell of SHELLS) {
  test(
    `kcadm.sh: setup leaves standard input and output to the command, whatever it says (${shell.join(' ')})`,
    options,
    () => {
      const { root, runs } = readyClone('with a space');
      const args = ['create', 'users', '-s', 'a b=$x "*"', ''];
      const run = () => start(root, args, { shell, script: join(root, 'bin/kcadm.sh'), input: '{"a": 1}' });
      for (const setups of [0, 1]) {
        if (setups === 1) write(root, 'bin/kcadm/changed.ts');
        const { said, child, stderr } = run();
        assert.deepEqual([said.args, said.input, said.pid], [args, '{"a": 1}', child]);
        assert.equal(runsOf(root), runs + setups);
        assert.equal(stderr.includes('setup speaks'), setups === 1);
      }
    },
  );
}

test(
  'kcadm.sh: a failed setup, and a missing Node, end it with the exit code of the launcher',
  options,
  () => {
    const { root } = readyClone();
    const script = join(root, 'bin/kcadm.sh');
    const bare = mkdtempSync(join(tmpdir(), 'understudy-bare-'));
    assert.equal(start(root, ['help'], { script, env: { PATH: bare } }).status, 127);
    rmSync(join(root, 'dist/main/kcadm.cjs'));
    write(root, 'tools/setup.mjs', 'process.exit(7)');
    assert.equal(start(root, ['help'], { script }).status, 7);
  },
);

test('start: a failed setup ends the start with its exit code and is tried again', options, () => {
  const { root } = readyClone();
  write(root, 'tools/setup.mjs', 'process.exit(7)');
  assert.equal(start(root).status, 7);
  assert.equal(start(root).status, 7);
});

test('start: an installation without sources and tools starts immediately', options, () => {
  const { root, runs } = readyClone();
  for (const name of ['protocol', 'main', 'renderer', 'tools', 'node_modules'])
    rmSync(join(root, name), { recursive: true });
  rmSync(join(root, 'dist/.ready'));
  assert.deepEqual(start(root, ['start']).said?.args, ['start']);
  assert.equal(runsOf(root), runs);
});

for (const shell of SHELLS) {
  const name = shell.join(' ');
  test(
    `start: the launcher becomes the server and passes its arguments on unchanged (${name})`,
    options,
    () => {
      const { root } = readyClone('with a space');
      const args = ['start', '--headless', '--log-console-format=%m "$x" \'y\' `z`%n', '', '*', 'a  b'];
      const { said, child } = start(root, args, { shell });
      assert.deepEqual(said.args, args);
      assert.equal(said.pid, child);
    },
  );

  test(`start: links lead to the installation, whatever the folder and CDPATH (${name})`, options, () => {
    const { root, runs } = readyClone('with a space');
    const away = mkdtempSync(join(tmpdir(), 'understudy launcher '));
    mkdirSync(join(away, 'bin'));
    symlinkSync(join(root, 'bin/understudy.sh'), join(away, 'absolute'));
    symlinkSync('absolute', join(away, 'relative'));
    symlinkSync(join(root, 'bin'), join(away, 'folder'));
    const env = { CDPATH: `${away}:${root}` };
    for (const script of [join(away, 'relative'), 'relative', 'folder/understudy.sh'])
      assert.equal(start(root, undefined, { shell, env, script, cwd: away }).status, 0, script);
    assert.equal(start(root, undefined, { shell, env, script: 'bin/understudy.sh', cwd: root }).status, 0);
    assert.equal(
      start(root, undefined, { shell, env, script: 'understudy.sh', cwd: join(root, 'bin') }).status,
      0,
    );
    assert.equal(runsOf(root), runs);
  });
}

test(
  'start: the thread pool has one thread per core, unless the environment sets another number',
  options,
  () => {
    const { root } = readyClone();
    assert.equal(start(root).said.threads, String(availableParallelism()));
    assert.equal(start(root, undefined, { env: { UV_THREADPOOL_SIZE: '7' } }).said.threads, '7');
  },
);

test('start: --help and the like, --headless and a missing display need no window', options, () => {
  const { root } = readyClone();
  write(root, 'tools/window.mjs', 'process.exit(9)');
  settle(root);
  for (const argument of ['--headless', '--help', '-h', '--version', '-V', 'help', 'start-dev', 'export'])
    assert.equal(start(root, [argument], { env: { DISPLAY: ':1' } }).status, 0, argument);
  const without = start(root, ['start']);
  assert.equal(without.status, process.platform === 'linux' ? 0 : 9);
  if (process.platform === 'linux') assert.match(without.stderr, /No display \(DISPLAY and WAYLAND_DISPLAY/);
  assert.equal(start(root, ['start'], { env: { WAYLAND_DISPLAY: 'wayland-0' } }).status, 9);
});

test('start: with a display, the launcher becomes the runtime of the window', options, () => {
  const { root } = readyClone();
  write(
    root,
    'a runtime.mjs',
    'console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2) }))',
  );
  const words = [process.execPath, join(root, 'a runtime.mjs'), "--it's"];
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  write(root, 'tools/window.mjs', `console.log(${JSON.stringify(quoted)})`);
  settle(root);
  const { said, child } = start(root, ['start', '--realm=a b'], { env: { DISPLAY: ':1' } });
  assert.deepEqual(said.args, ["--it's", root, 'start', '--realm=a b']);
  assert.equal(said.pid, child);
});

test('start: without Node, the launcher says what to install and ends with exit code 127', options, () => {
  const { root } = readyClone();
  const bare = mkdtempSync(join(tmpdir(), 'understudy-bare-'));
  const { status, stderr } = start(root, undefined, { env: { PATH: bare } });
  assert.equal(status, 127);
  assert.match(stderr, /Install Node 20\.19 or newer/);
});
