// Key providers as a realm file carries them: one table row per kind of key, read and made.
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { createCertificate } from './certificate.ts';
import { createUuid, sha256Base64Url } from './identifiers.ts';

/** A key of a realm. */
export interface RealmKey {
  readonly componentId: string | undefined;
  readonly providerId: string;
  readonly name: string;
  readonly kid: string;
  /** RFC 7518 §3.1 or §4.1. */
  readonly algorithm: string;
  readonly use: 'SIG' | 'ENC';
  readonly type: 'RSA' | 'EC' | 'OKP' | 'OCT';
  readonly priority: number;
  readonly status: 'ACTIVE' | 'PASSIVE' | 'DISABLED';
  readonly publicKey?: KeyObject;
  readonly privateKey?: KeyObject;
  readonly secretKey?: KeyObject;
  /** Base64 of the certificate's DER. */
  readonly certificate?: string;
  /** Milliseconds. */
  readonly validTo?: number;
}

/** How a new key is described. */
export interface NewKey {
  readonly realmName: string;
  readonly priority: number;
  /** Milliseconds. */
  readonly now: number;
}

type Config = Record<string, string[]>;
type Material = Pick<
  RealmKey,
  'kid' | 'type' | 'publicKey' | 'privateKey' | 'secretKey' | 'certificate' | 'validTo'
>;

interface Provider {
  readonly use: 'SIG' | 'ENC';
  readonly defaultAlgorithm: string;
  /** Algorithms that {@link makeKeyComponent} makes with this provider. */
  readonly makes: readonly string[];
  read(config: Config): Material | undefined;
  make(algorithm: string, key: NewKey): Promise<Config>;
}

const generatePair = promisify(generateKeyPair);
const CERTIFICATE_YEARS = 10;

const first = (config: Config, name: string): string | undefined => config[name]?.[0];

/** PEM, or the base64 of the DER as Keycloak stores it: PKCS#8, or PKCS#1 for RSA keys of older files. */
function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text);
  const key = Buffer.from(text, 'base64');
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    // Not PKCS#8: what PKCS#1 says of it is what the caller is told.
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
  }
}

/** The key's identifier: SHA-256 over the public key's DER, as Keycloak's. */
function kidOf(publicKey: KeyObject): string {
  return sha256Base64Url(publicKey.export({ type: 'spki', format: 'der' }));
}

const KEY_TYPES = { rsa: 'RSA', ec: 'EC', ed25519: 'OKP', ed448: 'OKP' } as const;

function readPair(privateText: string | undefined, config: Config): Material | undefined {
  if (privateText === undefined || privateText === '') return undefined;
  const privateKey = readPrivateKey(privateText);
  const publicKey = createPublicKey(privateKey);
  const type = KEY_TYPES[privateKey.asymmetricKeyType as keyof typeof KEY_TYPES] ?? 'RSA';
  const certificate = first(config, 'certificate')?.replaceAll(/-----[^-]+-----|\s/g, '');
  const kid = first(config, 'kid') ?? kidOf(publicKey);
  if (certificate === undefined || certificate === '') return { kid, type, publicKey, privateKey };
  const validTo = new X509Certificate(Buffer.from(certificate, 'base64')).validTo;
  return { kid, type, publicKey, privateKey, certificate, validTo: Date.parse(validTo) };
}

async function makeRsa(algorithm: string, key: NewKey): Promise<Config> {
  const pair = await generatePair('rsa', { modulusLength: 2048 });
  const notBefore = new Date(key.now);
  const notAfter = new Date(key.now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + CERTIFICATE_YEARS);
  const certificate = createCertificate({ commonName: key.realmName, ...pair, notBefore, notAfter });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { privateKey: [privateKey], certificate: [certificate], algorithm: [algorithm], keySize: ['2048'] };
}

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

