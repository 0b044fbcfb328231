// Explains a signature that no key verifies: compares the client's certificate with the message's.
import type { X509Certificate } from 'node:crypto';
import { CertificateError, readCertificates } from '#protocol/crypto/read-certificates.ts';
import { childElements, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import type { ServiceProvider } from './service-provider.ts';
import { NAMESPACES } from './xml-names.ts';

/** Enough of a fingerprint to tell two certificates apart. */
const SHOWN_FINGERPRINT = '00:'.repeat(10).length - 1;

/** The first certificate in KeyInfo; never used for verification. */
function embeddedCertificate(root: XmlElement): X509Certificate | undefined {
  const [signature] = childElements(root, NAMESPACES.signature, 'Signature');
  if (signature === undefined) return undefined;
  const element = [...walkElements(signature)].find(({ localName }) => localName === 'X509Certificate');
  try {
    return element === undefined ? undefined : readCertificates(textOf(element))[0];
  } catch (error) {
    if (error instanceof CertificateError || error instanceof XmlError) return undefined;
    throw error;
  }
}

function nameOf({ subject, fingerprint256 }: X509Certificate): string {
  return `${subject.replaceAll('\n', ', ')} (SHA-256 ${fingerprint256.slice(0, SHOWN_FINGERPRINT)}…)`;
}

/** Continues a sentence about a signature that no key verifies; starts with a semicolon. */
export function explainKeys(
  root: XmlElement,
  { certificates }: Pick<ServiceProvider, 'certificates'>,
): string {
  const known = `saml.signing.certificate is ${certificates.map(nameOf).join(' and ')}`;
  const embedded = embeddedCertificate(root);
  if (embedded === undefined) return `; ${known}`;
  return certificates.some(({ fingerprint256 }) => fingerprint256 === embedded.fingerprint256)
    ? '; the message contains the same certificate, so it was signed with another key or modified afterwards'
    : `; the message contains the certificate ${nameOf(embedded)}, and ${known}`;
}
