import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import {
  createSessionEnder,
  type LogoutNotice,
  type LogoutParticipant,
} from '#protocol/realm/sessions/sessions.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { ClientSession, UserSession } from '#protocol/store/store.ts';
import { copyPlain } from '#protocol/store/testing/copy-plain.ts';
import {
  createSignOuts,
  type SignOutDeps,
  type SignOutHop,
  type SignOutRequest,
  type SignOuts,
} from './sign-out.ts';

interface Setup {
  /** Clients that the browser visits. */
  readonly visited?: readonly string[];
  /** Visited clients whose settings do not allow a message. */
  readonly unreachable?: readonly string[];
  readonly framed?: readonly string[];
  readonly notices?: readonly Omit<LogoutNotice, 'section'>[];
  readonly afterFrames?: string;
  /** The session ended after the browser's request had found it. */
  readonly hasEnded?: boolean;
}

interface Desk {
  readonly signOuts: SignOuts;
  readonly clock: MovableClock;
  readonly hops: readonly SignOutHop[];
  /** Clients of the ended sessions, as passed to the back channel. */
  readonly ended: readonly string[][];
  /** Calls of `finish`, with the clients not notified joined. */
  readonly finished: readonly string[];
  begin(request?: Partial<SignOutRequest>, given?: TestExchange): Promise<Reply>;
  exchange(given?: TestExchange): ReturnType<typeof createTestExchange>;
}

function sessionOf(...clientUuids: readonly string[]): UserSession {
  const part = (clientUuid: string): ClientSession => ({
    clientUuid,
    startedAt: 0,
    lastRefreshAt: 0,
    scope: '',
  });
  return {
    id: 's1',
    realmId: 'r-id',
    userId: 'u1',
    username: 'alice',
    offline: false,
    startedAt: 0,
    lastAccessAt: 0,
    authenticatedAt: 0,
    rememberMe: false,
    ipAddress: '',
    flow: 'flow-1',
    clients: Object.fromEntries(clientUuids.map((uuid) => [uuid, part(uuid)])),
  };
}

function open({
  visited = [],
  unreachable = [],
  framed = [],
  notices = [],
  afterFrames,
  hasEnded,
}: Setup = {}): Desk {
  const hops: SignOutHop[] = [];
  const ended: string[][] = [];
  const finished: string[] = [];
  const clock = createMovableClock({ now: () => 1_000_000 });
  const inSession = (names: readonly string[], session: UserSession) =>
    names.filter((name) => session.clients[name] !== undefined);
  const store = createMemoryStore({ copyValue: copyPlain });
  const backChannel: LogoutParticipant = {
    endSession: async (_context, session) => {
      ended.push(Object.keys(session.clients));
      return notices.map((notice) => ({ ...notice, section: '§1' }));
    },
  };
  const deps: SignOutDeps = { store, endSession: createSessionEnder(store.sessions, () => [backChannel]) };
  const signOuts = createSignOuts(deps, {
    signOut: {
      test: {
        finish: async (_exchange, data, { unconfirmed }) => {
          finished.push(`${String(data)}:${unconfirmed.join()}`);
          return redirectReply('http://app.test/end');
        },
        ...(afterFrames === undefined
          ? {}
          : { afterFrames: () => ({ continueTo: afterFrames, backTo: undefined }) }),
      },
    },
    frontChannel: [
      {
        protocol: 'visiting',
        section: 'SAML Profiles §4.4.3',
        listVisits: (_context, session) =>
          inSession(visited, session).map((name) => ({ clientUuid: name, clientId: `${name}-id` })),
        visit: async (_exchange, hop) => {
          if (unreachable.includes(hop.clientUuid)) return undefined;
          hops.push(hop);
          return redirectReply(`http://${hop.clientUuid}.test/slo`);
        },
      },
      {
        protocol: 'framing',
        section: 'OIDC Front-Channel Logout §2',
        listFrames: (_context, session) =>
          inSession(framed, session).map((name) => ({
            clientId: name,
            name,
            url: `http://${name}.test/out`,
          })),
      },
    ],
  });
  const exchange = (given: TestExchange = {}) =>
    createTestExchange({ clock, ...given, realm: { id: 'r-id', ...given.realm } });
  const begin: Desk['begin'] = async (request = {}, given = {}) => {
    const session = sessionOf('a', 'b', 'c');
    if (!hasEnded) await store.sessions.create(session);
    return signOuts.begin(exchange(given), {
      session,
      protocol: 'test',
      initiatorClientUuid: 'a',
      data: 'data',
      section: '§1',
      ...request,
    });
  };
  return { signOuts, clock, hops, ended, finished, begin, exchange };
}