async function makeEc(algorithm: string): Promise<Config> {
  const curve = CURVES[algorithm] ?? 'P-256';
  const pair = await generatePair('ec', { namedCurve: curve });
  return {
    ecdsaPrivateKey: [pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
    ecdsaPublicKey: [pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    ecdsaEllipticCurveKey: [curve],
    algorithm: [algorithm],
  };
}

async function makeEd(): Promise<Config> {
  const pair = await generatePair('ed25519', {});
  return {
    eddsaPrivateKey: [pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
    eddsaPublicKey: [pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    eddsaEllipticCurveKey: ['Ed25519'],
    algorithm: ['EdDSA'],
  };
}

/** Bytes of a new HMAC secret: the hash's size (RFC 7518 §3.2), as Keycloak. */
const HMAC_SECRET_BYTES = 64;

async function makeHmac(algorithm: string): Promise<Config> {
  const secret = randomBytes(HMAC_SECRET_BYTES).toString('base64url');
  return {
    kid: [createUuid()],
    secret: [secret],
    secretSize: [String(HMAC_SECRET_BYTES)],
    algorithm: [algorithm],
  };
}

function readHmac(config: Config): Material | undefined {
  const secret = first(config, 'secret');
  const kid = first(config, 'kid');
  if (secret === undefined || kid === undefined) return undefined;
  return { kid, type: 'OCT', secretKey: createSecretKey(Buffer.from(secret, 'base64url')) };
}

const RSA_SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const readRsa = (config: Config): Material | undefined => readPair(first(config, 'privateKey'), config);

/** One row for each provider of keys that are used here. Others (aes-generated, java-keystore) stay in the realm file, unread. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  'rsa-generated': {
    use: 'SIG',
    defaultAlgorithm: 'RS256',
    makes: RSA_SIGNATURES,
    read: readRsa,
    make: makeRsa,
  },
  'rsa-enc-generated': {
    use: 'ENC',
    defaultAlgorithm: 'RSA-OAEP',
    makes: ['RSA-OAEP', 'RSA-OAEP-256'],
    read: readRsa,
    make: makeRsa,
  },
  'hmac-generated': {
    use: 'SIG',
    defaultAlgorithm: 'HS512',
    makes: ['HS256', 'HS384', 'HS512'],
    read: readHmac,
    make: makeHmac,
  },
  'ecdsa-generated': {
    use: 'SIG',
    defaultAlgorithm: 'ES256',
    makes: ['ES256', 'ES384', 'ES512'],
    read: (config) => readPair(first(config, 'ecdsaPrivateKey'), config),
    make: makeEc,
  },
  'eddsa-generated': {
    use: 'SIG',
    defaultAlgorithm: 'EdDSA',
    makes: ['EdDSA'],
    read: (config) => readPair(first(config, 'eddsaPrivateKey'), config),
    make: makeEd,
  },
  rsa: { use: 'SIG', defaultAlgorithm: 'RS256', makes: [], read: readRsa, make: makeRsa },
  'rsa-enc': { use: 'ENC', defaultAlgorithm: 'RSA-OAEP', makes: [], read: readRsa, make: makeRsa },
};

/** The provider that makes keys for an algorithm. */
export function keyProviderFor(algorithm: string): string | undefined {
  return Object.keys(PROVIDERS).find((providerId) => PROVIDERS[providerId]?.makes.includes(algorithm));
}

function statusOf(config: Config): RealmKey['status'] {
  if (first(config, 'enabled') === 'false') return 'DISABLED';
  return first(config, 'active') === 'false' ? 'PASSIVE' : 'ACTIVE';
}

/** The key of a component; undefined when its kind is not used here or its material is missing. @throws {Error} when the material is damaged. */
export function readKeyComponent(component: ComponentRepresentation): RealmKey | undefined {
  const provider = PROVIDERS[component.providerId];
  const config = component.config ?? {};
  const material = provider?.read(config);
  if (provider === undefined || material === undefined) return undefined;
  const ecAlgorithm = Object.keys(CURVES).find(
    (name) => CURVES[name] === first(config, 'ecdsaEllipticCurveKey'),
  );
  return {
    componentId: component.id,
    providerId: component.providerId,
    name: component.name ?? component.providerId,
    algorithm: first(config, 'algorithm') ?? ecAlgorithm ?? provider.defaultAlgorithm,
    use: first(config, 'keyUse') === 'ENC' ? 'ENC' : provider.use,
    priority: Number(first(config, 'priority') ?? 0),
    status: statusOf(config),
    ...material,
  };
}

/** A new key as a component. @throws {TypeError} for an algorithm that no provider makes. */
export async function makeKeyComponent(
  algorithm: string,
  key: NewKey,
): Promise<ComponentRepresentation & { id: string }> {
  const providerId = keyProviderFor(algorithm);
  const provider = PROVIDERS[providerId ?? ''];
  if (providerId === undefined || provider === undefined)
    throw new TypeError(`no key can be made for ${algorithm}`);
  const config = await provider.make(algorithm, key);
  const suffix =
    algorithm === provider.defaultAlgorithm && providerId !== 'hmac-generated'
      ? ''
      : `-${algorithm.toLowerCase()}`;
  return {
    id: createUuid(),
    name: `${providerId}${suffix}`,
    providerId,
    config: { priority: [String(key.priority)], ...config },
  };
}
