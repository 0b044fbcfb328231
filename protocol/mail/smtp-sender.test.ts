import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { test } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { DeliveryError, type OutgoingMessage, sendOverSmtp } from './smtp-sender.ts';
import { readSmtpSettings, type SmtpSettings } from './smtp-settings.ts';
import { startSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts';

const MESSAGE: OutgoingMessage = {
  to: 'alice@example.test',
  subject: 'Choose a new password',
  text: 'Open this link.',
  html: '<p>Open this link.</p>',
};

function settings(port: number, members: object = {}): SmtpSettings {
  const read = readSmtpSettings({ host: '127.0.0.1', port, from: 'idp@shop.test', ...members });
  if ('problem' in read) throw new TypeError(read.problem);
  return read.settings;
}

async function withServer(
  use: (server: TestSmtpServer) => Promise<void>,
  options?: SMTPServerOptions,
): Promise<void> {
  const server = await startSmtpServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

async function failureOf(work: Promise<void>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof DeliveryError);
  return error.message;
}

const CERTIFICATE = createTestCertificate('127.0.0.1', ['127.0.0.1']);
const TLS = { key: CERTIFICATE.key, cert: CERTIFICATE.certificate, disabledCommands: ['AUTH'] };
const ONLY_IDP: SMTPServerOptions = {
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'idp' && password === 'right'
      ? done(null, { user: username })
      : done(new Error('Authentication failed')),
};

test('RFC 5321: a message is handed over with sender, recipient, and both texts', () =>
  withServer(async ({ port, accepted }) => {
    const members = {
      fromDisplayName: 'Shop Ünïcode',
      replyTo: 'help@shop.test',
      envelopeFrom: 'bounce@shop.test',
    };
    await sendOverSmtp(settings(port, members), MESSAGE);
    const [{ from, to, source } = { from: '', to: [], source: '' }] = accepted;
    assert.deepEqual([from, to], ['bounce@shop.test', ['alice@example.test']]);
    assert.match(source, /^From: =\?UTF-8\?.*<idp@shop\.test>/m);
    assert.match(source, /^Reply-To: help@shop\.test/m);
    assert.match(source, /Open this link\.[\s\S]*<p>Open this link\.<\/p>/);
  }));

test('RFC 2047 §2: a subject with umlauts is encoded, and cannot add a header', () =>
  withServer(async ({ port, accepted }) => {
    const subject = 'Bestätigen Sie Ihre E-Mail-Adresse';
    await sendOverSmtp(settings(port), { ...MESSAGE, subject });
    await sendOverSmtp(settings(port), { ...MESSAGE, subject: 'New\r\nBcc: eve@example.test' });
    const [encoded = '', broken = ''] = accepted.map(({ source }) => source);
    const words = [...encoded.matchAll(/=\?UTF-8\?Q\?([^?]*)\?=/g)].map(([, word = '']) => word).join('');
    assert.equal(decodeURIComponent(words.replaceAll('_', ' ').replaceAll('=', '%')), subject);
    assert.doesNotMatch(broken, /^Bcc:/m);
  }));

test('RFC 4954: user and password', () =>
  withServer(async ({ port, accepted }) => {
    const members = { auth: true, user: 'idp', password: 'right' };
    await sendOverSmtp(settings(port, members), MESSAGE);
    assert.equal(accepted.length, 1);
    const failure = await failureOf(sendOverSmtp(settings(port, { ...members, password: 'wrong' }), MESSAGE));
    assert.match(failure, /Check smtpServer\.user and smtpServer\.password\./);
    assert.doesNotMatch(failure, /wrong/);
  }, ONLY_IDP));

test('RFC 4954: a server that requires authentication refuses without', () =>
  withServer(async ({ port, accepted }) => {
    assert.match(await failureOf(sendOverSmtp(settings(port), MESSAGE)), /did not accept the message/);
    assert.equal(accepted.length, 0);
  }, ONLY_IDP));

for (const [what, options, members] of [
  ['RFC 8314: TLS', { ...TLS, secure: true }, { ssl: true }],
  ['RFC 3207: STARTTLS', TLS, { starttls: true }],
] as const)
  test(`${what} with a certificate that nobody trusts is refused, and the message stays here`, () =>
    withServer(async ({ port, accepted }) => {
      const failure = await failureOf(sendOverSmtp(settings(port, members), MESSAGE));
      assert.match(failure, /self-signed certificate.*truststore-paths/);
      assert.equal(accepted.length, 0);
    }, options));

test('a recipient whom the server refuses', () =>
  withServer(
    async ({ port }) => {
      const failure = await failureOf(sendOverSmtp(settings(port), MESSAGE));
      assert.match(failure, /550 No such mailbox.*the address of the user/);
    },
    {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    },
  ));

test('a server that is away', async () => {
  const server = await startSmtpServer();
  await server.close();
  const failure = await failureOf(sendOverSmtp(settings(server.port), MESSAGE));
  assert.match(failure, /ECONNREFUSED.*that the server runs|ECONNREFUSED.*Check smtpServer\.host/);
});

/** A server that is no mail server. */
async function withRawServer(listener: (server: Server) => void, use: (port: number) => Promise<void>) {
  const server = createServer();
  listener(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

test('a server that never answers is given up after `timeout`', () =>
  withRawServer(
    (server) => server.on('connection', (socket) => socket.on('error', () => undefined)),
    async (port) => {
      const failure = await failureOf(sendOverSmtp(settings(port, { timeout: '200' }), MESSAGE));
      assert.match(failure, /that the server answers/);
    },
  ));

test('a server that hangs up, and one that speaks another protocol', async () => {
  for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n'])
    await withRawServer(
      (server) => server.on('connection', (socket) => socket.on('error', () => undefined).end(answer)),
      async (port) => {
        assert.match(await failureOf(sendOverSmtp(settings(port), MESSAGE)), /did not accept the message/);
      },
    );
});

test('a delivery in progress is given up when the server stops', () =>
  withRawServer(
    (server) => server.on('connection', (socket) => socket.on('error', () => undefined)),
    async (port) => {
      const stop = new AbortController();
      const sent = failureOf(sendOverSmtp(settings(port), MESSAGE, stop.signal));
      stop.abort();
      assert.match(await sent, /was given up/);
      assert.match(await failureOf(sendOverSmtp(settings(port), MESSAGE, stop.signal)), /was given up/);
    },
  ));

test('RFC 5322: lines in subject and names add no header; long texts arrive whole', () =>
  withServer(async ({ port, accepted }) => {
    await sendOverSmtp(settings(port, { fromDisplayName: 'Shop\r\nBcc: eve@example.test' }), {
      ...MESSAGE,
      subject: 'Hello\r\nBcc: eve@example.test\r\n\r\nBody',
      text: 'x'.repeat(100_000),
    });
    const [{ to, source } = { to: [], source: '' }] = accepted;
    assert.deepEqual(to, ['alice@example.test']);
    assert.doesNotMatch(source.split('\r\n\r\n')[0] ?? '', /^Bcc:/im);
    assert.ok(source.replaceAll(/=\r\n/g, '').includes('x'.repeat(100_000)));
  }));

test('bad input: an address with two recipients is one recipient, whom the server refuses', () =>
  withServer(async ({ port, accepted }) => {
    const to = 'a@example.test,eve@example.test';
    await sendOverSmtp(settings(port), { ...MESSAGE, to }).catch(() => undefined);
    assert.ok(accepted.every((mail) => mail.to.length === 1));
  }));
