import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from './option-error.ts';

test('a bad option is told in one line that names option, problem, place and remedy', () => {
  const error = new OptionError('http-port', '"abc" is not a port', 'Give a number from 0 to 65535.', {
    source: { origin: 'environment', place: 'UNDERSTUDY_HTTP_PORT' },
  });
  assert.equal(
    error.toLine(),
    'http-port: "abc" is not a port (environment: UNDERSTUDY_HTTP_PORT). Give a number from 0 to 65535.',
  );
  assert.equal(error.exitCode, 2);
});

test('a machine that does not allow the start is told apart from wrong usage by exit code 1', () => {
  assert.equal(
    new OptionError('http-port', 'port 80 is in use', 'Choose another.', { exitCode: 1 }).exitCode,
    1,
  );
});