const locationOf = (reply: Reply | undefined): unknown => reply?.headers?.['location'];

test('SAML Profiles §4.4.3: the clients are visited one after another, then the protocol finishes', async () => {
  const desk = open({ visited: ['b', 'c'] });
  assert.equal(locationOf(await desk.begin()), 'http://b.test/slo');
  assert.deepEqual(desk.finished, []);
  const answer = { messageId: desk.hops[0]?.messageId ?? '', clientUuid: 'b', confirmed: true };
  assert.equal(locationOf(await desk.signOuts.resume(desk.exchange(), answer)), 'http://c.test/slo');
  const last = { messageId: desk.hops[1]?.messageId ?? '', clientUuid: 'c', confirmed: true };
  assert.equal(locationOf(await desk.signOuts.resume(desk.exchange(), last)), 'http://app.test/end');
  assert.deepEqual(desk.finished, ['data:']);
});

test('the first response ends the session and deletes the cookies', async () => {
  const desk = open({ visited: ['b'] });
  const reply = await desk.begin();
  assert.equal(desk.ended.length, 1);
  assert.match(String(reply.headers?.['set-cookie']), /KEYCLOAK_IDENTITY=;.*Max-Age=0/);
});

test('the requesting client is neither visited nor notified; visited clients get no back-channel notification', async () => {
  const desk = open({ visited: ['a', 'b'] });
  await desk.begin();
  assert.deepEqual(
    desk.hops.map(({ clientUuid }) => clientUuid),
    ['b'],
  );
  assert.deepEqual(desk.ended, [['c']]);
});

test('without a requesting client, every client is notified', async () => {
  const desk = open();
  await desk.begin({ initiatorClientUuid: undefined });
  assert.deepEqual(desk.ended, [['a', 'b', 'c']]);
});

test('SAML Core §3.7.3.2: clients that could not be notified are listed at the end: refusals, missing settings, failed calls', async () => {
  const desk = open({
    visited: ['b', 'c'],
    unreachable: ['b'],
    notices: [
      { clientId: 'down', outcome: 'failed', detail: 'could not be reached' },
      { clientId: 'fine', outcome: 'accepted', detail: 'answered 200' },
    ],
  });
  assert.equal(locationOf(await desk.begin()), 'http://c.test/slo');
  await desk.signOuts.resume(desk.exchange(), {
    messageId: desk.hops[0]?.messageId ?? '',
    clientUuid: 'c',
    confirmed: false,
  });
  assert.deepEqual(desk.finished, ['data:down,b-id,c-id']);
});

test('the message to a client includes the session as it was, for the name identifier', async () => {
  const desk = open({ visited: ['b'] });
  await desk.begin();
  assert.deepEqual(Object.keys(desk.hops[0]?.session.clients ?? {}), ['a', 'b', 'c']);
});

for (const [why, change, realm] of [
  ['another client', { clientUuid: 'c' }, {}],
  ['no client', { clientUuid: '' }, {}],
  ['a made-up message', { messageId: 'ID_0' }, {}],
  ['another realm', {}, { id: 'other-id' }],
] as const) {
  test(`an answer of ${why} does not continue the sign-out, which stays pending`, async () => {
    const desk = open({ visited: ['b'] });
    await desk.begin();
    const good = { messageId: desk.hops[0]?.messageId ?? '', clientUuid: 'b', confirmed: true };
    assert.equal(await desk.signOuts.resume(desk.exchange({ realm }), { ...good, ...change }), undefined);
    assert.notEqual(await desk.signOuts.resume(desk.exchange(), good), undefined);
  });
}

