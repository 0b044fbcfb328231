import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { readVariableFiles } from './variable-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-variables-'));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('Keycloak before 17: KEYCLOAK_USER_FILE and KEYCLOAK_PASSWORD_FILE name files, whose last line ends are left out', () => {
  const environment = readVariableFiles({
    KEYCLOAK_USER_FILE: write('user', 'admin\n'),
    KEYCLOAK_PASSWORD_FILE: write('password', ' s3cret\r\n\n'),
  });
  assert.equal(environment['KEYCLOAK_USER'], 'admin');
  assert.equal(environment['KEYCLOAK_PASSWORD'], ' s3cret');
});

test('a variable that is set itself comes before its file, which is then not read', () => {
  const { KEYCLOAK_ADMIN_PASSWORD } = readVariableFiles({
    KEYCLOAK_ADMIN_PASSWORD: 'own',
    KEYCLOAK_ADMIN_PASSWORD_FILE: join(folder, 'none'),
  });
  assert.equal(KEYCLOAK_ADMIN_PASSWORD, 'own');
});

test('other names that end in _FILE are left alone', () => {
  const environment = {
    KC_LOG_FILE: '/none',
    KEYCLOAK_HTTPS_KEY_STORE_FILE: '/none',
    KEYCLOAK_USER_FILE: '',
  };
  assert.deepEqual(readVariableFiles(environment), environment);
});

test('bad input: a file that cannot be read is named with its variable and what to do', () => {
  const path = join(folder, 'none');
  assert.throws(
    () => readVariableFiles({ KEYCLOAK_PASSWORD_FILE: path }),
    (error) =>
      error instanceof OptionError &&
      error.exitCode === 1 &&
      error.toLine() ===
        `KEYCLOAK_PASSWORD_FILE: ${path} cannot be read (ENOENT). Give the path of a readable file, or set KEYCLOAK_PASSWORD.`,
  );
});
