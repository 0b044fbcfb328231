// The mail server of a realm: its setting `smtpServer`, read and checked.

/** How a mail server is reached. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`ssl`). */
  readonly isSecure: boolean;
  /** TLS where the server offers it (`starttls`). */
  readonly usesStartTls: boolean;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** Milliseconds, for connecting and for each answer. */
  readonly connectionTimeoutMs: number;
  readonly timeoutMs: number;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
  /** The address to which messages that cannot be delivered return; undefined: that of `from`. */
  readonly envelopeFrom: string | undefined;
}

/** A name, which may be empty, and an address. */
interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export type SmtpSettingsResult =
  | { readonly settings: SmtpSettings }
  /** A sentence that names the member and the remedy. */
  | { readonly problem: string };

const SMTP_PORT = 25;
const SMTPS_PORT = 465;
const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 60_000;
const ADDRESS = /^[^\s@<>,;:"()[\]]{1,64}@[^\s@<>,;:"()[\]]{1,255}$/;
/** A host name or an IP address. */
const HOST = /^[\p{L}\p{N}._:[\]-]{1,255}$/u;

type Members = Readonly<Record<string, unknown>>;

/** Realm files have texts, the admin API may have numbers and booleans. */
const textOf = (server: Members, name: string): string => String(server[name] ?? '').trim();
const isOn = (server: Members, name: string): boolean => textOf(server, name) === 'true';

/** Compat: names and forms of the members as in Keycloak. */
export function readSmtpSettings(value: unknown): SmtpSettingsResult {
  const server: Members = typeof value === 'object' && value !== null ? (value as Members) : {};
  const problem = findProblem(server);
  if (problem !== undefined) return { problem };
  const isSecure = isOn(server, 'ssl');
  const replyTo = textOf(server, 'replyTo');
  return {
    settings: {
      host: textOf(server, 'host'),
      port: Number(textOf(server, 'port') || (isSecure ? SMTPS_PORT : SMTP_PORT)),
      isSecure,
      usesStartTls: isOn(server, 'starttls'),
      credentials: isOn(server, 'auth')
        ? { user: textOf(server, 'user'), password: String(server['password'] ?? '') }
        : undefined,
      connectionTimeoutMs: readTimeout(server, 'connectionTimeout'),
      timeoutMs: readTimeout(server, 'timeout'),
      from: { name: textOf(server, 'fromDisplayName'), address: textOf(server, 'from') },
      replyTo: replyTo === '' ? undefined : { name: textOf(server, 'replyToDisplayName'), address: replyTo },
      envelopeFrom: textOf(server, 'envelopeFrom') || undefined,
    },
  };
}

function findProblem(server: Members): string | undefined {
  const host = textOf(server, 'host');
  const port = textOf(server, 'port');
  if (host === '') return 'The realm has no smtpServer.host. Set the name or address of a mail server.';
  if (!HOST.test(host)) return 'smtpServer.host is no host name. Set the name or address of a mail server.';
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return 'smtpServer.port must be a number between 1 and 65535.';
  return findAddressProblem(server) ?? findCredentialProblem(server);
}

function findAddressProblem(server: Members): string | undefined {
  const wrong = ['from', 'replyTo', 'envelopeFrom'].find((name) => {
    const address = textOf(server, name);
    return address === '' ? name === 'from' : !ADDRESS.test(address);
  });
  return wrong === undefined
    ? undefined
    : `smtpServer.${wrong} must be an e-mail address, such as idp@example.test.`;
}

function findCredentialProblem(server: Members): string | undefined {
  if (!isOn(server, 'auth')) return undefined;
  if (textOf(server, 'authType') === 'token')
    return 'smtpServer.authType token is not supported. Set basic, with user and password.';
  return textOf(server, 'user') === ''
    ? 'smtpServer.auth is on, and smtpServer.user is missing. Set user and password, or turn auth off.'
    : undefined;
}

function readTimeout(server: Members, name: string): number {
  const text = textOf(server, name);
  const given = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return given === 0 ? DEFAULT_TIMEOUT_MS : Math.min(given, MAX_TIMEOUT_MS);
}
