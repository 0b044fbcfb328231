import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MailboxWire, MailMessageWire } from '#protocol/contract/mail.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/realms/shop/mail';
let userId = '';

before(async () => {
  const user = { username: 'mia', email: 'mia@example.test', enabled: true };
  await server.call('POST', '/admin/realms/shop/users', { body: user });
  const { body } = await server.call('GET', '/admin/realms/shop/users?username=mia');
  userId = (body as unknown as readonly { readonly id: string }[])[0]?.id ?? '';
});

/** An administrator asks the user to confirm the address. */
const sendMail = () => server.call('PUT', `/admin/realms/shop/users/${userId}/send-verify-email`);

async function list(query = ''): Promise<MailboxWire> {
  return (await server.call('GET', `${PATH}${query}`)).body as unknown as MailboxWire;
}

test('a mailbox is empty until something is sent, and waiting ends', async () => {
  assert.deepEqual(await list(), { messages: [], total: 0, unread: 0, timedOut: false });
  assert.deepEqual(await list('?wait=1'), { messages: [], total: 0, unread: 0, timedOut: true });
});

test('a message that is sent while somebody waits is found', async () => {
  const waiting = list('?to=MIA@example.test&wait=30000');
  assert.equal((await sendMail()).status, 204);
  const { messages, timedOut } = await waiting;
  assert.equal(timedOut, false);
  assert.deepEqual(
    messages.map(({ kind, username }) => [kind, username]),
    [['verify-email', 'mia']],
  );
});

test('messages are filtered by recipient, user, kind, and by what is newer', async () => {
  const [first] = (await list()).messages;
  await sendMail();
  assert.equal((await list('?user=mia')).messages.length, 2);
  assert.equal((await list(`?after=${first?.id}`)).messages.length, 1);
  for (const query of ['?to=x@example.test', '?user=nobody', '?kind=update-email'])
    assert.deepEqual((await list(query)).messages, [], query);
  assert.equal((await server.call('GET', `${PATH}?kind=spam`)).status, 400);
});

test('counts come without messages, and are those of all messages that match', async () => {
  const { total, unread } = await list();
  assert.deepEqual([total, unread], [2, 2]);
  assert.deepEqual(await list('?max=0'), { messages: [], total: 2, unread: 2, timedOut: false });
  assert.deepEqual(await list('?max=0&kind=update-email'), {
    messages: [],
    total: 0,
    unread: 2,
    timedOut: false,
  });
  assert.equal((await list('?max=1')).messages.length, 1);
  for (const max of ['-1', '501', 'all'])
    assert.equal((await server.call('GET', `${PATH}?max=${max}`)).status, 400, max);
});

test('messages are marked as read; a member that is unknown or invalid is named', async () => {
  const [newest] = (await list()).messages;
  const mark = (body?: unknown) => server.call('POST', `${PATH}/read`, body === undefined ? {} : { body });
  assert.equal((await mark({ messages: [newest?.id, 'gone'] })).status, 204);
  assert.deepEqual(
    (await list()).messages.map(({ read }) => read),
    [true, false],
  );
  for (const [body, member] of [
    [{ messages: 'all' }, 'messages'],
    [{ messages: [{}] }, 'messages'],
    [{ mesages: [] }, 'mesages'],
  ] as const) {
    const answer = await mark(body);
    assert.equal(answer.status, 400, member);
    assert.match(JSON.stringify(answer.body), new RegExp(member));
  }
  assert.equal((await list()).unread, 1);
  assert.equal((await mark()).status, 204);
  assert.equal((await list()).unread, 0);
});

test('the stream reports changes in the mailbox of its realm only', async () => {
  const ending = new AbortController();
  const response = await fetch(`${server.baseUrl}${PATH}/stream`, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: ending.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (end: RegExp): Promise<void> => {
    while (!end.test(text)) text += (await reader?.read())?.value ?? '';
  };
  await sendMail();
  await readUntil(/"change":"added"/);
  const [newest] = (await list()).messages;
  await server.call('DELETE', '/emulator/v1/realms/master/mail');
  await server.call('POST', `${PATH}/read`, { body: { messages: [newest?.id] } });
  await readUntil(/"change":"changed"/);
  await server.call('DELETE', `${PATH}/${newest?.id}`);
  await readUntil(/"change":"removed"/);
  ending.abort();
  const changes = [...text.matchAll(/^event: mail\ndata: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  assert.deepEqual(
    changes.map(({ change, id, message }) => [change, id ?? message?.id]),
    ['added', 'changed', 'removed'].map((change) => [change, newest?.id]),
  );
});

test('a message is read and removed; one that is gone is not found', async () => {
  const [newest] = (await list()).messages;
  const one = `${PATH}/${newest?.id}`;
  assert.deepEqual((await server.call('GET', one)).body as unknown as MailMessageWire, newest);
  assert.equal((await server.call('DELETE', one)).status, 204);
  for (const method of ['GET', 'DELETE'] as const) assert.equal((await server.call(method, one)).status, 404);
  assert.equal((await server.call('DELETE', PATH)).status, 204);
  assert.deepEqual((await list()).messages, []);
});
