import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMessage } from '#protocol/realm/texts/message-format.ts';
import { TEMPLATES } from './templates.ts';
import { MAIL_TEXTS } from './texts/table.ts';

const FACTS = {
  link: 'https://x',
  expiresInMinutes: 5,
  validity: '5 minutes',
  realmName: 'Shop',
  to: 'a@b.test',
  actions: 'Set up a device',
  organization: 'Acme',
};

for (const [kind, { key, values, subjectValues = values }] of Object.entries(TEMPLATES))
  for (const [locale, texts] of Object.entries(MAIL_TEXTS))
    test(`the texts of ${kind} in ${locale} exist, and use placeholders that have values`, () => {
      for (const part of ['Subject', 'Body', 'BodyHtml']) {
        const { text, problem } = formatMessage(
          texts[`${key}${part}`] ?? '{',
          (part === 'Subject' ? subjectValues : values)(FACTS),
        );
        assert.equal(problem, undefined, `${key}${part}`);
        assert.equal(text.includes(FACTS.link), part !== 'Subject');
      }
    });

test('the first value is the link', () => {
  for (const { values } of Object.values(TEMPLATES)) assert.equal(values(FACTS)[0], FACTS.link);
});
