// The newest messages of each realm, in memory: they end with the realm, its reset, and the server.
import type { MailChangeWire, MailDeliveryWire, MailMessageWire } from '#protocol/contract/mail.ts';
import type { Store } from '#protocol/store/store.ts';

interface Box {
  readonly realmId: string;
  /** Oldest first. */
  readonly messages: readonly MailMessageWire[];
}

type Listener = (realmId: string, change: MailChangeWire) => void;

export interface Mailbox {
  /** Drops the realm's oldest messages when there are too many. */
  add(realmId: string, message: MailMessageWire): void;
  /** Changes a message; one that is gone stays gone. */
  setDelivery(realmId: string, id: string, delivery: MailDeliveryWire): void;
  /** Marks messages as read, all of them without `ids`. IDs of messages that are gone have no effect. */
  markRead(realmId: string, ids: readonly string[] | undefined): void;
  /** Newest first. */
  list(realmId: string): readonly MailMessageWire[];
  /** Whether there was such a message. */
  remove(realmId: string, id: string): boolean;
  clear(realmId: string): void;
  /** Calls `listener` with each change until the returned function is called. */
  observe(listener: Listener): () => void;
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
  const listeners = new Set<Listener>();
  const read = (realmId: string): readonly MailMessageWire[] => boxes.find(realmId, 0)?.messages ?? [];
  const write = (realmId: string, messages: readonly MailMessageWire[]): void =>
    boxes.put(realmId, { realmId, messages }, NEVER, 0);
  const notify: Listener = (realmId, change) => {
    for (const listener of [...listeners]) listener(realmId, change);
  };
  /** Replaces each message for which `edit` returns another one. */
  const edit = (realmId: string, edited: (message: MailMessageWire) => MailMessageWire): void => {
    const before = read(realmId);
    const after = before.map(edited);
    write(realmId, after);
    for (const [place, message] of after.entries())
      if (message !== before[place]) notify(realmId, { change: 'changed', message });
  };
  return {
    add(realmId, message) {
      write(realmId, [...read(realmId), message].slice(-capacity));
      notify(realmId, { change: 'added', message });
    },
    setDelivery: (realmId, id, delivery) =>
      edit(realmId, (message) => (message.id === id ? { ...message, delivery } : message)),
    markRead: (realmId, ids) =>
      edit(realmId, (message) =>
        message.read || ids?.includes(message.id) === false ? message : { ...message, read: true },
      ),
    list: (realmId) => read(realmId).toReversed(),
    remove(realmId, id) {
      const before = read(realmId);
      const after = before.filter((message) => message.id !== id);
      if (after.length === before.length) return false;
      write(realmId, after);
      notify(realmId, { change: 'removed', id });
      return true;
    },
    clear(realmId) {
      write(realmId, []);
      notify(realmId, { change: 'cleared' });
    },
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
