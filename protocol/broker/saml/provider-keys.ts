// The keys with which a SAML provider's signatures are verified: of its settings, its metadata, or its stand-in.
import type { KeyObject } from 'node:crypto';
import { verificationKeyOf } from '#protocol/crypto/read-certificates.ts';
import type { SignatureTrust } from '#protocol/crypto/xml-signature.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import { reasonOfFailure } from '#protocol/http/network-failure.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { readIdentityProviderMetadata } from '#protocol/saml/metadata/identity-provider-metadata.ts';
import { certificateValidity, parseCertificates } from '#protocol/saml/service-provider.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import type { AskedProvider } from '../brokering.ts';
import { providerProblem } from '../provider-problem.ts';

export interface ProviderKeys {
  /** @throws {OAuthError} naming the setting, if the provider has no key that can be used now. */
  trustOf(exchange: RealmExchange, asked: AskedProvider): Promise<SignatureTrust>;
}

interface ProviderKeysDeps {
  readonly signers: Pick<SamlSigners, 'signingKeys'>;
  readonly fetchDocument: DocumentFetcher;
}

/** How long fetched metadata is used, in milliseconds. */
const KEPT_MS = 300_000;
const MAX_REMEMBERED = 500;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const SECTION = 'SAML Metadata §4';

interface Fetched {
  readonly at: number;
  readonly certificates: string;
}

/** Metadata is kept in memory. */
export function createProviderKeys({ signers, fetchDocument }: ProviderKeysDeps): ProviderKeys {
  const fetched = new Map<string, Fetched>();
  const load = async (exchange: RealmExchange, provider: IdentityProvider, url: string): Promise<string> => {
    const key = `${exchange.realm.id} ${provider.alias} ${url}`;
    const now = exchange.clock.now();
    const known = fetched.get(key);
    if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.certificates;
    const certificates = await fetchCertificates(fetchDocument, exchange, provider, url);
    const [oldest] = fetched.keys();
    if (fetched.size >= MAX_REMEMBERED && oldest !== undefined) fetched.delete(oldest);
    fetched.set(key, { at: now, certificates });
    return certificates;
  };
  return {
    async trustOf(exchange, { provider, isStandIn }) {
      const { config } = provider;
      const allowSha1 = config['signatureAlgorithm'] === 'RSA_SHA1';
      if (isStandIn) return { keys: await keysOfRealm(signers, exchange), allowSha1: true };
      const url = config['useMetadataDescriptorUrl'] === 'true' ? config['metadataDescriptorUrl'] : undefined;
      if (url === undefined) return { keys: validKeys(exchange, provider, SETTING), allowSha1 };
      const certificates = await load(exchange, provider, url);
      const keys = validKeys(exchange, provider, { name: 'metadataDescriptorUrl', text: certificates });
      return { keys, allowSha1 };
    },
  };
}

async function keysOfRealm(
  signers: ProviderKeysDeps['signers'],
  { realm }: RealmExchange,
): Promise<readonly KeyObject[]> {
  return (await signers.signingKeys(realm)).flatMap(({ publicKey }) => publicKey ?? []);
}

/** Where certificates are from; `text` undefined: from the setting itself. */
interface Source {
  readonly name: 'signingCertificate' | 'metadataDescriptorUrl';
  readonly text?: string;
}

const SETTING: Source = { name: 'signingCertificate' };

/** Keys of the certificates that are valid on the realm's clock. */
function validKeys(
  { clock }: RealmExchange,
  { alias, config }: IdentityProvider,
  { name, text = config[name] ?? '' }: Source,
): readonly KeyObject[] {
  const now = clock.now();
  const certificates = parseCertificates(text);
  const valid = certificates.filter((certificate) => {
    const { from, to } = certificateValidity(certificate);
    return from <= now && now <= to;
  });
  const keys = valid.flatMap((certificate) => verificationKeyOf(certificate) ?? []);
  if (keys.length > 0) return keys;
  const spans = certificates.map(({ validFrom, validTo }) => `valid from ${validFrom} to ${validTo}`);
  const why =
    text === ''
      ? 'is empty'
      : certificates.length === 0
        ? 'has no readable certificate'
        : valid.length === 0
          ? `has no certificate that is valid on the realm's clock (${spans.join('; ')})`
          : 'has neither an RSA key nor an EC key on P-256, P-384 or P-521';
  throw providerProblem('unexpected', {
    reason: `Signatures of identity provider ${alias} cannot be checked: config.${name} ${why}.`,
    remedy: `Set config.${name} of identity provider ${alias} to what its metadata has, or config.validateSignature to false.`,
    section: 'SAML Core §5',
  });
}

async function fetchCertificates(
  fetchDocument: DocumentFetcher,
  exchange: RealmExchange,
  { alias, config }: IdentityProvider,
  url: string,
): Promise<string> {
  try {
    const accept = 'application/samlmetadata+xml, application/xml, text/xml';
    const limits = { accept, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const text = await fetchDocument(url, limits, {
      kind: 'saml-metadata',
      title: 'Metadata of an identity provider',
      mdc: mdcOfCall(exchange, alias),
      section: SECTION,
    });
    const selection = { now: exchange.clock.now(), entityId: config['idpEntityId'] };
    return readIdentityProviderMetadata(text, selection).signingCertificates.join(',');
  } catch (error) {
    throw providerProblem('unexpected', {
      reason: `The metadata of identity provider ${alias} at ${url} could not be read: ${error instanceof ClientDescriptionError ? error.message : reasonOfFailure(error)}`,
      remedy: `Check config.metadataDescriptorUrl of identity provider ${alias}, or set config.useMetadataDescriptorUrl to false and config.signingCertificate to its certificate.`,
      section: SECTION,
    });
  }
}
