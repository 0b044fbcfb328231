// Delivers captured messages through the mail servers of their realms, in the background.
import { type Clock, toIsoText } from '#protocol/clock.ts';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Mailbox } from './mailbox.ts';
import { sendOverSmtp } from './smtp-sender.ts';
import { readSmtpSettings } from './smtp-settings.ts';

/** A message to be delivered, and the realm as it was when the message was written. */
interface Order {
  readonly realm: Realm;
  readonly clock: Clock;
  readonly message: MailMessageWire;
}

export interface Deliveries {
  /** Resolves when the mailbox shows that the message is being sent; it shows what becomes of it later. */
  deliver(order: Order): Promise<void>;
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

/** An order in its queue. */
interface WaitingOrder extends Order {
  /** The mailbox shows that the message is being sent. */
  readonly announced: Promise<void>;
}

/** `host:port`; empty if the settings cannot be used. */
function serverOf({ realm }: Order): string {
  const read = readSmtpSettings(realm.stored.smtpServer);
  return 'problem' in read ? '' : `${read.settings.host}:${read.settings.port}`;
}

/** The problem, if the message could not be delivered. */
async function send({ realm, message }: Order, signal: AbortSignal): Promise<string | undefined> {
  const read = readSmtpSettings(realm.stored.smtpServer);
  if ('problem' in read) return read.problem;
  try {
    await sendOverSmtp(read.settings, message, signal);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** One message of a realm at a time, in order. */
export function createDeliveries({ mailbox, log }: DeliveryDeps): Deliveries {
  const queues = new Map<string, WaitingOrder[]>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  const fail = async (order: Order, server: string, problem: string): Promise<void> => {
    const { realm, clock, message } = order;
    log.warn(`Realm ${realm.name}: "${message.subject}" was not delivered to ${message.to}. ${problem}`);
    const at = toIsoText(clock.now());
    await mailbox.setDelivery(realm.id, message.id, { state: 'failed', server, at, problem });
  };

  const handle = async (order: WaitingOrder): Promise<void> => {
    const { realm, clock, message } = order;
    const server = serverOf(order);
    await order.announced;
    const problem = await send(order, ending.signal);
    if (problem !== undefined) return fail(order, server, problem);
    log.debug(`Realm ${realm.name}: "${message.subject}" was delivered to ${message.to} by ${server}.`);
    const at = toIsoText(clock.now());
    await mailbox.setDelivery(realm.id, message.id, { state: 'delivered', server, at });
  };

  const work = async (realmId: string, queue: WaitingOrder[]): Promise<void> => {
    for (let order = queue[0]; order !== undefined; order = queue[0]) {
      const { realm, message } = order;
      await handle(order).catch((error: unknown) =>
        log.error(
          `Realm ${realm.name}: the mailbox does not show what became of "${message.subject}".`,
          {},
          error,
        ),
      );
      queue.shift();
    }
    queues.delete(realmId);
  };

  return {
    async deliver(order) {
      const { realm, message } = order;
      const queue = queues.get(realm.id);
      if (queue !== undefined && queue.length >= MAX_WAITING)
        return fail(
          order,
          '',
          `${MAX_WAITING} messages of the realm are waiting already. Check its mail server.`,
        );
      const announced = mailbox.setDelivery(realm.id, message.id, {
        state: 'sending',
        server: serverOf(order),
      });
      const waiting: WaitingOrder = { ...order, announced };
      // In its queue before anything is awaited, so that messages keep their order.
      if (queue !== undefined) queue.push(waiting);
      else {
        const started = [waiting];
        queues.set(realm.id, started);
        const worker = work(realm.id, started).finally(() => running.delete(worker));
        running.add(worker);
      }
      await announced;
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
