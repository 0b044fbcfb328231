import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLine } from './testing/host.ts';

for (const [args, code, message] of [
  [['-s', 'a'], 2, /^Invalid key=value parameter: \[a\]/],
  [['-s', 'a..b=1'], 1, /^Invalid attribute key/],
  [['-f', '/nowhere'], 1, /^File not found: \/nowhere/],
  [['-f', '-', '-s', 'a=1'], 1, /^Not a JSON object: \[1\]/],
  [['users'], 2, /^Unmatched argument at index 1: 'users'/],
  [['--server', 'x'], 2, /^Unknown options: '--server', 'x'/],
] as const) {
  test(`bad input: "new-object ${args.join(' ')}" ends with exit code ${code}`, async () => {
    const outcome = await runLine(['new-object', ...args], { input: '[1]' });
    assert.deepEqual([outcome.code, outcome.out], [code, '']);
    assert.match(outcome.err, message);
  });
}

test('Keycloak: the composed object is printed, without a last line break on standard output', async () => {
  const set = ['-s', 'username=a', '-s', 'attributes.x=["1"]'];
  assert.deepEqual(await runLine(['new-object', ...set]), {
    code: 0,
    out: '{\n  "username" : "a",\n  "attributes" : {\n    "x" : [ "1" ]\n  }\n}',
    err: '\n',
  });
  assert.deepEqual(await runLine(['new-object', '-c', ...set]), {
    code: 0,
    out: '{"username":"a","attributes":{"x":["1"]}}',
    err: '',
  });
  assert.equal((await runLine(['new-object', '-f', '-'], { input: '[1]' })).out, '[ 1 ]');
});
