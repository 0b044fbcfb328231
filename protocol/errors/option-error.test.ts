import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from './option-error.ts';

test('an invalid option is reported in one line with option, problem, origin and remedy', () => {
  const error = new OptionError('http-port', '"abc" is not a port', 'Give a number from 0 to 65535.', {
    source: { origin: 'environment', place: 'UNDERSTUDY_HTTP_PORT' },
  });
  assert.equal(
    error.toLine(),
    'http-port: "abc" is not a port (environment: UNDERSTUDY_HTTP_PORT). Give a number from 0 to 65535.',
  );
  assert.equal(error.exitCode, 2);
});

test('a start that the machine does not allow has exit code 1, wrong usage has 2', () => {
  assert.equal(
    new OptionError('http-port', 'port 80 is in use', 'Choose another.', { exitCode: 1 }).exitCode,
    1,
  );
});
