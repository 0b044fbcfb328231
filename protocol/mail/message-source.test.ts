import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { writeSource } from './message-source.ts';

const MESSAGE: MailMessageWire = {
  id: 'a1',
  kind: 'verify-email',
  sentAt: '2026-01-02T03:04:05.000Z',
  from: 'Shop <idp@shop.test>',
  to: 'mia@example.test',
  subject: 'Confirm your address',
  text: 'Open http://idp.test/a',
  html: '<p>Open <a href="http://idp.test/a">it</a></p>',
  link: 'http://idp.test/a',
  userId: 'm',
  username: 'mia',
  exchange: 'e',
  read: false,
};

const sourceOf = async (change: Partial<MailMessageWire> = {}): Promise<string> =>
  (await writeSource({ ...MESSAGE, ...change })).toString('latin1');

test('RFC 5322 §3.6: the source has sender, recipient, subject, the date of the realm and an identifier', async () => {
  const source = await sourceOf();
  for (const header of [
    'From: Shop <idp@shop.test>',
    'To: mia@example.test',
    'Subject: Confirm your address',
    'Date: Fri, 02 Jan 2026 03:04:05 +0000',
    'Message-ID: <a1@understudy.localhost>',
  ])
    assert.ok(source.includes(`${header}\r\n`), header);
});

test('RFC 2046 §5.1.4: the HTML is an alternative of the text', async () => {
  const source = await sourceOf();
  assert.match(source, /Content-Type: multipart\/alternative/);
  assert.match(
    source,
    /Content-Type: text\/plain[\s\S]*Open http:\/\/idp\.test\/a[\s\S]*Content-Type: text\/html/,
  );
});

test('RFC 2047 §2: a subject beyond ASCII is encoded', async () => {
  const source = await sourceOf({ subject: 'Bestätigen Sie Ihre Adresse' });
  assert.match(source, /^Subject: =\?UTF-8\?Q\?Best=C3=A4tigen/m);
});

test('line breaks in a subject or an address start no other header', async () => {
  const source = await sourceOf({
    subject: 'Hello\r\nBcc: eve@example.test',
    to: 'mia@example.test\r\nBcc: eve@example.test',
    from: 'Shop\r\nBcc: eve@example.test <idp@shop.test>',
  });
  assert.doesNotMatch(source, /^Bcc:/im);
});

test('text that names a file or a URL is written as it is', async () => {
  const source = await sourceOf({ text: '/etc/passwd', html: 'file:///etc/passwd' });
  assert.match(source, /^\/etc\/passwd/m);
  assert.doesNotMatch(source, /root:/);
});
