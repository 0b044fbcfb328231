// Writes the metadata of a service provider from the client's settings (SAML Metadata §2.4.4).
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { NAMESPACES } from '../xml-names.ts';
import type { InstallationSettings } from './installation-settings.ts';

function keyDescriptor(use: 'signing' | 'encryption', certificate: string): string {
  const data = writeElement('ds:X509Data', {}, writeTextElement('ds:X509Certificate', {}, certificate));
  const keyInfo = writeElement('ds:KeyInfo', { 'xmlns:ds': NAMESPACES.signature }, data);
  return writeElement('md:KeyDescriptor', { use }, keyInfo);
}

/** An `EntityDescriptor` on one line. */
export function renderServiceProviderDescriptor(settings: InstallationSettings): string {
  const content = [
    ...settings.signingCertificates.map((certificate) => keyDescriptor('signing', certificate)),
    ...settings.encryptionCertificates.map((certificate) => keyDescriptor('encryption', certificate)),
    ...settings.logoutServices.map(({ binding, location, responseLocation }) =>
      writeElement('md:SingleLogoutService', {
        Binding: binding,
        Location: location,
        ResponseLocation: responseLocation,
      }),
    ),
    writeTextElement('md:NameIDFormat', {}, settings.nameIdFormat),
    ...settings.consumerServices.map(({ binding, location, index }, position) =>
      writeElement('md:AssertionConsumerService', {
        Binding: binding,
        Location: location,
        index: String(index),
        ...(position === 0 ? { isDefault: 'true' } : {}),
      }),
    ),
  ];
  const role = writeElement(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: String(settings.signsRequests),
      WantAssertionsSigned: String(settings.signsAssertions),
      protocolSupportEnumeration: NAMESPACES.protocol,
    },
    content.join(''),
  );
  const attributes = { 'xmlns:md': NAMESPACES.metadata, entityID: settings.entityId };
  return writeElement('md:EntityDescriptor', attributes, role);
}
