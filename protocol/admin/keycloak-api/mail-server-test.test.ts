import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSmtpServer } from '#protocol/mail/testing/smtp-server.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
const mail = await startSmtpServer({
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onAuth: ({ username, password }, _session, done) =>
    password === 'stored' ? done(null, { user: username }) : done(new Error('Authentication failed')),
});
after(() => Promise.all([server.stop(), mail.close()]));

const PATH = '/admin/realms/shop/testSMTPConnection';
const SETTINGS = { host: '127.0.0.1', port: String(mail.port), from: 'idp@shop.test' };
const post = (body: unknown) => server.call<{ errorMessage?: string }>('POST', PATH, { body });

const admins = await server.call<readonly { id: string }[]>(
  'GET',
  '/admin/realms/master/users?username=admin',
);
const admin = `/admin/realms/master/users/${admins.body[0]?.id ?? ''}`;

test('Keycloak testSMTPConnection: an administrator without an address is told', async () => {
  const { status, body } = await post(SETTINGS);
  assert.equal(status, 400);
  assert.match(body.errorMessage ?? '', /Set email of user admin in realm master/);
  assert.equal((await server.call('PUT', admin, { body: { email: 'root@example.test' } })).status, 204);
});

test('Keycloak testSMTPConnection: the administrator is sent a message', async () => {
  assert.equal((await post(SETTINGS)).status, 204);
  const sent = mail.accepted.at(-1);
  assert.deepEqual(sent?.to, ['root@example.test']);
  assert.match(sent?.source ?? '', /realm shop reaches its mail server/);
});

test('Keycloak testSMTPConnection: a masked password means the stored one', async () => {
  const smtpServer = { ...SETTINGS, auth: 'true', user: 'idp', password: 'stored' };
  await server.call('PUT', '/admin/realms/shop', { body: { smtpServer } });
  assert.equal((await post({ ...smtpServer, password: '**********' })).status, 204);
  const { status, body } = await post({ ...smtpServer, password: 'other' });
  assert.equal(status, 400);
  assert.match(body.errorMessage ?? '', /Check smtpServer\.user and smtpServer\.password/);
});

for (const [what, body, message] of [
  ['no host', { from: 'idp@shop.test' }, /no smtpServer\.host/],
  ['a malformed sender', { ...SETTINGS, from: 'x' }, /smtpServer\.from/],
  ['a server that is away', { ...SETTINGS, port: '1' }, /ECONNREFUSED/],
  ['a list', [SETTINGS], /must be a JSON object/],
  ['null', null, /must be a JSON object/],
] as const)
  test(`bad input: ${what} is refused with what to do`, async () => {
    const answer = await post(body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.errorMessage ?? '', message);
  });
