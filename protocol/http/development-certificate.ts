// The certificate that the server makes for itself, for HTTPS on this machine: kept in the data directory, so that it is trusted once.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '#protocol/clock.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createPrivateFolder, writeFileDurably } from '#protocol/store/file/atomic-file.ts';

/** A certificate with its key, both as PEM. */
export interface TlsCredentials {
  readonly certificate: string;
  readonly key: string;
}

/** The server's own certificate. */
export interface DevelopmentCertificate extends TlsCredentials {
  /** The file that people trust. */
  readonly path: string;
  /** It is new, so nobody trusts it yet. */
  readonly isNew: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's systems take no longer ones, even if they are trusted by hand. */
const LIFE_MS = 820 * DAY_MS;
const RENEWED_BEFORE_MS = 30 * DAY_MS;
/** For clocks that are a little behind. */
const BACKDATED_MS = DAY_MS;

async function readIfThere(path: string): Promise<string | undefined> {
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
    const holds = (name: string) =>
      (isIP(name) === 0 ? read.checkHost(name) : read.checkIP(name)) !== undefined;
    return (
      read.checkPrivateKey(createPrivateKey(key)) &&
      names.every(holds) &&
      Date.parse(read.validFrom) <= now &&
      now < Date.parse(read.validTo) - RENEWED_BEFORE_MS
    );
  } catch {
    // Whatever is there instead of a certificate and its key is replaced by one.
    return false;
  }
}

function makeCredentials(names: readonly string[], now: number): TlsCredentials {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate({
    commonName: 'Understudy on this machine',
    ...pair,
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(now + LIFE_MS),
    serverNames: names,
  });
  return {
    certificate: pemOf('CERTIFICATE', certificate),
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * The certificate in `https` below the data directory; made anew when there is none, when it ends within 30 days, or when it does not hold
 * for one of `names` (DNS names and addresses). Files for their owner only (mode 0600).
 * @throws {OptionError} `data-dir`, when a file is there and cannot be read.
 */
export async function loadDevelopmentCertificate(
  dataDir: string,
  names: readonly string[],
  clock: Clock,
): Promise<DevelopmentCertificate> {
  const folder = join(dataDir, 'https');
  const [path, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const [certificate, key] = [await readIfThere(path), await readIfThere(keyPath)];
  if (certificate !== undefined && key !== undefined) {
    const kept = { certificate, key };
    if (isUsable(kept, names, clock.now())) return { ...kept, path, isNew: false };
  }
  const made = makeCredentials(names, clock.now());
  await createPrivateFolder(folder);
  await writeFileDurably(keyPath, made.key);
  await writeFileDurably(path, made.certificate);
  return { ...made, path, isNew: true };
}
