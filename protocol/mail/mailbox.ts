// The newest messages of each realm. They end with the realm, its reset and, without a database, the server.
import type { MailChangeWire, MailDeliveryWire, MailMessageWire } from '#protocol/contract/mail.ts';
import type { Store } from '#protocol/store/store.ts';

interface Box {
  readonly realmId: string;
  /** Oldest first. */
  readonly messages: readonly MailMessageWire[];
}

/** Each realm has one box. */
const BOX = 'box';

interface SentChange {
  readonly realmId: string;
  readonly change: MailChangeWire;
}

type Listener = (realmId: string, change: MailChangeWire) => void;

export interface Mailbox {
  /** Drops the realm's oldest messages when there are too many. */
  add(realmId: string, message: MailMessageWire): Promise<void>;
  /** Changes a message; one that is gone stays gone. */
  setDelivery(realmId: string, id: string, delivery: MailDeliveryWire): Promise<void>;
  /** Marks messages as read, all of them without `ids`. IDs of messages that are gone have no effect. */
  markRead(realmId: string, ids: readonly string[] | undefined): Promise<void>;
  /** Newest first. */
  list(realmId: string): Promise<readonly MailMessageWire[]>;
  /** Whether there was such a message. */
  remove(realmId: string, id: string): Promise<boolean>;
  clear(realmId: string): Promise<void>;
  /** Calls `listener` with each change, whichever server makes it, until the returned function is called. */
  observe(listener: Listener): () => void;
}

const MAX_MESSAGES = 500;
const MAX_REALMS = 10_000;
/** Messages do not expire: the time of a realm may be moved by years. */
const NEVER = Number.MAX_SAFE_INTEGER;

export function createMailbox(
  store: Pick<Store, 'createExpiringStore' | 'createSignal'>,
  capacity: number = MAX_MESSAGES,
): Mailbox {
  const boxes = store.createExpiringStore<Box>('mailbox', { capacity: MAX_REALMS });
  const changes = store.createSignal<SentChange>('mail');
  /** Replaces the messages, if `change` returns others; the messages before and after. */
  const update = (
    realmId: string,
    change: (messages: readonly MailMessageWire[]) => readonly MailMessageWire[],
  ): Promise<{ readonly before: Box['messages']; readonly after: Box['messages'] }> =>
    boxes.update(realmId, BOX, 0, (box) => {
      const before = box?.messages ?? [];
      const after = change(before);
      const result = { before, after };
      return after === before
        ? { result }
        : { value: { realmId, messages: after }, expiresAt: NEVER, result };
    });
  const notify: Listener = (realmId, change) => changes.send({ realmId, change });
  /** Replaces each message for which `edited` returns another one. */
  const edit = async (
    realmId: string,
    edited: (message: MailMessageWire) => MailMessageWire,
  ): Promise<void> => {
    const { before, after } = await update(realmId, (messages) => messages.map(edited));
    for (const [place, message] of after.entries())
      if (message !== before[place]) notify(realmId, { change: 'changed', message });
  };
  return {
    async add(realmId, message) {
      await update(realmId, (messages) => [...messages, message].slice(-capacity));
      notify(realmId, { change: 'added', message });
    },
    setDelivery: (realmId, id, delivery) =>
      edit(realmId, (message) => (message.id === id ? { ...message, delivery } : message)),
    markRead: (realmId, ids) =>
      edit(realmId, (message) =>
        message.read || ids?.includes(message.id) === false ? message : { ...message, read: true },
      ),
    async list(realmId) {
      return (await boxes.find(realmId, BOX, 0))?.messages.toReversed() ?? [];
    },
    async remove(realmId, id) {
      const { before, after } = await update(realmId, (messages) => {
        const left = messages.filter((message) => message.id !== id);
        return left.length === messages.length ? messages : left;
      });
      if (after === before) return false;
      notify(realmId, { change: 'removed', id });
      return true;
    },
    async clear(realmId) {
      await boxes.remove(realmId, BOX);
      notify(realmId, { change: 'cleared' });
    },
    observe: (listener) => changes.listen(({ realmId, change }) => listener(realmId, change)),
  };
}
