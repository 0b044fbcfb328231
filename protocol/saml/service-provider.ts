// A client of protocol `saml` as a service provider with parsed settings.
import type { KeyObject, X509Certificate } from 'node:crypto';
import { CertificateError, readCertificates, verificationKeyOf } from '#protocol/crypto/read-certificates.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { NAME_ID_FORMATS } from './xml-names.ts';

/** The content of `KeyName` in `KeyInfo`. */
export type KeyNameKind = 'KEY_ID' | 'CERT_SUBJECT' | 'NONE';

export interface ServiceProvider {
  readonly client: Client;
  /** Its entity identifier, which is the clientId. */
  readonly entityId: string;
  /** Whether its messages must be signed (`saml.client.signature`). */
  readonly mustSign: boolean;
  /** Keys of the certificates in `saml.signing.certificate` that are valid now. */
  readonly verificationKeys: readonly KeyObject[];
  /** All certificates in `saml.signing.certificate`, valid or not. */
  readonly certificates: readonly X509Certificate[];
  /** Whether messages to it are signed (`saml.server.signature`). */
  readonly wantsSignedMessages: boolean;
  /** Whether assertions for it are signed (`saml.assertion.signature`). */
  readonly wantsSignedAssertions: boolean;
  /** Whether assertions for it are encrypted (`saml.encrypt`). */
  readonly wantsEncryptedAssertions: boolean;
  /** `saml.signature.algorithm`, unchecked; default `RSA_SHA256`. */
  readonly signatureAlgorithm: string;
  /** `saml_signature_canonicalization_method`; undefined means exclusive. */
  readonly canonicalization: string | undefined;
  readonly keyName: KeyNameKind;
  /** Whether redirect messages name their key in an extension (`saml.server.signature.keyinfo.ext`). */
  readonly wantsKeyHint: boolean;
  /** Whether responses always go by POST (`saml.force.post.binding`). */
  readonly forcesPost: boolean;
  /** Whether responses always go by artifact (`saml.artifact.binding`). */
  readonly forcesArtifact: boolean;
  readonly wantsAuthnStatement: boolean;
  readonly wantsOneTimeUse: boolean;
  /** `saml.assertion.lifespan` in seconds; undefined means the realm default. */
  readonly assertionLifespanSeconds: number | undefined;
  /** URN of the default name identifier format (`saml_name_id_format`). */
  readonly nameIdFormat: string;
  /** Whether that format overrides the requested one (`saml_force_name_id_format`). */
  readonly forcesNameIdFormat: boolean;
  /** Whether it may use the enhanced client profile (`saml.allow.ecp.flow`). */
  readonly allowsEcp: boolean;
}

type Settings = Omit<ServiceProvider, 'verificationKeys'>;

const FORMATS_BY_SETTING: Readonly<Record<string, string>> = {
  username: NAME_ID_FORMATS.unspecified,
  email: NAME_ID_FORMATS.email,
  transient: NAME_ID_FORMATS.transient,
  persistent: NAME_ID_FORMATS.persistent,
};

/** The maximum of the type that Keycloak stores it in. */
const MAX_LIFESPAN_SECONDS = 2_147_483_647;

const KEY_NAME_KINDS: readonly KeyNameKind[] = ['KEY_ID', 'CERT_SUBJECT', 'NONE'];

const settingsOf = new WeakMap<Client, Settings>();

/** A provider whose keys stay the same until a certificate becomes valid or expires. */
interface TimedProvider {
  readonly provider: ServiceProvider;
  readonly from: number;
  /** Milliseconds, exclusive. */
  readonly until: number;
}

const providers = new WeakMap<Client, TimedProvider>();

/** The service provider at `now`, in milliseconds. Cached until a certificate's validity changes. */
export function readServiceProvider(client: Client, now: number): ServiceProvider {
  const known = providers.get(client);
  if (known !== undefined && now >= known.from && now < known.until) return known.provider;
  const settings = remember(settingsOf, client, () => readSettings(client));
  const made = timeProvider(settings, now);
  providers.set(client, made);
  return made.provider;
}

/** When a certificate is valid, in milliseconds, both inclusive. */
export function certificateValidity(certificate: X509Certificate): {
  readonly from: number;
  readonly to: number;
} {
  return { from: Date.parse(certificate.validFrom), to: Date.parse(certificate.validTo) + 999 };
}

function timeProvider(settings: Settings, now: number): TimedProvider {
  const spans = settings.certificates.map((certificate) => ({
    certificate,
    ...certificateValidity(certificate),
  }));
  const changes = spans.flatMap(({ from, to }) => [from, to + 1]);
  const valid = spans.filter(({ from, to }) => now >= from && now <= to);
  return {
    provider: Object.freeze({
      ...settings,
      verificationKeys: valid.flatMap(({ certificate }) => verificationKeyOf(certificate) ?? []),
    }),
    from: Math.max(Number.NEGATIVE_INFINITY, ...changes.filter((change) => change <= now)),
    until: Math.min(Number.POSITIVE_INFINITY, ...changes.filter((change) => change > now)),
  };
}

function readSettings(client: Client): Settings {
  const { attributes } = client;
  const isOn = (name: string): boolean => attributes[name] === 'true';
  const lifespan = Number(attributes['saml.assertion.lifespan']);
  const keyName = attributes['saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer'];
  return {
    client,
    entityId: client.clientId,
    mustSign: isOn('saml.client.signature'),
    certificates: parseCertificates(attributes['saml.signing.certificate'] ?? ''),
    wantsSignedMessages: isOn('saml.server.signature'),
    wantsSignedAssertions: isOn('saml.assertion.signature'),
    wantsEncryptedAssertions: isOn('saml.encrypt'),
    signatureAlgorithm: attributes['saml.signature.algorithm'] || 'RSA_SHA256',
    canonicalization: attributes['saml_signature_canonicalization_method'] || undefined,
    keyName: KEY_NAME_KINDS.find((kind) => kind === keyName) ?? 'KEY_ID',
    wantsKeyHint: isOn('saml.server.signature.keyinfo.ext'),
    forcesPost: isOn('saml.force.post.binding'),
    forcesArtifact: isOn('saml.artifact.binding'),
    wantsAuthnStatement: isOn('saml.authnstatement'),
    wantsOneTimeUse: isOn('saml.onetimeuse.condition'),
    assertionLifespanSeconds:
      lifespan > 0 && lifespan <= MAX_LIFESPAN_SECONDS ? Math.floor(lifespan) : undefined,
    nameIdFormat: formatOf(attributes['saml_name_id_format'] ?? ''),
    forcesNameIdFormat: isOn('saml_force_name_id_format'),
    allowsEcp: isOn('saml.allow.ecp.flow'),
  };
}

function formatOf(setting: string): string {
  const known = Object.hasOwn(FORMATS_BY_SETTING, setting) ? FORMATS_BY_SETTING[setting] : undefined;
  return known ?? NAME_ID_FORMATS.unspecified;
}

/** Unreadable certificates are ignored; the refusal of a signature names the setting. */
export function parseCertificates(text: string): readonly X509Certificate[] {
  try {
    return readCertificates(text);
  } catch (error) {
    if (error instanceof CertificateError) return [];
    throw error;
  }
}
