import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { whenItAnswers } from './when-it-answers.ts';

const failure = (code: string): OptionError =>
  new OptionError('db-url', `fails with ${code}`, 'Start it.', {
    cause: Object.assign(new Error(code), { code }),
  });

/** Fails with each of the codes, then opens. */
function opening(...codes: readonly string[]) {
  const left = [...codes];
  const said: string[] = [];
  const open = async (): Promise<string> => {
    const code = left.shift();
    if (code !== undefined) throw failure(code);
    return 'open';
  };
  return { said, open, left, waiting: (problem: string) => said.push(problem) };
}

test('issue "State in PostgreSQL" 1: a database that starts beside the server is waited for, and the log says so once', async () => {
  const { open, said, waiting } = opening('ENOTFOUND', 'ECONNREFUSED', '57P03');
  assert.equal(await whenItAnswers(open, { waitMs: 60_000, waiting }), 'open');
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /fails with ENOTFOUND/);
});

for (const message of ['timeout expired', 'Connection terminated due to connection timeout'])
  test(`issue "State in PostgreSQL" 1: a database that is too busy to answer ("${message}") is waited for`, async () => {
    let attempts = 0;
    const open = async (): Promise<string> => {
      attempts += 1;
      if (attempts > 1) return 'open';
      throw new OptionError('db-url', 'it does not answer', 'Check it.', { cause: new Error(message) });
    };
    const said: string[] = [];
    const waiting = (problem: string) => said.push(problem);
    assert.equal(await whenItAnswers(open, { waitMs: 60_000, waiting }), 'open');
    assert.deepEqual(said, ['db-url: it does not answer']);
  });

for (const code of ['28P01', '3D000', '42501', 'DEPTH_ZERO_SELF_SIGNED_CERT']) {
  test(`issue "State in PostgreSQL" 1: ${code} does not pass by itself, so the start ends at once`, async () => {
    const { open, said, left, waiting } = opening(code, code);
    await assert.rejects(whenItAnswers(open, { waitMs: 60_000, waiting }), OptionError);
    assert.deepEqual([left.length, said], [1, []]);
  });
}

test('issue "State in PostgreSQL" 1: without time to wait, the first failure ends the start', async () => {
  const { open, left, waiting } = opening('ECONNREFUSED', 'ECONNREFUSED');
  await assert.rejects(whenItAnswers(open, { waitMs: 0, waiting }), /fails with ECONNREFUSED/);
  assert.equal(left.length, 1);
});

test('house §6: a defect is not waited for', async () => {
  const open = () => Promise.reject(new TypeError('a defect'));
  await assert.rejects(whenItAnswers(open, { waitMs: 60_000, waiting: assert.fail }), TypeError);
});
