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
  provider: 'Google',
  providerUsername: 'ada',
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

test('Keycloak messages: the first value is the link, except in the one that links accounts', () => {
  for (const [kind, { values }] of Object.entries(TEMPLATES))
    assert.equal(values(FACTS).indexOf(FACTS.link), kind === 'idp-verify-account-via-email' ? 3 : 0);
});
