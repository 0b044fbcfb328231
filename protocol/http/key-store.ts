// Reads a PKCS #12 key store with the server's certificate, as Keycloak's https-key-store-file.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';

/** A certificate with its key, for TLS. */
export interface KeyStore {
  readonly pfx: Buffer;
  readonly passphrase: string;
}

export interface KeyStoreOptions {
  readonly values: {
    readonly 'config-file': string;
    readonly 'https-key-store-file': string | undefined;
    readonly 'https-key-store-password': string | undefined;
  };
  readonly sources: { readonly 'https-key-store-file'?: OptionSource };
}

/** Compat: Keycloak uses this file in its `conf` folder when no certificate is configured. */
const DEFAULT_NAME = 'server.keystore';

/** Compat: Keycloak's default. */
const DEFAULT_PASSWORD = 'password';

/** First bytes of key stores in formats of Java's own: JKS and JCEKS. */
const JAVA_FORMATS = new Set(['feedfeed', 'cececece']);

/** The configured key store, or `server.keystore` next to the configuration file if it exists. */
export function findKeyStore({ values }: Pick<KeyStoreOptions, 'values'>): string | undefined {
  const given = values['https-key-store-file'];
  if (given !== undefined) return given;
  const byDefault = join(dirname(values['config-file']), DEFAULT_NAME);
  return existsSync(byDefault) ? byDefault : undefined;
}

/**
 * Undefined when there is no key store. Its format is found by its content, because tools give it any name.
 * @throws {OptionError} exit code 2: unreadable, in another format, or with another password.
 */
export function readKeyStore(options: KeyStoreOptions): KeyStore | undefined {
  const path = findKeyStore(options);
  if (path === undefined) return undefined;
  const source = options.sources['https-key-store-file'];
  const fail = (problem: string, remedy: string, cause?: unknown): OptionError =>
    new OptionError('https-key-store-file', `${path} ${problem}`, remedy, {
      ...(source === undefined ? {} : { source }),
      cause,
    });
  const pfx = readBytes(path, fail);
  if (JAVA_FORMATS.has(pfx.subarray(0, 4).toString('hex')))
    throw fail(
      "is in Java's format JKS, which is not supported",
      `Convert it: keytool -importkeystore -srckeystore ${path} -destkeystore ${path}.p12 -deststoretype PKCS12.`,
    );
  const passphrase = options.values['https-key-store-password'] ?? DEFAULT_PASSWORD;
  try {
    createSecureContext({ pfx, passphrase });
  } catch (cause) {
    const isPassword = /mac verify/i.test(String(cause));
    throw isPassword
      ? fail('has another password', 'Set https-key-store-password.', cause)
      : fail(
          'is not a PKCS #12 key store with a certificate and its key',
          'Give such a file, or PEM files with https-certificate-file and https-certificate-key-file.',
          cause,
        );
  }
  return { pfx, passphrase };
}

function readBytes(
  path: string,
  fail: (problem: string, remedy: string, cause: unknown) => OptionError,
): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw fail(`cannot be read (${code})`, 'Give the path of a readable PKCS #12 file.', cause);
  }
}
