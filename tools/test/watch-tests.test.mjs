// Tests of the watch: a test, a hook or a connection that never ends must end the process, with its name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeHang } from './watch-tests.mjs';

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-watch-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `code` as watched tests; returns the exit code and what was written as an error. */
function runWatched(code) {
  const path = join(folder, 'watched.mjs');
  const watch = new URL('./watch-tests.mjs', import.meta.url).href;
  writeFileSync(
    path,
    `import { createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { watchTests } from '${watch}';
watchTests(2000, 50);
${code}`,
  );
  const { status, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8', timeout: 60_000 });
  return { status, stderr };
}

const FOR_EVER = 'new Promise(() => createServer().listen(0, "127.0.0.1"))';

test('a test that never ends ends the process, with its name and what it waits for', () => {
  const { status, stderr } = runWatched(`describe('file', () => { test('waits', () => ${FOR_EVER}); });`);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^Hung: no test has begun for \d+ s\. The last one was "file > waits"\. Open: .*1 TCP/,
  );
});

test('a hook that never ends ends the process, with the name of the last test', () => {
  const { status, stderr } = runWatched(
    `describe('file', () => { test('passes', () => {}); after(() => ${FOR_EVER}); });`,
  );
  assert.equal(status, 1);
  assert.match(stderr, /The last one was "file > passes"/);
});

test('a server that is still listening after the tests ends the process', () => {
  const { status, stderr } = runWatched(`test('passes', () => { createServer().listen(0, '127.0.0.1'); });`);
  assert.equal(status, 1);
  assert.match(stderr, /The last one was "passes"/);
});

test('tests that together take longer than the limit for one pass', () => {
  const { status, stderr } = runWatched(
    `for (let index = 0; index < 5; index += 1)
       test('number ' + index, () => new Promise((done) => setTimeout(done, 600)));`,
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('what a process waits for is counted', () => {
  assert.equal(
    describeHang('a', 3, ['Timeout', 'TCPSocketWrap', 'Timeout']),
    'Hung: no test has begun for 3 s. The last one was "a". Open: 2 Timeout, 1 TCPSocketWrap.',
  );
});
