// keytool, as far as Dockerfiles use it: a key pair for HTTPS, and certificates to trust.
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import type { Host } from './host.ts';
import { writeKeyStore } from './key-store.ts';

class KeytoolError extends Error {}

/** 0, or 1 with a message. */
export async function runKeytool(host: Host): Promise<number> {
  try {
    const { command, options } = parse(host.args);
    host.report(COMMANDS.get(command)?.(host, options) ?? '');
    return 0;
  } catch (error) {
    if (!(error instanceof KeytoolError)) throw error;
    host.report(`keytool: ${error.message}`);
    return 1;
  }
}

type Command = (host: Host, options: Parsed['options']) => string;

/** Each returns what to report. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['-genkeypair', generate],
  ['-genkey', generate],
  ['-importcert', trust],
  ['-import', trust],
]);

const REMEDY =
  'There is no Java here: keytool creates key pairs (-genkeypair) and adds certificates to trust (-importcert). Use PEM files, or a PKCS #12 key store made elsewhere.';

/** Options without a value. */
const SWITCHES = new Set(['-noprompt', '-cacerts', '-trustcacerts', '-v', '-rfc']);

/** Options with a value: those that are read, and those that change nothing here. */
const WITH_VALUE = new Set([
  ...['-alias', '-dname', '-ext', '-file', '-keyalg', '-keysize', '-keystore', '-storepass', '-storetype'],
  ...['-validity', '-keypass', '-sigalg'],
]);

interface Parsed {
  readonly command: string;
  /** Several `-ext` are one, separated by line breaks. */
  readonly options: ReadonlyMap<string, string>;
}

function parse(args: readonly string[]): Parsed {
  const [command = '(no command)', ...rest] = args;
  const options = new Map<string, string>();
  if (!COMMANDS.has(command)) throw new KeytoolError(`${command} is not supported in this image. ${REMEDY}`);
  for (let index = 0; index < rest.length; index++) {
    const name = rest[index] ?? '';
    checkOption(name);
    const value = SWITCHES.has(name) ? '' : rest[++index];
    if (value === undefined) throw new KeytoolError(`${name} needs a value.`);
    options.set(name, name === '-ext' ? `${options.get(name) ?? ''}\n${value}` : value);
  }
  return { command, options };
}

