// Certificates that are trusted, in addition to the known authorities, when the server calls others over HTTPS.
import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tls, { type SecureContextOptions } from 'node:tls';
import { OptionError } from '#protocol/errors/option-error.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

interface TruststoreValues {
  readonly 'truststore-paths': string | undefined;
  readonly 'config-file': string;
}

/** Compat: the configured paths and, if it exists, the folder `truststores` next to the configuration file. */
export function listTruststores(values: TruststoreValues): readonly string[] {
  const byDefault = join(dirname(values['config-file']), 'truststores');
  return [...(values['truststore-paths']?.split(',') ?? []), ...(existsSync(byDefault) ? [byDefault] : [])];
}

/**
 * Reads the certificates of PEM files and of folders of them.
 * @throws {OptionError} `truststore-paths`, exit code 2: unreadable, or without a valid certificate.
 */
export function readAuthorities(paths: readonly string[]): readonly string[] {
  return paths.flatMap(listFiles).flatMap(readCertificates);
}

function listFiles(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path, { withFileTypes: true }).filter(
      (entry) => !entry.isDirectory() && !entry.name.startsWith('.'),
    );
    return names.map(({ name }) => join(path, name)).toSorted();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function readCertificates(path: string): readonly string[] {
  const found = readText(path).match(CERTIFICATE) ?? [];
  try {
    for (const certificate of found) new X509Certificate(certificate);
    if (found.length > 0) return found;
  } catch (cause) {
    throw new OptionError('truststore-paths', `${path} contains no valid certificate`, REMEDY, { cause });
  }
  throw new OptionError('truststore-paths', `${path} contains no certificate in PEM form`, REMEDY);
}

const REMEDY = 'Convert key stores to PEM: openssl pkcs12 -in FILE -nokeys -out FILE.pem.';

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): OptionError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new OptionError(
    'truststore-paths',
    `${path} cannot be read (${code})`,
    'Give readable PEM files or folders.',
    { cause },
  );
}

interface NativeContext {
  addCACert(pem: string): void;
}

/**
 * Makes every later outgoing connection of this process trust these certificates, too. Node 20 reads further
 * authorities only from a variable when the process begins, and `fetch` takes none.
 */
export function trustAuthorities(certificates: readonly string[]): void {
  if (certificates.length === 0) return;
  const create = tls.createSecureContext;
  tls.createSecureContext = (options?: SecureContextOptions) => {
    const context = create(options);
    // Callers that name authorities, as our own listeners do, trust those alone.
    if (options?.ca === undefined)
      for (const certificate of certificates) (context.context as NativeContext).addCACert(certificate);
    return context;
  };
}
