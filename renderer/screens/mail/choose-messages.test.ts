import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { ANY_MESSAGE, chooseMessages, type MailFilter, readKind } from './choose-messages.ts';

const message = (id: string, part: Partial<MailMessageWire>): MailMessageWire => ({
  id,
  kind: 'verify-email',
  sentAt: '2026-01-02T03:04:05.000Z',
  from: 'Shop <idp@shop.test>',
  to: `${id}@example.test`,
  subject: 'Confirm your address',
  text: 'Hello',
  html: '<p>Hello</p>',
  link: `http://idp.test/${id}`,
  userId: id,
  username: id,
  exchange: 'e',
  read: false,
  ...part,
});

const MESSAGES = [
  message('mia', { kind: 'reset-credentials', subject: 'Choose a new password', text: 'Within 5 minutes' }),
  message('ben', {}),
  message('mia2', { username: 'mia' }),
];
const chosen = (filter: Partial<MailFilter>): readonly string[] =>
  chooseMessages(MESSAGES, { ...ANY_MESSAGE, ...filter }).map(({ id }) => id);

test('console "Mail": without a filter, every message is listed, in the same order', () => {
  assert.deepEqual(chosen({}), ['mia', 'ben', 'mia2']);
});

for (const [what, text, found] of [
  ['subject, in any case', 'PASSWORD', ['mia']],
  ['recipient', 'ben@example', ['ben']],
  ['text', 'minutes', ['mia']],
  ['link', 'idp.test/mia2', ['mia2']],
  ['several places, by all words', 'mia confirm', ['mia2']],
] as const)
  test(`console "Mail": the search finds words in the ${what}`, () => {
    assert.deepEqual(chosen({ text }), found);
  });

for (const text of ['nobody', 'mia nobody', '<p>'])
  test(`console "Mail": nothing is found for ${text}`, () => {
    assert.deepEqual(chosen({ text }), []);
  });

test('console "Mail": kind and user narrow the list; a kind that does not exist is ignored', () => {
  assert.deepEqual(chosen({ kind: 'verify-email' }), ['ben', 'mia2']);
  assert.deepEqual(chosen({ kind: 'verify-email', user: 'mia' }), ['mia2']);
  assert.deepEqual(chosen({ user: 'mi' }), []);
  assert.deepEqual(chosen({ kind: 'toString' }), chosen({}));
  assert.deepEqual(
    [readKind('spam'), readKind('toString'), readKind('update-email')],
    [undefined, undefined, 'update-email'],
  );
});
