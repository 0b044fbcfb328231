// Which messages the list shows, by the URL of the screen.
import type { MailKind, MailMessageWire } from '#protocol/contract/mail.ts';
import { MAIL_KIND_LABELS } from './describe-message.ts';

/** Members of the screen's URL; an empty one matches every message. */
export interface MailFilter {
  /** Words, each of which must be in the subject, an address, the username, the link or the text. */
  readonly text: string;
  readonly kind: string;
  /** A username. */
  readonly user: string;
}

/** Shows every message. */
export const ANY_MESSAGE: MailFilter = { text: '', kind: '', user: '' };

/** The kind that the URL names; undefined if it names none. */
export function readKind(kind: string): MailKind | undefined {
  return Object.hasOwn(MAIL_KIND_LABELS, kind) ? (kind as MailKind) : undefined;
}

/** The messages that match, in the same order. */
export function chooseMessages(
  messages: readonly MailMessageWire[],
  { text, kind, user }: MailFilter,
): readonly MailMessageWire[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = readKind(kind);
  return messages.filter((message) => {
    if (wanted !== undefined && message.kind !== wanted) return false;
    if (user !== '' && message.username !== user) return false;
    const searched = [message.subject, message.to, message.from, message.username, message.link, message.text]
      .join('\n')
      .toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
