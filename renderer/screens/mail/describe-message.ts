// What the screen says about a message: why it was sent, and what became of it.
import type { MailDeliveryWire, MailKind } from '#protocol/contract/mail.ts';
import { type PlainKey, text } from '../../texts/text.ts';

/** Why a message was sent, by its kind. */
export const MAIL_KIND_LABELS: Readonly<Record<MailKind, PlainKey>> = {
  'reset-credentials': 'mail:kind.resetCredentials',
  'verify-email': 'mail:kind.verifyEmail',
  'update-email': 'mail:kind.updateEmail',
  'idp-verify-account-via-email': 'mail:kind.linkAccount',
  'execute-actions': 'mail:kind.executeActions',
  'organization-invitation': 'mail:kind.organizationInvitation',
};

/** What became of a message, without and with the name of the server. */
const DELIVERIES = {
  sending: { alone: 'mail:delivery.sending', by: 'mail:delivery.sendingBy' },
  delivered: { alone: 'mail:delivery.delivered', by: 'mail:delivery.deliveredBy' },
  failed: { alone: 'mail:delivery.failed', by: 'mail:delivery.failedBy' },
} as const;

/** The delivery in one sentence, without the problem. */
export function describeDelivery({ state, server }: MailDeliveryWire): string {
  const { alone, by } = DELIVERIES[state];
  return server === '' ? text(alone) : text(by, { server });
}
