import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { CommandError } from './command-error.ts';
import { promptFor } from './prompt.ts';
import { createTestHost } from './testing/host.ts';

/** Types on a terminal; returns the answer and what the terminal shows. */
async function type(keys: string): Promise<{ answer: string | Error; shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const host = createTestHost({ terminal: { input, output } });
  const answer = promptFor(host, 'password', 'Pass it').catch((error: Error) => error);
  input.write(keys);
  return { answer: await answer, shown: String(output.read()) };
}

test('Keycloak: without a terminal, a missing password is an error that says how to pass it', async () => {
  await assert.rejects(promptFor(createTestHost(), 'client secret', 'Pass it with --secret'), (error) => {
    assert.ok(error instanceof CommandError);
    assert.equal(
      error.message,
      'Console is not active, but client secret is required. Pass it with --secret',
    );
    return true;
  });
});

for (const [what, keys] of [
  ['Enter alone', '\r'],
  ['Ctrl+C', 'half\u0003'],
  ['Ctrl+D', '\u0004'],
] as const) {
  test(`bad input: ${what} is no password`, async () => {
    const { answer } = await type(keys);
    assert.ok(answer instanceof CommandError);
    assert.equal(answer.message, 'No password provided');
  });
}

test('Keycloak: the answer is read up to Enter, may be corrected, and is not shown', async () => {
  const { answer, shown } = await type('secretx\u007f ünï\r');
  assert.equal(answer, 'secret ünï');
  assert.equal(shown, 'Enter password:\n');
});
