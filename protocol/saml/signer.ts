// Selects the realm key that signs for a service provider, and renders its KeyInfo.
import { X509Certificate } from 'node:crypto';
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import {
  CANONICALIZATIONS,
  findXmlSignature,
  XML_SIGNATURES,
  type XmlSignatureAlgorithm,
  XmlSignatureError,
  type XmlSigner,
} from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { escapeText } from '#protocol/xml/write-xml.ts';
import type { KeyNameKind, ServiceProvider } from './service-provider.ts';

/** All signatures use the RS256 key, so that service providers need only one certificate. */
const KEY_ALGORITHM = 'RS256';

/** How the realm signs. */
export interface SignatureSettings {
  readonly algorithm: XmlSignatureAlgorithm;
  /** URI for SignedInfo. */
  readonly canonicalization: string;
  readonly keyName: KeyNameKind;
}

export interface SamlSigners {
  /** @throws {TypeError} for a realm without a key. */
  signerBy(realm: Realm, settings: SignatureSettings): Promise<XmlSigner>;
  /** @throws {SamlStatusError} `processing_failed` for unsupported signature settings. */
  signerFor(realm: Realm, provider: ServiceProvider): Promise<XmlSigner>;
  /** URI of the algorithm for messages to a service provider. @throws {SamlStatusError} as `signerFor`. */
  algorithmUri(provider: ServiceProvider): string;
  /** Enabled signing keys for the metadata, active ones first. */
  signingKeys(realm: Realm): Promise<readonly RealmKey[]>;
}

/** Signers are cached per key and settings. */
export function createSamlSigners(keys: Pick<RealmKeys, 'list'>): SamlSigners {
  const known = new WeakMap<RealmKey, Map<string, XmlSigner>>();
  const signingKeys = async (realm: Realm): Promise<readonly RealmKey[]> => {
    const all = await keys.list(realm.name);
    const usable = all.filter(
      (key) => key.algorithm === KEY_ALGORITHM && key.use === 'SIG' && key.status !== 'DISABLED',
    );
    return [...usable.filter(isActive), ...usable.filter((key) => !isActive(key))];
  };
  const signerBy: SamlSigners['signerBy'] = async (realm, { algorithm, canonicalization, keyName }) => {
    const [key] = await signingKeys(realm);
    if (key?.privateKey === undefined) throw new TypeError(`realm ${realm.name} has no ${KEY_ALGORITHM} key`);
    const { privateKey } = key;
    const signers = remember(known, key, () => new Map<string, XmlSigner>());
    return remember(signers, `${algorithm} ${canonicalization} ${keyName}`, () => ({
      algorithm,
      canonicalization,
      key: privateKey,
      keyInfo: renderKeyInfo(key, keyName),
    }));
  };
  return {
    signingKeys,
    signerBy,
    algorithmUri: (provider) => XML_SIGNATURES[algorithmOf(provider)].method,
    signerFor: async (realm, provider) =>
      signerBy(realm, {
        algorithm: algorithmOf(provider),
        canonicalization: canonicalizationOf(provider),
        keyName: provider.keyName,
      }),
  };
}

function isActive(key: RealmKey): boolean {
  return key.status === 'ACTIVE';
}

function algorithmOf({ client, signatureAlgorithm }: ServiceProvider): XmlSignatureAlgorithm {
  try {
    return findXmlSignature(signatureAlgorithm);
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw new SamlStatusError('processing_failed', {
      reason: `Attribute saml.signature.algorithm of client ${client.clientId} cannot be followed: ${error.reason}.`,
      remedy: `Set saml.signature.algorithm of client ${client.clientId} to RSA_SHA256 or another one of ${Object.keys(XML_SIGNATURES).join(', ')}.`,
      section: 'SAML Core §5.4',
      cause: error,
    });
  }
}

function canonicalizationOf({ client, canonicalization }: ServiceProvider): string {
  const known: readonly string[] = Object.values(CANONICALIZATIONS);
  if (canonicalization === undefined) return CANONICALIZATIONS.exclusive;
  if (known.includes(canonicalization)) return canonicalization;
  throw new SamlStatusError('processing_failed', {
    reason: `Attribute saml_signature_canonicalization_method of client ${client.clientId} is not supported.`,
    remedy: `Set saml_signature_canonicalization_method of client ${client.clientId} to one of ${known.join(', ')}.`,
    section: 'SAML Core §5.4.3',
  });
}

function keyNameOf(key: RealmKey, kind: KeyNameKind): string | undefined {
  if (kind === 'NONE') return undefined;
  if (kind === 'KEY_ID' || key.certificate === undefined) return key.kid;
  const { subject } = new X509Certificate(Buffer.from(key.certificate, 'base64'));
  // RFC 4514 §2.1: the most specific part first.
  return subject.split('\n').reverse().join(',');
}

function renderKeyInfo(key: RealmKey, kind: KeyNameKind): string {
  const name = keyNameOf(key, kind);
  const named = name === undefined ? '' : `<dsig:KeyName>${escapeText(name)}</dsig:KeyName>`;
  const certificate =
    key.certificate === undefined
      ? renderKeyValue(key)
      : `<dsig:X509Data><dsig:X509Certificate>${key.certificate}</dsig:X509Certificate></dsig:X509Data>`;
  return named + certificate;
}

/** The bare key, if there is no certificate. XML Signature §4.5.2.2. */
function renderKeyValue({ publicKey }: RealmKey): string {
  const { n = '', e = '' } = publicKey?.export({ format: 'jwk' }) ?? {};
  const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
  return `<dsig:KeyValue><dsig:RSAKeyValue><dsig:Modulus>${base64(n)}</dsig:Modulus><dsig:Exponent>${base64(e)}</dsig:Exponent></dsig:RSAKeyValue></dsig:KeyValue>`;
}
