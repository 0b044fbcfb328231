import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createMailbox } from './mailbox.ts';
import { createSendMail, type LinkMail } from './mails.ts';

const MAIL: LinkMail = {
  kind: 'reset-credentials',
  user: { id: 'a', username: 'alice' },
  to: 'alice@example.test',
  link: 'http://idp.test/action-token?key=a&tab_id=b',
  expiresInMinutes: 5,
  locale: 'en',
};

async function send(
  mail: Partial<LinkMail> = {},
  realm: Partial<RealmRepresentation> = {},
  log: Logger = silentLogger,
): Promise<MailMessageWire> {
  const exchange = createTestExchange({ realm });
  const mailbox = createMailbox(createMemoryStore());
  await createSendMail({ mailbox, deliveries: undefined, log })(exchange, { ...MAIL, ...mail });
  const [message] = await mailbox.list(exchange.realm.id);
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

test('a message is written in its language, and its HTML says so', async () => {
  const { subject, text, html } = await send({ locale: 'de' }, { displayName: 'Shop' });
  assert.equal(subject, 'Wählen Sie ein neues Passwort');
  assert.match(text, /Für Ihr Konto bei Shop[\s\S]*Der Link gilt 5 Minuten/);
  assert.match(html, /^<!doctype html>\n<html lang="de" dir="ltr">[\s\S]*<body[^>]*>\n<p>Für Ihr Konto/);
  const actions = ['UPDATE_PASSWORD', 'CONFIGURE_TOTP', 'ACME_SMS'];
  const { text: asked } = await send({ kind: 'execute-actions', actions, locale: 'de-AT' });
  assert.match(asked, /: Passwort ändern, Einmalcodes einrichten, Acme sms\. /);
});

test('HTML of a message fits on a phone, in light and dark mode', async () => {
  const { html } = await send({ locale: 'ar' });
  assert.match(html, /<html lang="ar" dir="rtl">/);
  assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  assert.match(html, /<meta name="color-scheme" content="light dark">/);
  assert.match(html, /<body style="overflow-wrap: anywhere">/);
});

test('a language without texts of ours or the realm’s is English, whatever it is called', async () => {
  for (const locale of ['tlh', 'our_own', '"><script>', '__proto__']) {
    const { subject, html } = await send({ locale });
    assert.equal(subject, 'Choose a new password');
    assert.doesNotMatch(html, /<script/);
  }
});

test('localizationTexts: the language comes first, then the default one of the realm, then ours', async () => {
  const localizationTexts = {
    de: { passwordResetSubject: 'Neues Passwort' },
    en: { passwordResetSubject: 'New' },
  };
  const realm = { defaultLocale: 'en', localizationTexts };
  assert.equal((await send({ locale: 'de' }, realm)).subject, 'Neues Passwort');
  assert.equal((await send({ locale: 'tlh' }, realm)).subject, 'New');
  assert.equal(
    (await send({ locale: 'tlh' }, { localizationTexts, defaultLocale: 'de' })).subject,
    'Neues Passwort',
  );
});

for (const broken of ['{5}', '\u0024{unknown}', '{0'])
  test(`bad input: a text of the realm with ${broken} falls back, and a warning names key and language`, async () => {
    const log = createCollectingLogger('mail');
    const de = {
      passwordResetSubject: `Neu ${broken}`,
      passwordResetBody: broken,
      passwordResetBodyHtml: `<p>${broken}</p>`,
    };
    const realm = { localizationTexts: { de } };
    const { subject, text, html, problem } = await send({ locale: 'de' }, realm, log);
    assert.equal(subject, 'Wählen Sie ein neues Passwort');
    for (const body of [text, html]) assert.match(body, /Der Link gilt 5 Minuten/);
    for (const key of Object.keys(de)) {
      assert.ok(problem?.includes(`Text ${key} of language de is broken`), key);
      const warned = log.records.filter(
        ({ level, message }) => level === 'WARN' && message.includes(`localizationTexts.de.${key}.`),
      );
      assert.equal(warned.length, 1, key);
    }
  });

test('bad input: the broken name of a required action falls back and is named; markup in values is escaped', async () => {
  const en = { 'requiredAction.A': '{0}', 'requiredAction.B': '<b>' };
  const { html, problem } = await send(
    { kind: 'execute-actions', actions: ['A', 'B'] },
    { localizationTexts: { en } },
  );
  assert.match(html, /: A, &lt;b&gt;\./);
  assert.match(problem ?? '', /Text requiredAction\.A of language en is broken/);
});

test('bad input: a subject has one line', async () => {
  const en = { passwordResetSubject: 'New\r\nBcc: eve@example.test' };
  assert.equal((await send({}, { localizationTexts: { en } })).subject, 'New Bcc: eve@example.test');
});
