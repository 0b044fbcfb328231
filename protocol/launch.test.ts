import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { OptionError } from './errors/option-error.ts';
import { StorageError } from './errors/storage-error.ts';
import { describeStartFailure, launch, outliveReaders } from './launch.ts';

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  launch({
    args,
    environment,
    workingDirectory: tmpdir(),
    moduleUrl: import.meta.url,
    runtime: 'test',
    dataHome: mkdtempSync(join(tmpdir(), 'understudy-launch-')),
  });

async function failure(...args: Parameters<typeof run>): Promise<{ line: string; exitCode: number }> {
  const error = await run(...args).then(
    () => assert.fail('started'),
    (reason: unknown) => reason,
  );
  return describeStartFailure(error);
}

test('contract "Start": --help and --version print a text and exit with code 0', async () => {
  assert.match((await failure(['help'])).line, /--http-port=/);
  const version = await failure(['--version']);
  assert.match(version.line, /^Understudy \d+\.\d+\.\d+ \(in place of Keycloak 26\)\nRuntime: test\nOS: \S+/);
  assert.equal(version.exitCode, 0);
});

test('a file with a password that cannot be read ends a start, and no request for a text', async () => {
  const environment = { KEYCLOAK_PASSWORD_FILE: '/none/password' };
  assert.equal((await failure(['--version'], environment)).exitCode, 0);
  assert.equal((await failure(['--help'], environment)).exitCode, 0);
  const { line, exitCode } = await failure(['start'], environment);
  assert.match(line, /^KEYCLOAK_PASSWORD_FILE: \/none\/password cannot be read \(ENOENT\)/);
  assert.equal(exitCode, 1);
});

test('contract "Start": an invalid option prints one line and exits with code 2', async () => {
  const { line, exitCode } = await failure(['--http-port=abc']);
  assert.equal(exitCode, 2);
  assert.equal(line.split('\n').length, 1);
});

test('contract "Start": mcp is a program of its own, so an option before it is refused with what to write', async () => {
  const { line, exitCode } = await failure(['--data-dir=data', 'mcp']);
  assert.match(
    line,
    /^mcp: .*comes before every option\. Write: bin\/understudy\.sh mcp, or npx understudy mcp\.$/,
  );
  assert.equal(exitCode, 2);
});

test('issue "State in PostgreSQL" 5: a database that goes away during a command is one line with the remedy', () => {
  const fault = { reason: 'the database cannot be reached', remedy: 'Check it, and repeat the request.' };
  const error = new StorageError('postgresql://db:5432/kc', new Error('ECONNRESET'), 'write', fault);
  assert.deepEqual(describeStartFailure(error), {
    line: 'postgresql://db:5432/kc: The change was not saved: the database cannot be reached. Check it, and run the command again.',
    exitCode: 1,
  });
});

test('an unexpected error keeps its stack and exits with code 1', () => {
  const { line, exitCode } = describeStartFailure(new Error('boom'));
  assert.match(line, /boom\n\s+at /);
  assert.equal(exitCode, 1);
  assert.equal(describeStartFailure(new OptionError('x', 'y', 'z.', { exitCode: 1 })).exitCode, 1);
  assert.equal(describeStartFailure('text').line, 'text');
});

test('contract "Start": a reader that goes away does not end the server; any other output error is thrown', () => {
  const stream = new PassThrough();
  outliveReaders(stream);
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  stream.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' }));
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  assert.throws(() => stream.emit('error', full), full);
});
