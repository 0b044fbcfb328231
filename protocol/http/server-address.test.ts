import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import type { OptionKey, OptionValues } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { resolveOptions } from '#protocol/start/config/resolve-options.ts';
import { isBaseUrl, readServerAddress } from './server-address.ts';

function valuesWith(options: Partial<Record<OptionKey, string>>): OptionValues {
  const home = tmpdir();
  const commandLine = new Map(Object.entries(options));
  return resolveOptions({ commandLine, environment: {}, home, workingDirectory: home }).values;
}

for (const text of [
  'localhost:8080',
  'ftp://localhost',
  '/auth',
  '',
  'http://ann:secret@localhost',
  'http://localhost/?a=b',
  'http://localhost/#top',
])
  test(`"${text}" is not the base URL of a server`, () => {
    assert.equal(isBaseUrl(text), false);
    assert.throws(
      () => readServerAddress('--url', text, valuesWith({})),
      (error: unknown) =>
        error instanceof OptionError &&
        error.exitCode === 2 &&
        error.toLine().includes('--url: is not the base URL of a server') &&
        error.toLine().includes('--url=http://localhost:8080'),
    );
  });

test('contract "Start": without an address, a port that only the server knows is refused with the flag to use', () => {
  assert.throws(
    () => readServerAddress('--server', undefined, valuesWith({ 'http-port': '0' })),
    /^OptionError: --server: is missing, because http-port is 0$/,
  );
});

test('contract "Start": the address follows http-host, http-port and http-relative-path', () => {
  const read = (options: Partial<Record<OptionKey, string>>): string =>
    readServerAddress('--url', undefined, valuesWith(options));
  assert.equal(read({}), 'http://127.0.0.1:8080');
  assert.equal(read({ 'http-host': '0.0.0.0', 'http-port': '8081' }), 'http://127.0.0.1:8081');
  assert.equal(read({ 'http-host': '::' }), 'http://[::1]:8080');
  assert.equal(read({ 'http-relative-path': '/auth/' }), 'http://127.0.0.1:8080/auth');
});

test('a given address takes precedence, without its trailing slash', () => {
  const values = valuesWith({ 'http-port': '0' });
  assert.equal(readServerAddress('--url', 'https://sso.test/auth/', values), 'https://sso.test/auth');
});
