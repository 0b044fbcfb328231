// The supported key types of realm files: one table row per provider, which reads and generates key material.
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
import type { KeyProviderId } from '#protocol/contract/settings/component.ts';
import { createCertificate } from './certificate.ts';
import { createUuid, sha256Base64Url } from './identifiers.ts';
import { takeRsaPair } from './rsa-pairs.ts';

/** A component's configuration: lists of strings, of which only the first is used. */
export type KeyConfig = Readonly<Record<string, string[]>>;

/** A key as read from a component. */
export interface KeyMaterial {
  readonly kid: string;
  readonly type: 'RSA' | 'EC' | 'OKP' | 'OCT';
  readonly publicKey?: KeyObject;
  readonly privateKey?: KeyObject;
  readonly secretKey?: KeyObject;
  /** Base64-encoded DER. */
  readonly certificate?: string;
  /** Milliseconds. */
  readonly validTo?: number;
}

/** The realm that a key is generated for. */
export interface KeyOwner {
  readonly realmName: string;
  /** Milliseconds. */
  readonly now: number;
}

export interface KeyProvider {
  readonly use: 'SIG' | 'ENC';
  readonly defaultAlgorithm: string;
  /** Supported algorithms. */
  readonly algorithms: readonly string[];
  /** Whether keys are generated; otherwise they are imported with the component. */
  readonly isGenerated: boolean;
  /** Settings that administrators can edit, besides priority, enabled and active. */
  readonly settings: readonly string[];
  /** Settings whose change requires a new key. */
  readonly shapes: readonly string[];
  /** The algorithm, if determined by a setting other than `algorithm`. */
  readonly algorithmOf?: (config: KeyConfig) => string | undefined;
  /** Undefined without key material. @throws {Error} when the material is invalid. */
  read(config: KeyConfig): KeyMaterial | undefined;
  /** Returns the configuration with key material. */
  make(config: KeyConfig, algorithm: string, owner: KeyOwner): Promise<KeyConfig>;
}

const generatePair = promisify(generateKeyPair);
const CERTIFICATE_YEARS = 10;
/** For clients whose clock is behind. Compat: Keycloak backdates certificates, too. */
const BACKDATE_MS = 24 * 60 * 60 * 1000;

/** Undefined when absent or blank. */
export function setting(config: KeyConfig, name: string): string | undefined {
  return config[name]?.[0] || undefined;
}

/** Replaces OpenSSL's error with one that names the setting. @throws {TypeError} */
function readSetting<T>(name: string, form: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new TypeError(`${name} must be ${form}`, { cause: error });
  }
}

/** Reads PEM, or base64-encoded DER as Keycloak stores it: PKCS#8, or PKCS#1 for RSA keys in older files. */
function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text);
  const key = Buffer.from(text, 'base64');
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    // Not PKCS#8; if it is not PKCS#1 either, that error is thrown.
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
  }
}

/** The key ID: SHA-256 over the public key's DER, as in Keycloak. */
function kidOf(publicKey: KeyObject): string {
  return sha256Base64Url(publicKey.export({ type: 'spki', format: 'der' }));
}

const KEY_TYPES = { rsa: 'RSA', ec: 'EC', ed25519: 'OKP', ed448: 'OKP' } as const;

function readPair(privateText: string | undefined, config: KeyConfig): KeyMaterial | undefined {
  if (privateText === undefined) return undefined;
  const form = 'a private key as PEM, or the base64 of its DER (PKCS#8), without a password';
  const privateKey = readSetting('privateKey', form, () => readPrivateKey(privateText));
  const publicKey = createPublicKey(privateKey);
  const type = KEY_TYPES[privateKey.asymmetricKeyType as keyof typeof KEY_TYPES] ?? 'RSA';
  const certificate = setting(config, 'certificate')?.replaceAll(/-----[^-]+-----|\s/g, '');
  const kid = setting(config, 'kid') ?? kidOf(publicKey);
  if (certificate === undefined || certificate === '') return { kid, type, publicKey, privateKey };
  const x509 = readSetting(
    'certificate',
    'an X.509 certificate as PEM, or the base64 of its DER',
    () => new X509Certificate(Buffer.from(certificate, 'base64')),
  );
  if (!x509.checkPrivateKey(privateKey)) throw new TypeError('certificate does not match the private key');
  return { kid, type, publicKey, privateKey, certificate, validTo: Date.parse(x509.validTo) };
}

const readRsa = (config: KeyConfig): KeyMaterial | undefined => {
  const material = readPair(setting(config, 'privateKey'), config);
  if (material !== undefined && material.type !== 'RSA') throw new TypeError('privateKey is not an RSA key');
  return material;
};

function certificateOf(pair: { publicKey: KeyObject; privateKey: KeyObject }, owner: KeyOwner): string {
  const notBefore = new Date(owner.now - BACKDATE_MS);
  const notAfter = new Date(owner.now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + CERTIFICATE_YEARS);
  return createCertificate({ commonName: owner.realmName, ...pair, notBefore, notAfter });
}

const base64Of = (key: KeyObject): string =>
  (key.type === 'private'
    ? key.export({ type: 'pkcs8', format: 'der' })
    : key.export({ type: 'spki', format: 'der' })
  ).toString('base64');

async function makeRsa(config: KeyConfig, algorithm: string, owner: KeyOwner): Promise<KeyConfig> {
  const modulusLength = Number(setting(config, 'keySize') ?? 2048);
  const pair = await takeRsaPair(modulusLength);
  return {
    ...config,
    privateKey: [base64Of(pair.privateKey)],
    certificate: [certificateOf(pair, owner)],
    algorithm: [algorithm],
    keySize: [String(modulusLength)],
  };
}

