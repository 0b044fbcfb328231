// The newest messages of each realm, in memory: they end with the realm, its reset, and the server.
import type { MailDeliveryWire, MailMessageWire } from '#protocol/contract/mail.ts';
import type { Store } from '#protocol/store/store.ts';

interface Box {
  readonly realmId: string;
  /** Oldest first. */
  readonly messages: readonly MailMessageWire[];
}

export interface Mailbox {
  /** Drops the realm's oldest messages when there are too many. */
  add(realmId: string, message: MailMessageWire): void;
  /** Changes a message; one that is gone stays gone. */
  setDelivery(realmId: string, id: string, delivery: MailDeliveryWire): void;
  /** Newest first. */
  list(realmId: string): readonly MailMessageWire[];
  /** Whether there was such a message. */
  remove(realmId: string, id: string): boolean;
  clear(realmId: string): void;
  /** Calls `listener` with each new message until the returned function is called. */
  observe(listener: (realmId: string, message: MailMessageWire) => void): () => void;
}

const MAX_MESSAGES = 500;
const MAX_REALMS = 10_000;
/** Messages do not expire: the time of a realm may be moved by years. */
const NEVER = Number.MAX_SAFE_INTEGER;

export function createMailbox(
  store: Pick<Store, 'createExpiringStore'>,
  capacity: number = MAX_MESSAGES,
): Mailbox {
  const boxes = store.createExpiringStore<Box>(MAX_REALMS);
  const listeners = new Set<(realmId: string, message: MailMessageWire) => void>();
  const read = (realmId: string): readonly MailMessageWire[] => boxes.find(realmId, 0)?.messages ?? [];
  const write = (realmId: string, messages: readonly MailMessageWire[]): void =>
    boxes.put(realmId, { realmId, messages }, NEVER, 0);
  return {
    add(realmId, message) {
      write(realmId, [...read(realmId), message].slice(-capacity));
      for (const listener of [...listeners]) listener(realmId, message);
    },
    setDelivery: (realmId, id, delivery) =>
      write(
        realmId,
        read(realmId).map((message) => (message.id === id ? { ...message, delivery } : message)),
      ),
    list: (realmId) => read(realmId).toReversed(),
    remove(realmId, id) {
      const before = read(realmId);
      const after = before.filter((message) => message.id !== id);
      if (after.length === before.length) return false;
      write(realmId, after);
      return true;
    },
    clear: (realmId) => write(realmId, []),
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
