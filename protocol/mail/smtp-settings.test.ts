import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_SERVER_SETTINGS, type MailServerMember } from '#protocol/contract/settings/mail-server.ts';
import { readSmtpSettings, type SmtpSettings } from './smtp-settings.ts';

const SERVER = { host: 'mail.test', from: 'idp@shop.test' };

function settingsOf(server: object): SmtpSettings {
  const read = readSmtpSettings(server);
  if ('problem' in read) throw new TypeError(read.problem);
  return read.settings;
}

test('Keycloak smtpServer: host and sender are enough', () => {
  assert.deepEqual(settingsOf(SERVER), {
    host: 'mail.test',
    port: 25,
    isSecure: false,
    usesStartTls: false,
    credentials: undefined,
    connectionTimeoutMs: 10_000,
    timeoutMs: 10_000,
    from: { name: '', address: 'idp@shop.test' },
    replyTo: undefined,
    envelopeFrom: undefined,
  });
});

test('Keycloak smtpServer: members are texts in realm files, and numbers and booleans in the admin API', () => {
  const members = {
    ...SERVER,
    port: '2525',
    starttls: 'true',
    auth: 'true',
    user: 'idp',
    password: 'a b',
    fromDisplayName: 'Shop',
    replyTo: 'help@shop.test',
    replyToDisplayName: 'Help',
    envelopeFrom: 'bounce@shop.test',
    connectionTimeout: '500',
    timeout: '999999',
  };
  const settings = settingsOf(members);
  assert.deepEqual(
    settings,
    settingsOf({ ...members, port: 2525, starttls: true, auth: true, timeout: 999_999 }),
  );
  const { credentials, from, replyTo, connectionTimeoutMs, timeoutMs } = settings;
  assert.deepEqual(
    { credentials, from, replyTo, connectionTimeoutMs, timeoutMs },
    {
      credentials: { user: 'idp', password: 'a b' },
      from: { name: 'Shop', address: 'idp@shop.test' },
      replyTo: { name: 'Help', address: 'help@shop.test' },
      connectionTimeoutMs: 500,
      timeoutMs: 60_000,
    },
  );
});

test('RFC 8314: ssl means port 465', () => {
  assert.equal(settingsOf({ ...SERVER, ssl: 'true' }).port, 465);
});

for (const [what, change, problem] of [
  ['no host', { host: ' ' }, /no smtpServer\.host/],
  ['a host with a path', { host: 'mail.test/x' }, /smtpServer\.host is no host name/],
  ['a host in two lines', { host: 'mail.test\r\nX: y' }, /smtpServer\.host is no host name/],
  ['port 0', { port: '0' }, /smtpServer\.port must be a number between 1 and 65535/],
  ['a port that is too high', { port: '65536' }, /smtpServer\.port/],
  ['a port that is no number', { port: 'smtp' }, /smtpServer\.port/],
  ['no sender', { from: '' }, /smtpServer\.from must be an e-mail address/],
  ['a sender with a header', { from: 'idp@shop.test\r\nBcc: x@y.test' }, /smtpServer\.from/],
  ['two senders', { from: 'a@shop.test,b@shop.test' }, /smtpServer\.from/],
  ['100,000 characters', { from: `${'x'.repeat(100_000)}@shop.test` }, /smtpServer\.from/],
  ['a malformed reply address', { replyTo: 'help' }, /smtpServer\.replyTo/],
  ['a malformed envelope sender', { envelopeFrom: '<>' }, /smtpServer\.envelopeFrom/],
  ['authentication without a user', { auth: 'true' }, /smtpServer\.user is missing/],
  ['authentication by token', { auth: true, authType: 'token', user: 'x' }, /smtpServer\.authType token/],
] as const)
  test(`bad input: ${what} is named with a remedy`, () => {
    const read = readSmtpSettings({ ...SERVER, ...change });
    assert.match('problem' in read ? read.problem : '', problem);
  });

test('bad input: what is no object has no host', () => {
  for (const value of [undefined, null, 'mail.test', 7])
    assert.ok('problem' in readSmtpSettings(value), String(value));
});

/** A value of each member that differs from its default. */
const EXAMPLES: Readonly<Record<MailServerMember, string>> = {
  host: 'mail.test',
  port: '2525',
  ssl: 'true',
  starttls: 'true',
  auth: 'true',
  user: 'understudy',
  password: 'secret',
  from: 'idp@shop.test',
  fromDisplayName: 'Shop',
  replyTo: 'help@shop.test',
  replyToDisplayName: 'Help',
  envelopeFrom: 'bounces@shop.test',
};

for (const member of Object.keys(MAIL_SERVER_SETTINGS) as MailServerMember[])
  test(`smtpServer: ${member} has an effect`, () => {
    const { [member]: _removed, ...others } = EXAMPLES;
    assert.notDeepEqual(readSmtpSettings(others), readSmtpSettings(EXAMPLES));
  });

test('smtpServer: the form offers the ports that the server accepts', () => {
  const { type } = MAIL_SERVER_SETTINGS.port;
  assert.ok(type.kind === 'number');
  const { least, most } = type;
  const isAccepted = (port: number) => 'settings' in readSmtpSettings({ ...EXAMPLES, port });
  assert.deepEqual([least - 1, least, most, most + 1].map(isAccepted), [false, true, true, false]);
});
