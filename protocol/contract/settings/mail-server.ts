// The members of a realm's setting `smtpServer`: texts in realm files, as in Keycloak.
import type { AttributeRow } from './setting-row.ts';
import { flag, numberBetween, text } from './value-type.ts';

export type MailServerMember =
  | 'host'
  | 'port'
  | 'ssl'
  | 'starttls'
  | 'auth'
  | 'user'
  | 'password'
  | 'from'
  | 'fromDisplayName'
  | 'replyTo'
  | 'replyToDisplayName'
  | 'envelopeFrom';

const section = 'Mail server';

export const MAIL_SERVER_SETTINGS: Readonly<Record<MailServerMember, AttributeRow>> = {
  host: {
    type: text,
    section,
    label: 'Host',
    effect:
      'Name or address of the server that delivers messages. Without one, messages stay in the mailbox.',
  },
  port: {
    type: numberBetween(1, 65_535),
    section,
    label: 'Port',
    unset: '25, or 465 with SSL',
    effect: 'Port of the server.',
  },
  ssl: {
    type: flag,
    section,
    default: 'false',
    label: 'SSL',
    effect: 'The connection is encrypted from its beginning.',
  },
  starttls: {
    type: flag,
    section,
    default: 'false',
    label: 'StartTLS',
    effect: 'The connection is encrypted as soon as the server offers it.',
  },
  auth: {
    type: flag,
    section,
    default: 'false',
    label: 'Authentication',
    effect: 'The server asks for a username and a password.',
  },
  user: { type: text, section, label: 'Username', effect: 'Account at the mail server.' },
  password: {
    type: text,
    section,
    label: 'Password',
    secret: true,
    effect: 'Password of the account. It is never shown again.',
  },
  from: {
    type: text,
    section,
    label: 'From',
    effect: 'Sender’s address, also of messages that stay in the mailbox.',
    unset: 'no-reply@localhost',
  },
  fromDisplayName: {
    type: text,
    section,
    label: 'From display name',
    effect: 'Sender’s name.',
    unset: 'name of the realm',
  },
  replyTo: { type: text, section, label: 'Reply to', effect: 'Address for answers.', unset: 'the sender' },
  replyToDisplayName: {
    type: text,
    section,
    label: 'Reply to display name',
    effect: 'Name of the recipient of answers.',
  },
  envelopeFrom: {
    type: text,
    section,
    label: 'Envelope from',
    effect: 'Address to which messages that cannot be delivered return.',
    unset: 'the sender',
  },
};
