// Messages that a realm would have sent, as Understudy's own API answers them.

/** Why a message was sent. */
export type MailKind = 'verify-email' | 'reset-credentials' | 'execute-actions' | 'update-email';

/** A captured message. */
export interface MailMessageWire {
  readonly id: string;
  readonly kind: MailKind;
  /** ISO 8601, on the realm's clock. */
  readonly sentAt: string;
  /** `Name <address>`, or the address. */
  readonly from: string;
  /** The recipient's address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that the message is about. */
  readonly link: string;
  readonly userId: string;
  readonly username: string;
  /** The exchange in Activity that sent it. */
  readonly exchange: string;
  /** What is wrong with a text of the realm that was used. */
  readonly problem?: string;
}

/** Messages, newest first. */
export interface MailboxWire {
  readonly messages: readonly MailMessageWire[];
  /** Whether too few matching messages were there in time. */
  readonly timedOut: boolean;
}
