// The messages that a realm would have sent by e-mail.
import type { MailboxWire, MailMessageWire, ReadMailWire } from '#protocol/contract/mail.ts';
import { texts } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import type { Mailbox } from '#protocol/mail/mailbox.ts';
import { writeSource } from '#protocol/mail/message-source.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { notFound } from '../admin-error.ts';
import { DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';
import { liveStreamReply } from './live-stream.ts';

export interface MailHandlerDeps {
  readonly mailbox: Mailbox;
  readonly testKit: Pick<TestKit, 'pauses'>;
}

type Listing = EmulatorRequest<'GET /realms/{realm}/mail'>;

function isSought({ to, user, kind }: Listing['query']): (message: MailMessageWire) => boolean {
  return (message) =>
    (to === undefined || message.to.toLowerCase() === to.toLowerCase()) &&
    (user === undefined || message.username === user) &&
    (kind === undefined || message.kind === kind);
}

/** Newest first. A message that is gone is older than all others. */
function newerThan(messages: readonly MailMessageWire[], id: string | undefined): readonly MailMessageWire[] {
  const place = messages.findIndex((message) => message.id === id);
  return place === -1 ? messages : messages.slice(0, place);
}

async function list({ realm, query }: Listing, { mailbox, testKit }: MailHandlerDeps): Promise<Reply> {
  const fits = isSought(query);
  const find = async (): Promise<readonly MailMessageWire[]> =>
    newerThan(await mailbox.list(realm.id), query.after).filter(fits);
  if (query.wait > 0 && (await find()).length === 0)
    await testKit.pauses.wait(realm.id, query.wait, {
      begin: (finish) =>
        mailbox.observe((realmId, what) => {
          if (realmId === realm.id && what.change === 'added' && fits(what.message)) finish();
        }),
    });
  const found = await find();
  const wire: MailboxWire = {
    messages: found.slice(0, query.max),
    total: found.length,
    unread: (await mailbox.list(realm.id)).filter(({ read }) => !read).length,
    timedOut: query.wait > 0 && found.length === 0,
  };
  return ok(wire);
}

function stream({ realm }: EmulatorRequest<'GET /realms/{realm}/mail/stream'>, mailbox: Mailbox): Reply {
  return liveStreamReply((send) =>
    mailbox.observe((realmId, change) => {
      if (realmId === realm.id) send(`event: mail\ndata: ${JSON.stringify(change)}\n\n`);
    }),
  );
}

const READ_ROWS = { messages: { type: texts } };

const NO_MESSAGE = 'There is no such message in the mailbox of the realm';

/** @throws {AdminError} 404 when the message is gone. */
async function find(mailbox: Mailbox, realmId: string, messageId: string): Promise<MailMessageWire> {
  const messages = await mailbox.list(realmId);
  const message = messages.find(({ id }) => id === messageId);
  if (message === undefined) throw notFound(NO_MESSAGE);
  return message;
}

export function createMailHandlers(deps: MailHandlerDeps): EmulatorHandlers<'mail'> {
  const { mailbox } = deps;
  return {
    'GET /realms/{realm}/mail': (request) => list(request, deps),
    'GET /realms/{realm}/mail/stream': (request) => stream(request, mailbox),
    'POST /realms/{realm}/mail/read': async ({ exchange, realm }) => {
      const { messages } = readExactObject<ReadMailWire>(exchange.json ?? {}, READ_ROWS);
      await mailbox.markRead(realm.id, messages);
      return DONE;
    },
    'GET /realms/{realm}/mail/{message}': async ({ realm, path }) =>
      ok(await find(mailbox, realm.id, path.message)),
    'GET /realms/{realm}/mail/{message}/source': async ({ realm, path }) => ({
      status: 200,
      headers: { ...NO_STORE, 'content-type': 'message/rfc822' },
      body: await writeSource(await find(mailbox, realm.id, path.message)),
    }),
    'DELETE /realms/{realm}/mail/{message}': async ({ realm, path }) => {
      if (!(await mailbox.remove(realm.id, path.message))) throw notFound(NO_MESSAGE);
      return DONE;
    },
    'DELETE /realms/{realm}/mail': async ({ realm }) => {
      await mailbox.clear(realm.id);
      return DONE;
    },
  };
}
