// Key components for Keycloak: whole with their keys, partial without. Its import refuses a key that it cannot read,
// and silently makes another one where the recorded size is not the key's.
import { X509Certificate } from 'node:crypto';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { findKeyFault, type RealmKey, readKeyComponent } from '#protocol/crypto/key-components.ts';
import { setting } from '#protocol/crypto/key-providers.ts';
import type { Report } from './findings.ts';

/** A key provider of Keycloak. */
interface KeyProviderRow {
  /** Settings besides {@link COMMON}; Keycloak's partial export contains no others. */
  readonly settings: readonly string[];
  /** The settings with the key. A generated key needs all of them, or Keycloak generates another one. */
  readonly material: readonly string[];
  /** Keycloak makes the key; otherwise it comes with the component, which cannot do without. */
  readonly isGenerated: boolean;
  /** The setting with the size or curve, which must be the key's. */
  readonly size?: string;
}

const COMMON: readonly string[] = ['priority', 'enabled', 'active', 'algorithm'];

const generated = (size: string, ...material: readonly string[]): KeyProviderRow => ({
  settings: [size, 'keyUse'],
  material,
  isGenerated: true,
  size,
});
const rsa = generated('keySize', 'privateKey', 'certificate');
const secret = generated('secretSize', 'secret', 'kid');
const imported: KeyProviderRow = { settings: [], material: ['privateKey'], isGenerated: false };

const KEYSTORE = 'java-keystore';

const PROVIDERS: Readonly<Record<string, KeyProviderRow>> = {
  'rsa-generated': rsa,
  'rsa-enc-generated': rsa,
  'hmac-generated': secret,
  'hmac-generated-hs512': secret,
  'aes-generated': secret,
  'ecdsa-generated': generated('ecdsaEllipticCurveKey', 'ecdsaPrivateKey', 'ecdsaPublicKey'),
  'ecdh-generated': generated('ecdhEllipticCurveKey', 'ecdhPrivateKey', 'ecdhPublicKey'),
  'eddsa-generated': generated('eddsaEllipticCurveKey', 'eddsaPrivateKey', 'eddsaPublicKey'),
  rsa: imported,
  'rsa-enc': imported,
  [KEYSTORE]: imported,
};

function findRow({ providerId }: ComponentRepresentation): KeyProviderRow | undefined {
  return Object.hasOwn(PROVIDERS, providerId) ? PROVIDERS[providerId] : undefined;
}

/** Whether Keycloak itself provides keys of this kind. */
export function isKeycloakKeyProvider(providerId: string): boolean {
  return Object.hasOwn(PROVIDERS, providerId);
}

/**
 * The component without its key, as in Keycloak's partial export: an import generates the key again. Undefined for a key
 * that is not generated: without it, or with a mask in its place, the import is refused.
 */
export function keyComponentWithoutKey(
  component: ComponentRepresentation,
): ComponentRepresentation | undefined {
  const row = findRow(component);
  if (row === undefined || !row.isGenerated) return undefined;
  const shown = new Set([...COMMON, ...row.settings]);
  const config = Object.entries(component.config ?? {}).filter(([name]) => shown.has(name));
  return { ...component, config: Object.fromEntries(config) };
}

/** Curves by OpenSSL's name or by key type, as Keycloak names them. */
const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
};

function read(component: ComponentRepresentation): RealmKey | undefined {
  try {
    return readKeyComponent(component);
  } catch {
    // The caller reports that the key cannot be read.
    return undefined;
  }
}

/** The secret in bytes, the key in bits, or its curve; undefined if the key cannot be read. */
function readSize(component: ComponentRepresentation): string | undefined {
  const text = setting(component.config ?? {}, 'secret');
  if (text !== undefined)
    return /^[\w+/-]+=*$/.test(text) ? String(Buffer.from(text, 'base64url').length) : undefined;
  const key = read(component)?.privateKey;
  const { modulusLength, namedCurve } = key?.asymmetricKeyDetails ?? {};
  return modulusLength === undefined
    ? CURVES[namedCurve ?? key?.asymmetricKeyType ?? '']
    : String(modulusLength);
}

/** At a place of the file, at an instant in milliseconds. */
interface Place {
  readonly path: string;
  readonly now: number;
  readonly report: Report;
}

/** A key component as Keycloak's import accepts it, so that the key stays the same. Undefined: left out, with a report. */
export function keyComponentForKeycloak(
  component: ComponentRepresentation,
  place: Place,
): ComponentRepresentation | undefined {
  const row = findRow(component);
  if (row === undefined) return component;
  const fault = findKeyFault(component);
  if (fault !== undefined) {
    place.report(place.path, `Keycloak refuses the key, so it is left out: ${fault}.`);
    return undefined;
  }
  if (row.isGenerated) return generatedKey(component, row, place);
  return component.providerId === KEYSTORE ? component : importedKey(component, place);
}

function generatedKey(
  component: ComponentRepresentation,
  { material, size }: KeyProviderRow,
  { path, report }: Place,
): ComponentRepresentation {
  const { config = {} } = component;
  const given = material.filter((name) => setting(config, name) !== undefined);
  if (given.length === 0 || size === undefined) return component;
  // Keys for encryption between servers are not read here.
  if (component.providerId === 'ecdh-generated' && given.length === material.length) return component;
  const actual = given.length === material.length ? readSize(component) : undefined;
  if (actual !== undefined) return { ...component, config: { ...config, [size]: [actual] } };
  report(path, 'The key is not complete or cannot be read, so Keycloak generates another one.');
  const kept = Object.entries(config).filter(([name]) => !material.includes(name));
  return { ...component, config: Object.fromEntries(kept) };
}

function importedKey(
  component: ComponentRepresentation,
  { path, now, report }: Place,
): ComponentRepresentation | undefined {
  const key = read(component);
  if (key === undefined) {
    report(path, 'Keycloak refuses a key that it cannot read, so it is left out.');
    return undefined;
  }
  const { certificate, ...config } = component.config ?? {};
  if (config['kid'] !== undefined)
    report(`${path}.config.kid`, 'Keycloak derives the ID of the key from the key instead.');
  if (key.certificate === undefined || isValidAt(key.certificate, now)) return component;
  report(
    `${path}.config.certificate`,
    'Keycloak refuses an expired certificate and makes another one instead.',
  );
  return { ...component, config };
}

/** Whether a certificate (Base64-encoded DER) is valid at an instant. */
function isValidAt(certificate: string, now: number): boolean {
  const { validFrom, validTo } = new X509Certificate(Buffer.from(certificate, 'base64'));
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
