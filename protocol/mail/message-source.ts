// A captured message as mail servers and mail programs read it (RFC 5322, RFC 2045).
import { createTransport } from 'nodemailer';
import type { MailMessageWire } from '#protocol/contract/mail.ts';

/** Headers, the text, and the HTML as its alternative. Lines end in CRLF. */
export async function writeSource({
  id,
  from,
  to,
  subject,
  text,
  html,
  sentAt,
}: MailMessageWire): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    messageId: `<${id}@understudy.localhost>`,
    date: new Date(sentAt),
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message as Buffer;
}