/** An imported key is kept unchanged; a missing certificate is generated. */
async function adoptRsa(config: KeyConfig, algorithm: string, owner: KeyOwner): Promise<KeyConfig> {
  const material = readRsa(config);
  if (material?.privateKey === undefined || material.publicKey === undefined)
    throw new TypeError('privateKey is required');
  const { privateKey, publicKey, certificate = certificateOf({ privateKey, publicKey }, owner) } = material;
  return { ...config, certificate: [certificate], algorithm: [algorithm] };
}

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

function algorithmOfCurve(config: KeyConfig): string | undefined {
  return Object.keys(CURVES).find((name) => CURVES[name] === setting(config, 'ecdsaEllipticCurveKey'));
}

async function makeEc(config: KeyConfig, algorithm: string): Promise<KeyConfig> {
  const curve = CURVES[algorithm] ?? 'P-256';
  const pair = await generatePair('ec', { namedCurve: curve });
  return {
    ...config,
    ecdsaPrivateKey: [base64Of(pair.privateKey)],
    ecdsaPublicKey: [base64Of(pair.publicKey)],
    ecdsaEllipticCurveKey: [curve],
    algorithm: [algorithm],
  };
}

async function makeEd(config: KeyConfig): Promise<KeyConfig> {
  const curve = setting(config, 'eddsaEllipticCurveKey') ?? 'Ed25519';
  const pair = await (curve === 'Ed448' ? generatePair('ed448', {}) : generatePair('ed25519', {}));
  return {
    ...config,
    eddsaPrivateKey: [base64Of(pair.privateKey)],
    eddsaPublicKey: [base64Of(pair.publicKey)],
    eddsaEllipticCurveKey: [curve],
    algorithm: ['EdDSA'],
  };
}

/** Size of a new HMAC secret in bytes: that of the largest hash (RFC 7518 §3.2), as in Keycloak. */
const HMAC_SECRET_BYTES = 64;

async function makeHmac(config: KeyConfig, algorithm: string): Promise<KeyConfig> {
  const bytes = Number(setting(config, 'secretSize') ?? HMAC_SECRET_BYTES);
  return {
    ...config,
    kid: [createUuid()],
    secret: [randomBytes(bytes).toString('base64url')],
    secretSize: [String(bytes)],
    algorithm: [algorithm],
  };
}

function readHmac(config: KeyConfig): KeyMaterial | undefined {
  const secret = setting(config, 'secret');
  const kid = setting(config, 'kid');
  if (secret === undefined || kid === undefined) return undefined;
  return { kid, type: 'OCT', secretKey: createSecretKey(Buffer.from(secret, 'base64url')) };
}

const RSA_SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const RSA_ENCRYPTIONS = ['RSA-OAEP', 'RSA-OAEP-256'];
const signing = { use: 'SIG', defaultAlgorithm: 'RS256', algorithms: RSA_SIGNATURES } as const;
const encrypting = { use: 'ENC', defaultAlgorithm: 'RSA-OAEP', algorithms: RSA_ENCRYPTIONS } as const;
const generatedRsa = {
  isGenerated: true,
  settings: ['algorithm', 'keySize', 'keyUse'],
  shapes: ['keySize'],
  read: readRsa,
  make: makeRsa,
};
const importedRsa = {
  isGenerated: false,
  settings: ['algorithm', 'privateKey', 'certificate', 'keyUse', 'kid'],
  shapes: ['privateKey', 'certificate'],
  read: readRsa,
  make: adoptRsa,
};

const UNUSED: ReadonlyMap<string, readonly string[]> = new Map([
  ['aes-generated', ['secretSize']],
  ['ecdh-generated', ['ecdhEllipticCurveKey', 'ecdhAlgorithm']],
]);

/** Settings of a provider of Keycloak's that nothing here needs: its components are kept and get no key. */
export function findUnusedKeySettings(providerId: string): readonly string[] | undefined {
  return UNUSED.get(providerId);
}

/** The supported key providers. Others (java-keystore) stay in the realm file unread. */
export const KEY_PROVIDERS: Readonly<Record<KeyProviderId, KeyProvider>> = {
  'rsa-generated': { ...signing, ...generatedRsa },
  'rsa-enc-generated': { ...encrypting, ...generatedRsa },
  'hmac-generated': {
    use: 'SIG',
    defaultAlgorithm: 'HS512',
    algorithms: ['HS256', 'HS384', 'HS512'],
    isGenerated: true,
    settings: ['algorithm', 'secretSize'],
    shapes: ['secretSize'],
    read: readHmac,
    make: makeHmac,
  },
  'ecdsa-generated': {
    use: 'SIG',
    defaultAlgorithm: 'ES256',
    algorithms: ['ES256', 'ES384', 'ES512'],
    isGenerated: true,
    settings: ['ecdsaEllipticCurveKey'],
    shapes: ['ecdsaEllipticCurveKey'],
    algorithmOf: algorithmOfCurve,
    read: (config) => readPair(setting(config, 'ecdsaPrivateKey'), config),
    make: makeEc,
  },
  'eddsa-generated': {
    use: 'SIG',
    defaultAlgorithm: 'EdDSA',
    algorithms: ['EdDSA'],
    isGenerated: true,
    settings: ['eddsaEllipticCurveKey'],
    shapes: ['eddsaEllipticCurveKey'],
    read: (config) => readPair(setting(config, 'eddsaPrivateKey'), config),
    make: makeEd,
  },
  rsa: { ...signing, ...importedRsa },
  'rsa-enc': { ...encrypting, ...importedRsa },
};

/** Undefined when the provider is not supported. */
export function findKeyProvider(providerId: string): KeyProvider | undefined {
  return Object.hasOwn(KEY_PROVIDERS, providerId) ? KEY_PROVIDERS[providerId as KeyProviderId] : undefined;
}
