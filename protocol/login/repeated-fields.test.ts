import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Field, formAction } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

/** What Activity notes of a sign-in form with these fields. */
async function notesOf(
  fields: readonly Field[],
): Promise<{ readonly notes: readonly string[]; signedIn: boolean }> {
  let seen: { notes: readonly string[]; signedIn: boolean } = { notes: [], signedIn: false };
  await withLogin(async ({ activity }, browser) => {
    const answer = await browser.post(formAction(await browser.open()), fields);
    const [record] = activity.list({}).records;
    const { decisions = [] } = activity.find(record?.id ?? '', { reveal: false }) ?? {};
    const notes = decisions
      .filter(({ rule }) => rule === 'repeated-fields')
      .map(({ detail }) => detail ?? '');
    seen = { notes, signedIn: answer.leadsTo['code'] !== undefined };
  });
  return seen;
}

const RIGHT: readonly Field[] = [
  ['username', 'alice'],
  ['password', 'alice-password'],
];

test('Keycloak getFirst: of a field that is sent twice, the first value counts, and Activity notes it', async () => {
  const { notes, signedIn } = await notesOf([...RIGHT, ['password', 'wrong']]);
  assert.equal(signedIn, true);
  assert.match(notes.join(), /more than one value for password\. .* the first one was used\./);
});

test('a form without repetitions has no note', async () => {
  assert.deepEqual(await notesOf(RIGHT), { notes: [], signedIn: true });
});

test('bad input: many repeated fields are counted instead of listed', async () => {
  const many = Array.from({ length: 30 }, (_none, index): Field => [`f${index % 15}`, '<b>']);
  const { notes } = await notesOf([...many, ...RIGHT]);
  assert.match(notes.join(), /f0, .*f9 and 5 more\./);
});
