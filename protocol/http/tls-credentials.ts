// What HTTPS needs: the configured or generated certificate, and the authorities for client certificates.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '#protocol/clock.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { loadDevelopmentCertificate, type TlsCredentials } from './development-certificate.ts';
import { hostOf, isLoopbackHost } from './host-policy.ts';
import { findKeyStore, type KeyStoreOptions, readKeyStore } from './key-store.ts';
import type { ServerCredentials } from './server-credentials.ts';

type KeyStoreValues = KeyStoreOptions['values'];

interface TlsValues extends KeyStoreValues {
  readonly 'http-host': string;
  readonly 'https-port': number | undefined;
  readonly 'https-certificate-file': string | undefined;
  readonly 'https-certificate-key-file': string | undefined;
  readonly 'https-certificate-key-file-password': string | undefined;
  readonly 'https-client-auth': string;
  readonly 'https-trust-store-file': string | undefined;
  readonly 'https-management-certificate-file'?: string | undefined;
  readonly 'https-management-certificate-key-file'?: string | undefined;
  readonly hostname: string | undefined;
  readonly 'data-dir': string;
}

/** The options that name a certificate and its key. */
export interface PairOptions {
  readonly certificate: 'https-certificate-file' | 'https-management-certificate-file';
  readonly key: 'https-certificate-key-file' | 'https-management-certificate-key-file';
}

type FileOption = PairOptions['certificate' | 'key'] | 'https-key-store-file' | 'https-trust-store-file';

const MAIN_PAIR: PairOptions = { certificate: 'https-certificate-file', key: 'https-certificate-key-file' };

/** The options, and where they are set. */
export interface TlsOptions {
  readonly values: TlsValues;
  readonly sources: Readonly<Partial<Record<FileOption, OptionSource>>>;
}

export interface TlsSettings {
  readonly credentials: ServerCredentials;
  /** Clients are asked for a certificate; none, or one from any issuer, is accepted. */
  readonly asksForCertificates: boolean;
  /** Refuse connections without a certificate that an authority in the trust store has issued. */
  readonly requiresCertificates: boolean;
  /** Authorities for client certificates as PEM; undefined: none is trusted. */
  readonly trusted: string | undefined;
}

/** Compat: Keycloak's HTTPS port. */
const DEFAULT_PORT = 8443;

/** The configured port, 8443 when only a certificate is configured, undefined without HTTPS. */
export function tlsPort({ values }: Pick<TlsOptions, 'values'>): number | undefined {
  const isGiven =
    values['https-certificate-file'] !== undefined ||
    values['https-certificate-key-file'] !== undefined ||
    findKeyStore({ values }) !== undefined;
  return values['https-port'] ?? (isGiven ? DEFAULT_PORT : undefined);
}

/**
 * Reads and checks the configured files. `credentials` is undefined when no certificate is configured.
 * @throws {OptionError} one line naming option, file and problem, exit code 2: unreadable, not PEM,
 * password-protected, not a pair.
 */
export function readTlsFiles(options: TlsOptions): {
  readonly credentials: ServerCredentials | undefined;
  readonly trusted: string | undefined;
} {
  const trusted = readOption(options, 'https-trust-store-file');
  if (trusted !== undefined) checkCertificate(options, 'https-trust-store-file', trusted);
  return { credentials: readKeyPair(options, MAIN_PAIR) ?? readKeyStore(options), trusted };
}

/** Undefined when neither file is configured. @throws {OptionError} as `readTlsFiles`. */
export function readKeyPair(options: TlsOptions, names: PairOptions): TlsCredentials | undefined {
  const certificate = readOption(options, names.certificate);
  const key = readOption(options, names.key);
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) throw incomplete(options, names.key, names.certificate);
  if (key === undefined) throw incomplete(options, names.certificate, names.key);
  const read = checkCertificate(options, names.certificate, certificate);
  const privateKey = readKey(options, names.key, key);
  if (!read.checkPrivateKey(privateKey)) {
    throw fault(
      options,
      names.key,
      `is not the key of the certificate in ${names.certificate}`,
      'Give the pair that belongs together; the server’s own certificate must stand first in its file.',
    );
  }
  // Without its password, which TLS would ask for.
  const plainKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate, key: plainKey };
}

