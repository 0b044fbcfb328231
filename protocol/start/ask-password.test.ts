import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { askPassword } from './ask-password.ts';

/** A terminal with this input. */
function setUp(typed: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  input.write(typed);
  const asked = askPassword({ input, output }, 'Password of admin');
  return { input, output, asked };
}

test('contract "bootstrap-admin": the password is requested twice and never echoed', async () => {
  const { output, asked } = setUp('Strong-123\rStrong-123\r');
  assert.equal(await asked, 'Strong-123');
  assert.equal(String(output.read()), 'Password of admin: \nRepeat it: \n');
});

for (const [what, typed, says] of [
  ['two different passwords', 'Strong-123\rStrong-124\r', /^password: the two passwords differ/],
  ['Ctrl+C', 'Strong-123\r\u0003', /^password: was not given/],
  ['Ctrl+D', '\u0004', /^password: was not given/],
] as const) {
  test(`contract "bootstrap-admin": ${what} end the prompt with one line that says nothing was changed`, async () => {
    const { output, asked } = setUp(typed);
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(error.toLine(), says);
      assert.match(error.toLine(), /Nothing was changed/);
      return error.exitCode === 1;
    });
    assert.doesNotMatch(String(output.read()), /Strong/);
  });
}

test('contract "bootstrap-admin": closing the terminal ends the prompt', async () => {
  const { input, asked } = setUp('Strong-123\r');
  input.end();
  await assert.rejects(asked, OptionError);
});
