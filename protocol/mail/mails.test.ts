import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createMailbox } from './mailbox.ts';
import { createSendMail, type LinkMail } from './mails.ts';

const MAIL: LinkMail = {
  kind: 'reset-credentials',
  user: { id: 'a', username: 'alice' },
  to: 'alice@example.test',
  link: 'http://idp.test/action-token?key=a&tab_id=b',
  expiresInMinutes: 5,
};

async function send(
  mail: Partial<LinkMail> = {},
  realm: Partial<RealmRepresentation> = {},
): Promise<MailMessageWire> {
  const exchange = createTestExchange({ realm });
  const mailbox = createMailbox(createMemoryStore());
  await createSendMail({ mailbox, deliveries: undefined, log: silentLogger })(exchange, { ...MAIL, ...mail });
  const [message] = mailbox.list(exchange.realm.id);
  assert.ok(message);
  return message;
}

test('a message says who, to whom, why and until when, as text and as HTML', async () => {
  const message = await send(
    {},
    { displayName: 'Shop & Co', smtpServer: { from: 'idp@shop.test', fromDisplayName: 'Shop' } },
  );
  const { from, to, subject, text, html, link, username, exchange } = message;
  assert.deepEqual(
    [from, to, subject],
    ['Shop <idp@shop.test>', 'alice@example.test', 'Choose a new password'],
  );
  assert.match(
    text,
    /your account in Shop & Co[\s\S]*http:\/\/idp\.test\/action-token\?key=a&tab_id=b[\s\S]*5 minutes/,
  );
  assert.match(html, /Shop &amp; Co[\s\S]*<a href="http:\/\/idp\.test\/action-token\?key=a&amp;tab_id=b">/);
  assert.deepEqual([link, username, exchange], [MAIL.link, 'alice', 'exchange-1']);
});

test('a realm without a mail server has a sender, too', async () => {
  assert.match((await send()).from, /no-reply@localhost/);
});

test('localizationTexts replace our texts by Keycloak’s keys', async () => {
  const en = { passwordResetSubject: 'New password, {2}', passwordResetBody: 'Go to {0} within {3}' };
  const { subject, text, html } = await send({}, { displayName: 'Shop', localizationTexts: { en } });
  assert.equal(subject, 'New password, Shop');
  assert.equal(text, `Go to ${MAIL.link} within 5 minutes`);
  assert.match(html, /Choose it here/);
});

test('the default language of the realm comes first', async () => {
  const localizationTexts = {
    de: { passwordResetSubject: 'Neues Passwort' },
    en: { passwordResetSubject: 'New' },
  };
  assert.equal((await send({}, { defaultLocale: 'de', localizationTexts })).subject, 'Neues Passwort');
  assert.equal((await send({}, { defaultLocale: 'fr', localizationTexts })).subject, 'New');
});

test('bad input: a broken text of the realm is shown and named, and markup in values is escaped', async () => {
  const en = { executeActionsBodyHtml: '<p>{9} {3}</p>' };
  const { html, problem } = await send(
    { kind: 'execute-actions', actions: ['<b>'] },
    { localizationTexts: { en } },
  );
  assert.equal(html, '<p>{9} &lt;b&gt;</p>');
  assert.match(problem ?? '', /text executeActionsBodyHtml is broken: \{9\} has no value/);
});
