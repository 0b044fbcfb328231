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
    effect: 'Name or address of the mail server. If empty, messages are not delivered.',
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
    effect: 'Encrypts the connection from the start.',
  },
  starttls: {
    type: flag,
    section,
    default: 'false',
    label: 'StartTLS',
    effect: 'Encrypts the connection if the server supports it.',
  },
  auth: {
    type: flag,
    section,
    default: 'false',
    label: 'Authentication',
    effect: 'The mail server requires a username and a password.',
  },
  user: { type: text, section, label: 'Username', effect: 'Username on the mail server.' },
  password: {
    type: text,
    section,
    label: 'Password',
    secret: true,
    effect: 'Password on the mail server. It is never shown again.',
  },
  from: {
    type: text,
    section,
    label: 'From',
    effect: 'Sender address, also of messages that are not delivered.',
    unset: 'no-reply@localhost',
  },
  fromDisplayName: {
    type: text,
    section,
    label: 'From display name',
    effect: 'Sender name.',
    unset: 'name of the realm',
  },
  replyTo: { type: text, section, label: 'Reply to', effect: 'Address for replies.', unset: 'the sender' },
  replyToDisplayName: {
    type: text,
    section,
    label: 'Reply to display name',
    effect: 'Name that is shown for replies.',
  },
  envelopeFrom: {
    type: text,
    section,
    label: 'Envelope from',
    effect: 'Address that receives undeliverable messages.',
    unset: 'the sender',
  },
};
