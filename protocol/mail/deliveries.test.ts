import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createDeliveries } from './deliveries.ts';
import { createMailbox } from './mailbox.ts';
import { createSendMail } from './mails.ts';
import { startSmtpServer } from './testing/smtp-server.ts';

interface Sending {
  send(to: string): Promise<void>;
  /** The messages after all deliveries have ended, newest first. */
  end(): Promise<readonly MailMessageWire[]>;
  /** The messages now. */
  list(): Promise<readonly MailMessageWire[]>;
  readonly warnings: string[];
}

function startSending(smtpServer: RealmRepresentation['smtpServer']): Sending {
  const exchange = createTestExchange({ realm: smtpServer === undefined ? {} : { smtpServer } });
  const mailbox = createMailbox(createMemoryStore());
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (line: string) => void warnings.push(line) };
  const deliveries = createDeliveries({ mailbox, log });
  const sendMail = createSendMail({ mailbox, deliveries, log });
  const list = () => mailbox.list(exchange.realm.id);
  return {
    warnings,
    list,
    send: (to) =>
      sendMail(exchange, {
        kind: 'reset-credentials',
        user: { id: 'a', username: 'alice' },
        to,
        link: 'http://idp.test/link',
        expiresInMinutes: 5,
        locale: 'en',
      }),
    async end() {
      await deliveries.close();
      return list();
    },
  };
}

const A = 'a@example.test';
const B = 'b@example.test';

test('--mail=send: messages are delivered in their order, and the mailbox says so', async () => {
  const server = await startSmtpServer();
  const smtpServer = { host: '127.0.0.1', port: String(server.port), from: 'idp@shop.test' };
  const sending = startSending(smtpServer);
  await sending.send(A);
  assert.equal((await sending.list())[0]?.delivery?.state, 'sending');
  await sending.send(B);
  const messages = await sending.end();
  await server.close();
  assert.deepEqual(
    server.accepted.map(({ to }) => to),
    [[A], [B]],
  );
  const place = `127.0.0.1:${server.port}`;
  const at = messages[0]?.sentAt;
  assert.deepEqual(
    messages.map(({ delivery }) => delivery),
    [B, A].map(() => ({ state: 'delivered', server: place, at })),
  );
  assert.deepEqual(sending.warnings, []);
});

test('a server that is away: the message and the log say so, and later messages have their turn', async () => {
  const server = await startSmtpServer();
  await server.close();
  const sending = startSending({ host: '127.0.0.1', port: String(server.port), from: 'idp@shop.test' });
  await sending.send(A);
  await sending.send(B);
  const messages = await sending.end();
  for (const { delivery } of messages) {
    assert.equal(delivery?.state, 'failed');
    assert.match(delivery?.problem ?? '', /ECONNREFUSED[\s\S]*Check smtpServer\.host/);
  }
  assert.equal(sending.warnings.length, 2);
  assert.match(sending.warnings[0] ?? '', /was not delivered to a@example\.test/);
});

test('a realm without a mail server: the message says what is missing', async () => {
  const sending = startSending(undefined);
  await sending.send(A);
  const [message] = await sending.end();
  assert.equal(message?.delivery?.state, 'failed');
  assert.match(message?.delivery?.problem ?? '', /has no smtpServer\.host/);
});

test('a mail server whose settings are wrong: the message names the member', async () => {
  const sending = startSending({ host: 'mail.test', from: 'nobody' });
  await sending.send(A);
  const [message] = await sending.end();
  assert.match(message?.delivery?.problem ?? '', /smtpServer\.from must be an e-mail address/);
});
