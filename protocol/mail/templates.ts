// What messages say: the keys of their texts, and the values of the placeholders.
import type { MailKind } from '#protocol/contract/mail.ts';

/** What a message says. */
export interface MailFacts {
  readonly link: string;
  readonly expiresInMinutes: number;
  /** How long the link is valid, for people. */
  readonly validity: string;
  readonly realmName: string;
  /** The recipient's address. */
  readonly to: string;
  /** What the link leads to, for people. */
  readonly actions: string;
  /** The name of the organization; empty except in invitations. */
  readonly organization: string;
  /** What the identity provider is called, and the person there; empty: the link is of none. */
  readonly provider: string;
  readonly providerUsername: string;
}

interface Template {
  /** Keycloak's key: `<key>Subject`, `<key>Body` and `<key>BodyHtml`. */
  readonly key: string;
  /** The values of the placeholders, in Keycloak's order. */
  readonly values: (facts: MailFacts) => readonly string[];
  /** Those of the subject; absent: the same. */
  readonly subjectValues?: (facts: MailFacts) => readonly string[];
}

const aboutLink = ({ link, expiresInMinutes, realmName, validity }: MailFacts): readonly string[] => [
  link,
  String(expiresInMinutes),
  realmName,
  validity,
];

export const TEMPLATES: Readonly<Record<MailKind, Template>> = {
  'verify-email': { key: 'emailVerification', values: aboutLink },
  'reset-credentials': { key: 'passwordReset', values: aboutLink },
  'execute-actions': {
    key: 'executeActions',
    values: ({ link, expiresInMinutes, realmName, actions, validity }) => [
      link,
      String(expiresInMinutes),
      realmName,
      actions,
      validity,
    ],
  },
  'idp-verify-account-via-email': {
    key: 'identityProviderLink',
    values: ({ link, expiresInMinutes, realmName, validity, provider, providerUsername }) => [
      provider,
      realmName,
      providerUsername,
      link,
      String(expiresInMinutes),
      validity,
    ],
  },
  'update-email': {
    key: 'emailUpdateConfirmation',
    values: ({ link, realmName, to, validity }) => [link, to, realmName, validity],
  },
  'organization-invitation': {
    key: 'orgInvite',
    subjectValues: ({ organization }) => [organization],
    values: ({ link, expiresInMinutes, realmName, organization, validity }) => [
      link,
      String(expiresInMinutes),
      realmName,
      organization,
      validity,
    ],
  },
};
