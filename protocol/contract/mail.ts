// Messages that a realm would have sent, as Understudy's own API answers them.

/** Why a message was sent. */
export type MailKind =
  | 'verify-email'
  | 'reset-credentials'
  | 'execute-actions'
  | 'update-email'
  | 'organization-invitation'
  | 'idp-verify-account-via-email';

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
  /** Empty: someone without an account. */
  readonly userId: string;
  readonly username: string;
  /** The exchange in Activity that sent it. */
  readonly exchange: string;
  /** What is wrong with texts of the realm that were passed over; names key and language. */
  readonly problem?: string;
  /** Whether the message has been opened in the window. Reading it over this API does not count. */
  readonly read: boolean;
  /** Absent unless the server delivers messages. */
  readonly delivery?: MailDeliveryWire;
}

/** Messages, newest first. */
export interface MailboxWire {
  readonly messages: readonly MailMessageWire[];
  /** How many match, including those that `max` left out. */
  readonly total: number;
  /** How many of the realm's messages nobody has opened in the window. */
  readonly unread: number;
  /** Whether too few matching messages were there in time. */
  readonly timedOut: boolean;
}

/** What happens in a mailbox, as its live stream reports it. */
export type MailChangeWire =
  | { readonly change: 'added' | 'changed'; readonly message: MailMessageWire }
  | { readonly change: 'removed'; readonly id: string }
  | { readonly change: 'cleared' };

/** Messages to be marked as read. */
export interface ReadMailWire {
  /** IDs; absent: all messages of the realm. */
  readonly messages?: readonly string[];
}
