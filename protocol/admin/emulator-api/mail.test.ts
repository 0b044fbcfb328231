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
  assert.deepEqual(await list(), { messages: [], timedOut: false });
  assert.deepEqual(await list('?wait=1'), { messages: [], timedOut: true });
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

test('a message is read and removed; one that is gone is not found', async () => {
  const [newest] = (await list()).messages;
  const one = `${PATH}/${newest?.id}`;
  assert.deepEqual((await server.call('GET', one)).body as unknown as MailMessageWire, newest);
  assert.equal((await server.call('DELETE', one)).status, 204);
  for (const method of ['GET', 'DELETE'] as const) assert.equal((await server.call(method, one)).status, 404);
  assert.equal((await server.call('DELETE', PATH)).status, 204);
  assert.deepEqual((await list()).messages, []);
});
