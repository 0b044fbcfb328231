// The SAML side of a client's record: what a new one gets, its key pair, and what of its attributes cannot be followed.
import { createHash, createPrivateKey, type X509Certificate } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  PRIVATE_KEY_ATTRIBUTES,
  SAML_CANONICALIZATION_METHODS,
  SAML_CLIENT_DEFAULTS,
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_DIGEST_METHODS,
  SAML_ENCRYPTION_ALGORITHMS,
  SAML_KEY_NAMES,
  SAML_KEY_TRANSPORT_ALGORITHMS,
  SAML_LOGOUT_RESPONSE_URLS,
  SAML_MASK_GENERATION_FUNCTIONS,
  SAML_NAME_ID_FORMATS,
  SAML_SIGNATURE_ALGORITHMS,
} from '#protocol/contract/saml-client-attributes.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import {
  CertificateError,
  isRsaCertificate,
  readCertificates,
  verificationKeyOf,
} from '#protocol/crypto/read-certificates.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** Names the client in artifacts that it makes: base64 of the SHA-1 of its clientId (SAML Bindings §3.6.4). */
export function artifactIdentifier(clientId: string): string {
  return createHash('sha1').update(clientId, 'utf8').digest('base64');
}

/** The attributes of a new SAML client; what is there stays. */
export function withSamlDefaults(
  clientId: string,
  attributes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const identifier = { 'saml.artifact.binding.identifier': artifactIdentifier(clientId) };
  return { ...SAML_CLIENT_DEFAULTS, ...identifier, ...attributes };
}

/**
 * A SAML client that must sign and has no certificate gets a key pair of its own, which the installation files hand to the application. Everything
 * else comes back as it is.
 */
export async function withSamlSigningKey(
  client: ClientRepresentation,
  clock: Clock,
): Promise<ClientRepresentation> {
  const attributes = { ...SAML_CLIENT_DEFAULTS, ...client.attributes };
  const isComplete =
    client.protocol !== 'saml' ||
    attributes['saml.client.signature'] !== 'true' ||
    (attributes['saml.signing.certificate'] ?? '') !== '';
  if (isComplete) return client;
  const { certificate, privateKey } = await createCertifiedKeyPair(client.clientId, clock.now());
  return {
    ...client,
    attributes: {
      ...client.attributes,
      'saml.signing.certificate': certificate,
      'saml.signing.private.key': privateKey,
    },
  };
}

/** Lets the client's name in artifacts follow its clientId, where it was worked out from it. */
export function withFollowingIdentifier(
  before: ClientRepresentation,
  client: ClientRepresentation,
): ClientRepresentation {
  const name = 'saml.artifact.binding.identifier';
  const follows = client.attributes?.[name] === artifactIdentifier(before.clientId);
  if (!follows || client.clientId === before.clientId) return client;
  return { ...client, attributes: { ...client.attributes, [name]: artifactIdentifier(client.clientId) } };
}

/** Attributes without what lets their reader act as the client. */
export function withoutPrivateKeys(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !PRIVATE_KEY_ATTRIBUTES.includes(name)),
  );
}

/** What is wrong with a value, as the end of a sentence that begins with the attribute's name. */
type Rule = (value: string) => string | undefined;

const MAX_SECONDS = 2_147_483_647;
const BINDINGS_PREFIX = 'urn:oasis:names:tc:SAML:2.0:bindings:';

const isSwitch: Rule = (value) =>
  value === 'true' || value === 'false' ? undefined : 'must be true or false';

const isUrl: Rule = (value) => {
  // A path is completed by rootUrl.
  if (value.startsWith('/') || value.startsWith('$')) return undefined;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? undefined
    : 'must be an http or https URL';
};

function oneOf(choices: readonly string[], refused: Readonly<Record<string, string>> = {}): Rule {
  return (value) => {
    if (choices.includes(value)) return undefined;
    const why = Object.hasOwn(refused, value) ? `: ${refused[value]}` : '';
    return `must be one of ${choices.join(', ')}${why}`;
  };
}

function certificateFor(fits: (certificate: X509Certificate) => boolean, kind: string): Rule {
  return (value) => {
    try {
      const certificates = readCertificates(value);
      if (certificates.length === 0) return 'must be an X.509 certificate';
      return certificates.every(fits) ? undefined : `must be the certificate of ${kind}`;
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      return `must be an X.509 certificate as PEM, or the base64 of its DER: ${error.reason}`;
    }
  };
}

const isSigningCertificate = certificateFor(
  (certificate) => verificationKeyOf(certificate) !== undefined,
  'an RSA key, or of an EC key on the curve P-256, P-384 or P-521',
);
const isEncryptionCertificate = certificateFor(isRsaCertificate, 'an RSA key');

const isPrivateKey: Rule = (value) => {
  const base64 = value.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const form = 'must be an RSA private key as PEM, or the base64 of its DER (PKCS#8), without a password';
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    try {
      const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type });
      return key.asymmetricKeyType === 'rsa' ? undefined : form;
    } catch {
      // Not of this type: the next one may fit, and the words at the end fit both.
    }
  }
  return form;
};

