// Hands one message to a mail server over SMTP (RFC 5321), and explains failures.
import { createTransport } from 'nodemailer';
import type { SmtpSettings } from './smtp-settings.ts';

/** What is sent. */
export interface OutgoingMessage {
  /** The recipient's address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A message that was not accepted. `message`: what happened, and the remedy. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** A server that answers slowly, but in time, to each command is given up after this. */
const LIMIT_MS = 120_000;

/** @throws {DeliveryError} when the server is away, refuses, or takes too long, or when `signal` aborts. */
export async function sendOverSmtp(
  settings: SmtpSettings,
  { to, subject, text, html }: OutgoingMessage,
  signal?: AbortSignal,
): Promise<void> {
  const { host, port, credentials, from, replyTo, envelopeFrom } = settings;
  const transport = createTransport({
    host,
    port,
    secure: settings.isSecure,
    ignoreTLS: !settings.usesStartTls,
    ...(credentials === undefined ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: settings.connectionTimeoutMs,
    greetingTimeout: settings.timeoutMs,
    socketTimeout: settings.timeoutMs,
    dnsTimeout: settings.connectionTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const limit = AbortSignal.timeout(LIMIT_MS);
  const ended = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new DeliveryError(`The delivery to ${host}:${port} was given up.`));
  });
  ended.addEventListener('abort', abort, { once: true });
  try {
    if (ended.aborted) abort();
    const sent = transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(envelopeFrom === undefined ? {} : { envelope: { from: envelopeFrom, to } }),
    });
    await Promise.race([sent, aborted]);
  } catch (error) {
    throw error instanceof DeliveryError ? error : explainFailure(settings, error);
  } finally {
    ended.removeEventListener('abort', abort);
    transport.close();
  }
}

/** By nodemailer's codes. */
const REMEDIES: Readonly<Record<string, string>> = {
  EAUTH: 'Check smtpServer.user and smtpServer.password.',
  EDNS: 'Check smtpServer.host.',
  ECONNECTION: 'Check smtpServer.host and smtpServer.port, and that the server runs.',
  ETIMEDOUT: 'Check smtpServer.host and smtpServer.port, and that the server answers.',
  ESOCKET:
    'Check smtpServer.host, smtpServer.port and whether ssl or starttls fits; certificates of your own are trusted in truststore-paths.',
  ETLS: 'Check smtpServer.starttls; certificates of your own are trusted in truststore-paths.',
  EENVELOPE: 'Check smtpServer.from and the address of the user.',
  EMESSAGE: 'The server refused the contents; its answer says why.',
};

const LONGEST_ANSWER = 300;

function explainFailure({ host, port }: SmtpSettings, error: unknown): DeliveryError {
  const {
    code = '',
    message = String(error),
    response,
  } = error as { readonly code?: string; readonly message?: string; readonly response?: string };
  const what = (response ?? message).replaceAll(/\s+/g, ' ').slice(0, LONGEST_ANSWER).replace(/\.$/, '');
  const remedy = REMEDIES[String(code)] ?? 'Check smtpServer of the realm.';
  return new DeliveryError(`${host}:${port} did not accept the message: ${what}. ${remedy}`, {
    cause: error,
  });
}
