// Metadata as mellon is given them: its own with the bindings a test wants, and the identity provider's with fewer services than it has.
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { certificateText } from './saml.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** A service and how it is reached, as `SingleLogoutService` and `HTTP-POST`. */
export type Service = readonly [name: string, binding: string];

/** The identity provider's metadata without these services: what is left is what a service provider uses. */
export function withoutServices(metadata: string, ...services: readonly Service[]): string {
  const document = new DOMParser().parseFromString(metadata, 'text/xml');
  for (const [name, binding] of services)
    for (const element of Array.from(document.getElementsByTagNameNS(METADATA, name)))
      if (element.getAttribute('Binding') === BINDING + binding) element.parentNode?.removeChild(element);
  return new XMLSerializer().serializeToString(document);
}

/** The metadata with another certificate, as if they were somebody else's. */
export function withCertificate(metadata: string, certificate: string): string {
  const document = new DOMParser().parseFromString(metadata, 'text/xml');
  for (const element of Array.from(document.getElementsByTagNameNS('*', 'X509Certificate')))
    element.textContent = certificate;
  return new XMLSerializer().serializeToString(document);
}

/** mellon's own metadata with artifacts in the first place. */
export function artifactMetadata(entityId: string): (url: string) => string {
  const key = `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificateText('signing')}</X509Certificate></X509Data></KeyInfo>`;
  return (url) => `<EntityDescriptor entityID="${entityId}" xmlns="${METADATA}">
<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor>${key}</KeyDescriptor>
<SingleLogoutService Binding="${BINDING}HTTP-Redirect" Location="${url}/mellon/logout"/>
<AssertionConsumerService index="0" isDefault="true" Binding="${BINDING}HTTP-Artifact" Location="${url}/mellon/artifactResponse"/>
<AssertionConsumerService index="1" Binding="${BINDING}HTTP-POST" Location="${url}/mellon/postResponse"/>
</SPSSODescriptor></EntityDescriptor>`;
}