test('an answer is accepted once, and not after accessCodeLifespanLogin', async () => {
  const desk = open({ visited: ['b', 'c'] });
  await desk.begin();
  const first = { messageId: desk.hops[0]?.messageId ?? '', clientUuid: 'b', confirmed: true };
  await desk.signOuts.resume(desk.exchange(), first);
  assert.equal(await desk.signOuts.resume(desk.exchange(), first), undefined);
  desk.clock.setOffsetMs(desk.exchange().realm.lifespans.accessCodeLogin * 1000 + 1);
  const late = { messageId: desk.hops[1]?.messageId ?? '', clientUuid: 'c', confirmed: true };
  assert.equal(await desk.signOuts.resume(desk.exchange(), late), undefined);
  assert.deepEqual(desk.finished, []);
});

test('frames follow the visits and lead back once if the protocol sends its own response', async () => {
  const desk = open({ visited: ['b'], framed: ['c'] });
  await desk.begin();
  const messageId = desk.hops[0]?.messageId ?? '';
  const page = await desk.signOuts.resume(desk.exchange(), { messageId, clientUuid: 'b', confirmed: true });
  const body = String(page?.body);
  assert.ok(body.includes('<iframe src="http://c.test/out"'));
  const [, id = ''] = body.split('/realms/r/login-actions/sign-out?sign_out=');
  const query = `sign_out=${id.slice(0, 36)}`;
  assert.equal(
    locationOf(await desk.signOuts.resumeAfterFrames(desk.exchange({ query }))),
    'http://app.test/end',
  );
  assert.equal(await desk.signOuts.resumeAfterFrames(desk.exchange({ query })), undefined);
});

test('RP-Initiated Logout §2: the page after the frames has the language of ui_locales, too', async () => {
  const desk = open({ framed: ['c'] });
  const page = await desk.begin({}, { query: 'ui_locales=de%20"%26x' });
  assert.match(String(page.body), /sign-out\?sign_out=[\w-]{36}&amp;ui_locales=de%20%22%26x"/);
});

test('a pending visit cannot be skipped with the URL after the frames', async () => {
  const desk = open({ visited: ['b'], framed: ['c'] });
  await desk.begin();
  const query = `sign_out=${desk.hops[0]?.messageId}`;
  assert.equal(await desk.signOuts.resumeAfterFrames(desk.exchange({ query })), undefined);
});

test('the page with frames leads where the protocol says, and nothing stays pending', async () => {
  const desk = open({ framed: ['c'], afterFrames: 'http://app.test/bye' });
  const page = await desk.begin();
  assert.ok(String(page.body).includes('<a id="continue" href="http://app.test/bye">'));
  assert.deepEqual(desk.finished, []);
});

test('of two sign-outs of one session, the second notifies nobody and sends the browser nowhere', async () => {
  const desk = open({ visited: ['b'], framed: ['c'], hasEnded: true });
  const reply = await desk.begin();
  assert.equal(locationOf(reply), 'http://app.test/end');
  assert.deepEqual([desk.ended, desk.hops, desk.finished], [[], [], ['data:']]);
  assert.match(String(reply.headers?.['set-cookie']), /KEYCLOAK_IDENTITY=;/);
});

test('without a session the cookies are deleted and the protocol finishes', async () => {
  const desk = open({ visited: ['b'] });
  const reply = await desk.begin({ session: undefined });
  assert.deepEqual([desk.ended, desk.finished], [[], ['data:']]);
  assert.match(String(reply.headers?.['set-cookie']), /KEYCLOAK_IDENTITY=;/);
});

test('a protocol missing in the table throws TypeError', async () => {
  await assert.rejects(open().begin({ protocol: 'none' }), TypeError);
});
