// Messages that a realm would have sent, as Understudy's own API answers them.

/** Why a message was sent. */
export type MailKind = 'verify-email' | 'reset-credentials' | 'execute-actions' | 'update-email';

/** What became of a message that is delivered as well (`--mail=send`). */
export interface MailDeliveryWire {
  readonly state: 'sending' | 'delivered' | 'failed';
  /** Host and port of the realm's mail server; empty if it has none. */
  readonly server: string;
  /** When it was delivered or failed. ISO 8601, on the realm's clock. */
  readonly at?: string;
  /** Why it failed, and the remedy. */
  readonly problem?: string;
}

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
  /** Absent unless the server delivers messages. */
  readonly delivery?: MailDeliveryWire;
}

/** Messages, newest first. */
export interface MailboxWire {
  readonly messages: readonly MailMessageWire[];
  /** Whether too few matching messages were there in time. */
  readonly timedOut: boolean;
}