function checkOption(name: string): void {
  if (!name.startsWith('-'))
    throw new KeytoolError(`${name} is not expected here. Options are written -name value.`);
  if (!SWITCHES.has(name) && !WITH_VALUE.has(name))
    throw new KeytoolError(`${name} is not supported in this image. ${REMEDY}`);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 90;
const DEFAULT_KEY_SIZE = 2048;
/** Smaller keys are refused by TLS, larger ones take minutes. */
const MIN_KEY_SIZE = 1024;
const MAX_KEY_SIZE = 8192;

function generate(host: Host, options: Parsed['options']): string {
  const type = options.get('-storetype') ?? 'PKCS12';
  if (!/^(pkcs12|p12)$/i.test(type))
    throw new KeytoolError(`-storetype ${type} is not supported. Write -storetype PKCS12.`);
  const path = options.get('-keystore');
  if (path === undefined) throw new KeytoolError('-keystore is missing: the file to write.');
  const password = options.get('-storepass') ?? '';
  if (password.length < 6) throw new KeytoolError('-storepass needs a password of at least 6 characters.');
  const { publicKey, privateKey } = makeKeys(options);
  const now = Date.now();
  const names = readNames(options.get('-ext') ?? '');
  const certificate = createCertificate({
    commonName: /(?:^|,)\s*CN\s*=\s*([^,]+)/i.exec(options.get('-dname') ?? '')?.[1]?.trim() ?? 'localhost',
    publicKey,
    privateKey,
    notBefore: new Date(now),
    notAfter: new Date(now + readNumber(options, '-validity', DEFAULT_DAYS) * DAY_MS),
    serverNames: names.length > 0 ? names : ['localhost'],
  });
  const entry = {
    alias: options.get('-alias') ?? 'mykey',
    certificate: Buffer.from(certificate, 'base64'),
    privateKey,
  };
  writeNew(resolve(host.workingDirectory, path), writeKeyStore(entry, password));
  return `keytool: made a key pair and a self-signed certificate in ${path}.`;
}

function makeKeys(options: Parsed['options']): {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
} {
  const algorithm = options.get('-keyalg') ?? 'RSA';
  if (/^RSA$/i.test(algorithm)) {
    const modulusLength = readNumber(options, '-keysize', DEFAULT_KEY_SIZE);
    if (modulusLength < MIN_KEY_SIZE || modulusLength > MAX_KEY_SIZE)
      throw new KeytoolError(
        `-keysize ${modulusLength} is not supported. RSA keys have ${MIN_KEY_SIZE} to ${MAX_KEY_SIZE} bits.`,
      );
    return generateKeyPairSync('rsa', { modulusLength });
  }
  if (/^EC$/i.test(algorithm)) {
    const size = readNumber(options, '-keysize', 256);
    if (![256, 384, 521].includes(size))
      throw new KeytoolError(`-keysize ${size} is not supported. EC keys have 256, 384 or 521 bits.`);
    return generateKeyPairSync('ec', { namedCurve: `P-${size}` });
  }
  throw new KeytoolError(`-keyalg ${algorithm} is not supported. Write -keyalg RSA or -keyalg EC.`);
}

function readNumber(options: Parsed['options'], name: string, byDefault: number): number {
  const text = options.get(name);
  if (text === undefined) return byDefault;
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value === 0) throw new KeytoolError(`${name} ${text} is not a number.`);
  return value;
}

/** Of `SAN:c=DNS:localhost,IP:127.0.0.1` among the extensions. */
function readNames(extensions: string): readonly string[] {
  const [, names = ''] = /^SAN(?::\w+)?=(.*)$/im.exec(extensions) ?? [];
  return [...names.matchAll(/(DNS|IP):([^,]+)/gi)].map(([written, kind = '', name = '']) => {
    const text = name.trim();
    if (/^IP$/i.test(kind) ? isIP(text) !== 0 : /^[a-z\d*._-]+$/i.test(text)) return text;
    throw new KeytoolError(`-ext: ${written} is not a host name or address.`);
  });
}

/** Compat: a certificate in Java's or another trust store is one in Keycloak's folder, which the server reads. */
function trust(host: Host, options: Parsed['options']): string {
  const path = options.get('-file');
  if (path === undefined) throw new KeytoolError('-file is missing: the certificate to trust.');
  const from = resolve(host.workingDirectory, path);
  checkCertificate(from);
  const name = (options.get('-alias') ?? path.replace(/^.*\//, '')).replaceAll(/[^\w.-]/g, '_');
  const folder = join(host.home, 'conf/truststores');
  const to = join(folder, name.endsWith('.pem') ? name : `${name}.pem`);
  try {
    mkdirSync(folder, { recursive: true });
    copyFileSync(from, to);
  } catch (error) {
    throw cannotWrite(to, error);
  }
  return `keytool: the certificate is trusted, because it is now ${to}.`;
}

function checkCertificate(path: string): void {
  try {
    const text = readFileSync(path, 'utf8');
    new X509Certificate(text);
    if (text.includes('-----BEGIN CERTIFICATE-----')) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('E') === true && !code.startsWith('ERR_'))
      throw new KeytoolError(`${path} cannot be read (${code}).`);
  }
  throw new KeytoolError(`${path} contains no certificate in PEM form.`);
}

/** Does not replace a key store: keytool adds to it, which is not supported here. */
function writeNew(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new KeytoolError(`${path} exists already. Remove it first, or write another file.`);
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): KeytoolError {
  return new KeytoolError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
}
