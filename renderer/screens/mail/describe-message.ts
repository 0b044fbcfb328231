// What the screen says about a message: why it was sent, and what became of it.
import type { MailDeliveryWire, MailKind } from '#protocol/contract/mail.ts';

/** Why a message was sent, by its kind. */
export const MAIL_KIND_LABELS: Readonly<Record<MailKind, string>> = {
  'reset-credentials': 'Forgotten password',
  'verify-email': 'E-mail verification',
  'update-email': 'Change of e-mail address',
  'execute-actions': 'Required actions',
};

/** The delivery in one sentence, without the problem. */
export function describeDelivery({ state, server }: MailDeliveryWire): string {
  const by = server === '' ? '' : ` by ${server}`;
  if (state === 'sending') return server === '' ? 'Being delivered.' : `Being delivered by ${server}.`;
  return state === 'delivered' ? `Delivered${by}.` : `Not delivered${by}.`;
}
