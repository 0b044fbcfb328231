// The generated certificate for HTTPS on this machine, kept on disk so that it needs to be trusted only once.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '#protocol/clock.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createPrivateFolder, writeFileDurably } from '#protocol/store/file/atomic-file.ts';

/** A certificate and its private key, both PEM. */
export interface TlsCredentials {
  readonly certificate: string;
  readonly key: string;
}

export interface DevelopmentCertificate extends TlsCredentials {
  /** The file to add to a trust store. */
  readonly path: string;
  /** It was just generated, so nobody trusts it yet. */
  readonly isNew: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple platforms reject longer lifetimes, even for manually trusted certificates. */
const LIFETIME_MS = 820 * DAY_MS;
const RENEW_BEFORE_EXPIRY_MS = 30 * DAY_MS;
/** Allows for clocks that are slightly behind. */
const BACKDATE_MS = DAY_MS;

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return undefined;
    const remedy = 'Make it readable, or remove it: a new one is made then.';
    throw new OptionError('data-dir', `${path} cannot be read (${code})`, remedy, { exitCode: 1, cause });
  }
}

function isUsable({ certificate, key }: TlsCredentials, names: readonly string[], now: number): boolean {
  try {
    const read = new X509Certificate(certificate);
    const covers = (name: string) =>
      (isIP(name) === 0 ? read.checkHost(name) : read.checkIP(name)) !== undefined;
    return (
      read.checkPrivateKey(createPrivateKey(key)) &&
      names.every(covers) &&
      Date.parse(read.validFrom) <= now &&
      now < Date.parse(read.validTo) - RENEW_BEFORE_EXPIRY_MS
    );
  } catch {
    // Anything that is not a certificate with its key is replaced.
    return false;
  }
}

function generateCredentials(names: readonly string[], now: number): TlsCredentials {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate({
    commonName: 'Understudy on this machine',
    ...pair,
    notBefore: new Date(now - BACKDATE_MS),
    notAfter: new Date(now + LIFETIME_MS),
    serverNames: names,
  });
  return {
    certificate: pemOf('CERTIFICATE', certificate),
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * Loads the certificate from `https` in the data directory; generates one if it is missing, expires within 30
 * days or does not cover all `names` (DNS names and addresses). Files are readable by their owner only (mode
 * 0600).
 * @throws {OptionError} `data-dir`, when a file exists but cannot be read.
 */
export async function loadDevelopmentCertificate(
  dataDir: string,
  names: readonly string[],
  clock: Clock,
): Promise<DevelopmentCertificate> {
  const folder = join(dataDir, 'https');
  const [path, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const [certificate, key] = [await readIfPresent(path), await readIfPresent(keyPath)];
  if (certificate !== undefined && key !== undefined) {
    const kept = { certificate, key };
    if (isUsable(kept, names, clock.now())) return { ...kept, path, isNew: false };
  }
  const generated = generateCredentials(names, clock.now());
  await createPrivateFolder(folder);
  await writeFileDurably(keyPath, generated.key);
  await writeFileDurably(path, generated.certificate);
  return { ...generated, path, isNew: true };
}
