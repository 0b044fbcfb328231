// Metadata of service providers for tests.
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import type { ServiceProviderSelection } from '../metadata/find-service-provider.ts';

/** The current time in the tests, in milliseconds. */
export const NOW: number = Date.parse('2026-02-03T04:05:06Z');

/** Selects the only service provider. */
export const QUESTION: ServiceProviderSelection = { now: NOW, entityId: undefined };

const { certificate, privateKey } = await createCertifiedKeyPair('sp.test', NOW);

/** A certificate, base64 of DER. */
export const CERTIFICATE: string = certificate;

/** Its private key, base64 of PKCS#8. */
export const PRIVATE_KEY: string = privateKey;

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

export function consumer(
  index: number | string,
  location: string,
  more = '',
  binding: string = POST,
): string {
  return `<md:AssertionConsumerService Binding="${binding}" Location="${location}" index="${index}" ${more}/>`;
}

/** A `KeyDescriptor`; without `use` it serves both. */
export function keyDescriptor(use: string | undefined, text: string = certificate, more = ''): string {
  const attribute = use === undefined ? '' : ` use="${use}"`;
  return `<md:KeyDescriptor${attribute}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
${text}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${more}</md:KeyDescriptor>`;
}

/** Parts of an entity, each with a default. */
export interface MetadataParts {
  readonly entity?: string;
  readonly role?: string;
  readonly content?: string;
  readonly before?: string;
}

/** A metadata document with one service provider. */
export function metadataOf(parts: MetadataParts = {}): string {
  const {
    entity = 'entityID="https://sp.test/metadata"',
    role = '',
    content = consumer(0, 'https://sp.test/acs'),
    before = '',
  } = parts;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ${entity}>${before}
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol" ${role}>
    ${content}
  </md:SPSSODescriptor>
</md:EntityDescriptor>`;
}
