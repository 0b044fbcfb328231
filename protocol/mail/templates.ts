// The texts of messages: ours, by kind, and the keys of the realm's texts that replace them.
import type { MailKind } from '#protocol/contract/mail.ts';

/** What a message says. */
export interface MailFacts {
  readonly link: string;
  readonly expiresInMinutes: number;
  readonly realmName: string;
  /** The recipient's address. */
  readonly to: string;
  /** What the link leads to, for people. */
  readonly actions: string;
}

interface Template {
  /** Keycloak's key: `<key>Subject`, `<key>Body` and `<key>BodyHtml`. */
  readonly key: string;
  /** The values of the placeholders, in Keycloak's order. */
  readonly values: (facts: MailFacts) => readonly string[];
  readonly subject: string;
  /** Paragraphs with placeholders; the link stands between the first and the others. */
  readonly before: string;
  readonly after: readonly string[];
}

/** `5 minutes`, `12 hours`, `2 days`. */
export function describeMinutes(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const aboutLink = ({ link, expiresInMinutes, realmName }: MailFacts): readonly string[] => [
  link,
  String(expiresInMinutes),
  realmName,
  describeMinutes(expiresInMinutes),
];

export const TEMPLATES: Readonly<Record<MailKind, Template>> = {
  'verify-email': {
    key: 'emailVerification',
    values: aboutLink,
    subject: 'Confirm your email address',
    before: 'An account in {2} was created with this address. If it is yours, confirm the address:',
    after: ['The link works for {3}.', 'If you did not create an account, ignore this message.'],
  },
  'reset-credentials': {
    key: 'passwordReset',
    values: aboutLink,
    subject: 'Choose a new password',
    before: 'A new password was requested for your account in {2}. Choose it here:',
    after: [
      'The link works for {3}, once.',
      'If you did not ask for it, ignore this message; nothing changes.',
    ],
  },
  'execute-actions': {
    key: 'executeActions',
    values: ({ link, expiresInMinutes, realmName, actions }) => [
      link,
      String(expiresInMinutes),
      realmName,
      actions,
      describeMinutes(expiresInMinutes),
    ],
    subject: 'Update your account',
    before: 'Your administrator asks you to update your account in {2}: {3}. Begin here:',
    after: ['The link works for {4}.'],
  },
  'update-email': {
    key: 'emailUpdateConfirmation',
    values: ({ link, expiresInMinutes, realmName, to }) => [
      link,
      to,
      realmName,
      describeMinutes(expiresInMinutes),
    ],
    subject: 'Confirm your new email address',
    before: 'To use {1} for your account in {2}, confirm the address:',
    after: ['The link works for {3}.', 'If you did not ask for this change, ignore this message.'],
  },
};