const isSeconds: Rule = (value) =>
  /^-?\d{1,10}$/.test(value) && Number(value) <= MAX_SECONDS
    ? undefined
    : 'must be a whole number of seconds; leave it out for those of the realm';

const isSegment: Rule = (value) =>
  /^[^/\\?#%;\s]+$/.test(value) && !/^\.{1,2}$/.test(value)
    ? undefined
    : 'must be one segment of an address: letters, digits, hyphens, underscores, dots';

const isIdentifier: Rule = (value) =>
  Buffer.from(value, 'base64').length === 20
    ? undefined
    : 'must be the base64 of the 20 bytes that name the client in artifacts; leave it out to have it worked out';

const isConsumerService: Rule = (value) => {
  const [binding = '', url = '', ...more] = value.split(' ');
  const isRead = binding.startsWith(BINDINGS_PREFIX) && more.length === 0 && url !== '';
  return isRead ? isUrl(url) : "must be the binding's URN, a blank and an http or https URL";
};

const NO_DSA = 'realm keys are RSA keys';
const NO_RSA_15 = 'RSA with PKCS#1 v1.5 padding lets an attacker decrypt by asking';

const RULES: Readonly<Record<string, Rule>> = {
  'saml.authnstatement': isSwitch,
  'saml.onetimeuse.condition': isSwitch,
  'saml.server.signature': isSwitch,
  'saml.server.signature.keyinfo.ext': isSwitch,
  'saml.assertion.signature': isSwitch,
  'saml.client.signature': isSwitch,
  'saml.encrypt': isSwitch,
  'saml.force.post.binding': isSwitch,
  'saml.artifact.binding': isSwitch,
  'saml.allow.ecp.flow': isSwitch,
  saml_force_name_id_format: isSwitch,
  saml_name_id_format: oneOf(SAML_NAME_ID_FORMATS),
  'saml.signature.algorithm': oneOf(SAML_SIGNATURE_ALGORITHMS, { DSA_SHA1: NO_DSA }),
  saml_signature_canonicalization_method: oneOf(SAML_CANONICALIZATION_METHODS),
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': oneOf(SAML_KEY_NAMES),
  'saml.encryption.algorithm': oneOf(SAML_ENCRYPTION_ALGORITHMS),
  'saml.encryption.keyAlgorithm': oneOf(SAML_KEY_TRANSPORT_ALGORITHMS, {
    'http://www.w3.org/2001/04/xmlenc#rsa-1_5': NO_RSA_15,
  }),
  'saml.encryption.digestMethod': oneOf(SAML_DIGEST_METHODS),
  'saml.encryption.maskGenerationFunction': oneOf(SAML_MASK_GENERATION_FUNCTIONS),
  'saml.signing.certificate': isSigningCertificate,
  'saml.encryption.certificate': isEncryptionCertificate,
  'saml.signing.private.key': isPrivateKey,
  'saml.encryption.private.key': isPrivateKey,
  'saml.assertion.lifespan': isSeconds,
  'saml.useMetadataDescriptorUrl': isSwitch,
  'saml.metadataDescriptorUrl': isUrl,
  'saml.descriptor.cache.seconds': isSeconds,
  'saml.artifact.binding.identifier': isIdentifier,
  saml_assertion_consumer_url_post: isUrl,
  saml_assertion_consumer_url_redirect: isUrl,
  saml_artifact_binding_url: isUrl,
  saml_artifact_resolution_service_url: isUrl,
  saml_single_logout_service_url_post: isUrl,
  saml_single_logout_service_url_redirect: isUrl,
  saml_single_logout_service_url_artifact: isUrl,
  saml_single_logout_service_url_soap: isUrl,
  ...Object.fromEntries(Object.values(SAML_LOGOUT_RESPONSE_URLS).map((name) => [name, isUrl])),
  saml_idp_initiated_sso_url_name: isSegment,
};

function ruleOf(name: string): Rule | undefined {
  if (Object.hasOwn(RULES, name)) return RULES[name];
  if (!name.startsWith(SAML_CONSUMER_SERVICE_PREFIX)) return undefined;
  return /^\d{1,5}$/.test(name.slice(SAML_CONSUMER_SERVICE_PREFIX.length))
    ? isConsumerService
    : () => 'must end with the number of the assertion consumer service';
}

/** What of the attributes cannot be followed, as a sentence that names the attribute; undefined when all is well. Empty ones are being removed. */
export function findSamlAttributeFault(attributes: Attributes): string | undefined {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === '') continue;
    const problem = ruleOf(name)?.(value);
    if (problem !== undefined) return `attributes.${name} ${problem}`;
  }
  return undefined;
}

/** What of a realm's SAML clients cannot be followed, one sentence each. */
export function listSamlFaults({ clients = [] }: Pick<StoredRealm, 'clients'>): readonly string[] {
  return clients.flatMap(({ clientId, protocol, attributes = {} }) => {
    const fault = protocol === 'saml' ? findSamlAttributeFault(attributes) : undefined;
    return fault === undefined ? [] : [`client ${clientId}: ${fault}`];
  });
}
