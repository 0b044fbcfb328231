// A real SMTP server on loopback for tests, which keeps what it accepts and fails as told.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface AcceptedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly source: string;
  readonly isEncrypted: boolean;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly accepted: AcceptedMail[];
  close(): Promise<void>;
}

/** Without `options`: plain SMTP that needs no authentication. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const accepted: AcceptedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: options.onAuth === undefined ? ['AUTH', 'STARTTLS'] : [],
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope, secure }, done) {
      text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        accepted.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          source,
          isEncrypted: secure,
        });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, accepted, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
