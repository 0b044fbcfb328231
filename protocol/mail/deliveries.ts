// Delivers captured messages through the mail servers of their realms, in the background.
import { type Clock, toIsoText } from '#protocol/clock.ts';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Mailbox } from './mailbox.ts';
import { sendOverSmtp } from './smtp-sender.ts';
import { readSmtpSettings, type SmtpSettings } from './smtp-settings.ts';

/** A message to be delivered, and the realm as it was when the message was written. */
interface Order {
  readonly realm: Realm;
  readonly clock: Clock;
  readonly message: MailMessageWire;
}

export interface Deliveries {
  /** Returns at once; the mailbox shows what becomes of the message. */
  deliver(order: Order): void;
  /** Gives those in progress a moment, then gives them up. */
  close(): Promise<void>;
}

/** How many messages of a realm may wait for a slow server. */
const MAX_WAITING = 500;
const MOMENT_MS = 2000;

export interface DeliveryDeps {
  readonly mailbox: Pick<Mailbox, 'setDelivery'>;
  readonly log: Logger;
}

/** One message of a realm at a time, in order. */
export function createDeliveries({ mailbox, log }: DeliveryDeps): Deliveries {
  const queues = new Map<string, Order[]>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  const fail = ({ realm, clock, message }: Order, server: string, problem: string): void => {
    mailbox.setDelivery(realm.id, message.id, {
      state: 'failed',
      server,
      at: toIsoText(clock.now()),
      problem,
    });
    log.warn(`Realm ${realm.name}: "${message.subject}" was not delivered to ${message.to}. ${problem}`);
  };

  const send = async (order: Order, settings: SmtpSettings): Promise<void> => {
    const { realm, clock, message } = order;
    const server = `${settings.host}:${settings.port}`;
    try {
      await sendOverSmtp(settings, message, ending.signal);
      mailbox.setDelivery(realm.id, message.id, {
        state: 'delivered',
        server,
        at: toIsoText(clock.now()),
      });
      log.debug(`Realm ${realm.name}: "${message.subject}" was delivered to ${message.to} by ${server}.`);
    } catch (error) {
      fail(order, server, error instanceof Error ? error.message : String(error));
    }
  };

  const work = async (realmId: string, queue: Order[]): Promise<void> => {
    for (let order = queue[0]; order !== undefined; order = queue[0]) {
      const read = readSmtpSettings(order.realm.stored.smtpServer);
      if ('problem' in read) fail(order, '', read.problem);
      else await send(order, read.settings);
      queue.shift();
    }
    queues.delete(realmId);
  };

  return {
    deliver(order) {
      const { realm, message } = order;
      const queue = queues.get(realm.id);
      if (queue !== undefined && queue.length >= MAX_WAITING) {
        fail(order, '', `${MAX_WAITING} messages of the realm are waiting already. Check its mail server.`);
        return;
      }
      const read = readSmtpSettings(realm.stored.smtpServer);
      const server = 'problem' in read ? '' : `${read.settings.host}:${read.settings.port}`;
      mailbox.setDelivery(realm.id, message.id, { state: 'sending', server });
      if (queue !== undefined) {
        queue.push(order);
        return;
      }
      const started = [order];
      queues.set(realm.id, started);
      const worker = work(realm.id, started).finally(() => running.delete(worker));
      running.add(worker);
    },
    async close() {
      if (running.size > 0) {
        const moment = AbortSignal.timeout(MOMENT_MS);
        const passed = new Promise((resolve) => moment.addEventListener('abort', resolve, { once: true }));
        await Promise.race([Promise.all(running), passed]);
      }
      ending.abort();
      await Promise.all(running);
    },
  };
}
