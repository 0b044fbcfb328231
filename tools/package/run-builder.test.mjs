// Own process: electron-builder reads the working directory and the environment, and logs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToolError } from '../progress.mjs';
import { runBuilder } from './run-builder.mjs';

/** What electron-builder's failure with this error becomes. The error is thrown where it begins to pack. */
async function failWith(error) {
  const beforePack = () => Promise.reject(error);
  const failure = await runBuilder('linux', [], { beforePack }).then(
    () => assert.fail('built'),
    (reason) => reason,
  );
  assert.ok(failure instanceof ToolError);
  assert.doesNotMatch(`${failure.message}${failure.remedy}`, /^\s+at /m);
  return failure;
}

const failures = [
  ['no network', { code: 'ENOTFOUND' }, 'getaddrinfo ENOTFOUND github.com'],
  ['a network that answers nothing', { code: 'ETIMEDOUT' }, 'Timeout awaiting connect'],
  ['a refused connection', { code: 'ECONNREFUSED' }, 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    'a mirror without the file',
    { name: 'HTTPError' },
    'Response code 404 (Not Found) for http://mirror.invalid/fpm',
  ],
];
for (const [what, members, message] of failures) {
  test(`npm run package: ${what} is reported in one line, with what to set`, async () => {
    const failure = await failWith(Object.assign(new Error(message), members));
    assert.equal(failure.message, `electron-builder could not download a tool: ${message}.`);
    for (const variable of ['HTTPS_PROXY', 'ELECTRON_BUILDER_BINARIES_MIRROR', 'CUSTOM_FPM_PATH'])
      assert.ok(failure.remedy.includes(variable), variable);
  });
}

test('npm run package: another failure is not called a failed download', async () => {
  const failure = await failWith(new Error('mksquashfs ended with 1\nno space left'));
  assert.equal(failure.message, 'electron-builder: mksquashfs ended with 1');
  assert.equal(failure.remedy, 'no space left');
  assert.match((await failWith(new Error('broken'))).remedy, /electron-builder\.yml/);
});
