// Metadata for mellon: its own with the bindings of a test, and the identity provider's with fewer services.
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { certificateText } from './saml.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** A service and its binding, such as `SingleLogoutService` and `HTTP-POST`. */
export type Service = readonly [name: string, binding: string];

/** The identity provider's metadata without these services, so that mellon uses the others. */
export function withoutServices(metadata: string, ...services: readonly Service[]): string {
  const document = new DOMParser().parseFromString(metadata, 'text/xml');
  for (const [name, binding] of services)
    for (const element of Array.from(document.getElementsByTagNameNS(METADATA, name)))
      if (element.getAttribute('Binding') === BINDING + binding) element.parentNode?.removeChild(element);
  return new XMLSerializer().serializeToString(document);
}

/** The metadata with another certificate, as if from another identity provider. */
export function withCertificate(metadata: string, certificate: string): string {
  const document = new DOMParser().parseFromString(metadata, 'text/xml');
  for (const element of Array.from(document.getElementsByTagNameNS('*', 'X509Certificate')))
    element.textContent = certificate;
  return new XMLSerializer().serializeToString(document);
}

/** mellon's own metadata with the artifact binding first. */
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
