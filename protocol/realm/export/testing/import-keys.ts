// For tests: Keycloak's import of key components.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { itemsOf, type Json, objectOf, textOf } from './json.ts';
import type { Known } from './known.ts';

const MASK = '**********';

interface Key {
  readonly name: string;
  readonly providerId: string;
  get(setting: string): string | undefined;
}

export function importKeys(realm: Json, known: Known): void {
  for (const { name, providerId, config } of itemsOf(
    objectOf(realm['components'])['org.keycloak.keys.KeyProvider'],
  )) {
    const key: Key = {
      name: textOf(name),
      providerId: textOf(providerId),
      get: (setting) => {
        const values = objectOf(config)[setting];
        return Array.isArray(values) && values[0] !== '' ? textOf(values[0]) : undefined;
      },
    };
    for (const fault of listFaults(key, known)) known.refuse(`${key.name}: ${fault}`);
  }
}

function listFaults(key: Key, known: Known): readonly string[] {
  if (!/^-?\d+$/.test(key.get('priority') ?? '0')) return ["'Priority' should be a number"];
  if (/^rsa(-enc)?$/.test(key.providerId)) return listImportedFaults(key, known);
  if (/^rsa(-enc)?-generated$/.test(key.providerId)) return listGeneratedFaults(key);
  if (/^(hmac|aes)-generated/.test(key.providerId)) return listSecretFaults(key);
  const curve = key.providerId.replace('-generated', '');
  const [secret, open] = [key.get(`${curve}PrivateKey`), key.get(`${curve}PublicKey`)];
  return (secret === undefined) === (open === undefined) && secret !== MASK
    ? []
    : ['Failed to get EC from its key'];
}

function listImportedFaults(key: Key, { now }: Known): readonly string[] {
  const pair = readKey(key.get('privateKey'));
  if (pair === undefined) return ['Failed to decode private key'];
  const certificate = readCertificate(key.get('certificate'));
  if (certificate === undefined) return [];
  if (!certificate.checkPrivateKey(pair)) return ['Certificate does not match private key'];
  return Date.parse(certificate.validTo) < now ? ['Certificate is not valid'] : [];
}

function listGeneratedFaults(key: Key): readonly string[] {
  const [text, certificate] = [key.get('privateKey'), key.get('certificate')];
  if (text === undefined && certificate === undefined) return [];
  if (text === undefined || certificate === undefined) return ['a new key is generated'];
  const pair = readKey(text);
  if (pair === undefined) return ['PemException'];
  const size = String(pair.asymmetricKeyDetails?.modulusLength);
  return size === (key.get('keySize') ?? '2048')
    ? []
    : [`a new key is generated instead of one of ${size} bits`];
}

const SECRET_SIZES: Readonly<Record<string, number>> = {
  'hmac-generated': 64,
  'hmac-generated-hs512': 128,
  'aes-generated': 16,
};

function listSecretFaults(key: Key): readonly string[] {
  const secret = key.get('secret');
  if (secret === undefined) return [];
  if (secret === MASK) return ['the secret is no Base64URL'];
  const expected = Number(key.get('secretSize') ?? SECRET_SIZES[key.providerId]);
  return Buffer.from(secret, 'base64url').length === expected ? [] : ['a new secret is generated'];
}

/** PEM, or the base64 of PKCS#8 or PKCS#1. */
function readKey(text: string | undefined): KeyObject | undefined {
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  const forms = [
    () => createPrivateKey(text),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ];
  for (const read of forms) {
    try {
      return read();
    } catch {
      // The next form may fit.
    }
  }
  return undefined;
}

function readCertificate(text: string | undefined): X509Certificate | undefined {
  const der = text?.replaceAll(/-----[^-]+-----|\s/g, '');
  return der === undefined ? undefined : new X509Certificate(Buffer.from(der, 'base64'));
}
