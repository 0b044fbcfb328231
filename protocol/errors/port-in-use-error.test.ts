import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PortInUseError } from './port-in-use-error.ts';

test('contract "Start": a port in use ends the start with one line that names option, port and remedy, exit code 1', () => {
  const error = new PortInUseError('http-port', '127.0.0.1', 8080);
  assert.equal(
    error.toLine(),
    'http-port: port 8080 on 127.0.0.1 is in use. Choose another port, or 0 for any free one.',
  );
  assert.equal(error.exitCode, 1);
});