function fault(
  { values, sources }: TlsOptions,
  option: FileOption,
  problem: string,
  remedy: string,
  cause?: unknown,
): OptionError {
  const source = sources[option];
  const details = { ...(source === undefined ? {} : { source }), cause };
  return new OptionError(option, `${values[option]} ${problem}`, remedy, details);
}

function incomplete(options: TlsOptions, given: FileOption, missing: FileOption): OptionError {
  return fault(options, given, `is set, but ${missing} is not set`, `Set both.`);
}

function readOption(options: TlsOptions, option: FileOption): string | undefined {
  const path = options.values[option];
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault(options, option, `cannot be read (${code})`, 'Give the path of a readable PEM file.', cause);
  }
}

function checkCertificate(options: TlsOptions, option: FileOption, text: string): X509Certificate {
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(text);
  } catch (cause) {
    throw fault(options, option, 'contains no valid certificate', 'Give a certificate as PEM.', cause);
  }
  throw fault(
    options,
    option,
    'is not a certificate in PEM form',
    'Give a file that begins with -----BEGIN CERTIFICATE-----.',
  );
}

function readKey(options: TlsOptions, option: PairOptions['key'], text: string): KeyObject {
  try {
    const passphrase = options.values['https-certificate-key-file-password'];
    return createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (cause) {
    if (text.includes('ENCRYPTED')) {
      const isGiven = options.values['https-certificate-key-file-password'] !== undefined;
      const problem = isGiven ? 'has another password' : 'is protected by a password';
      throw fault(options, option, problem, 'Set https-certificate-key-file-password.', cause);
    }
    throw fault(
      options,
      option,
      'is not a private key in PEM form',
      'Give a file that begins with -----BEGIN PRIVATE KEY-----.',
      cause,
    );
  }
}

/** Names of this machine: loopback names, the address listened on, the host of `hostname`. */
function namesOf({ values }: TlsOptions): readonly string[] {
  const host = values['http-host'];
  const fixed = values.hostname === undefined ? [] : [hostOf(values.hostname).replaceAll(/[[\]]/g, '')];
  const listening = host === '0.0.0.0' || host === '::' || isLoopbackHost(host) ? [] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...listening, ...fixed])];
}

/** Generates a certificate if none is configured. @throws {OptionError} like `loadDevelopmentCertificate`. */
export async function prepareTls(
  options: TlsOptions,
  { credentials, trusted }: ReturnType<typeof readTlsFiles>,
  clock: Clock,
  log: Logger,
): Promise<TlsSettings> {
  const clientAuth = options.values['https-client-auth'];
  const certificates = {
    asksForCertificates: clientAuth !== 'none',
    requiresCertificates: clientAuth === 'required',
    trusted,
  };
  if (credentials !== undefined && 'pfx' in credentials) return { credentials, ...certificates };
  if (credentials !== undefined) {
    const { validTo } = new X509Certificate(credentials.certificate);
    if (Date.parse(validTo) <= clock.now())
      log.warn(`The certificate in https-certificate-file expired on ${validTo}`);
    return { credentials, ...certificates };
  }
  const own = await loadDevelopmentCertificate(options.values['data-dir'], namesOf(options), clock);
  const made = own.isNew
    ? 'Made a certificate for HTTPS on this machine'
    : 'HTTPS uses the certificate made for this machine';
  log.info(`${made}: ${own.path}. Browsers warn until it is trusted; docs/https.md says how`);
  return { credentials: { certificate: own.certificate, key: own.key }, ...certificates };
}
