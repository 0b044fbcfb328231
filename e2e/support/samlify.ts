// samlify as the tests' service provider, with the structure check that it requires.
import { DOMParser } from '@xmldom/xmldom';
import * as samlify from 'samlify';
import { sampleKeys } from './saml.ts';
import type { Delivered, Start } from './saml-sign-in.ts';

const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const keys = sampleKeys();

samlify.setSchemaValidator({
  validate: async (xml) => {
    const document = new DOMParser().parseFromString(xml, 'text/xml');
    if (document.doctype !== null) throw new Error('a message has no document type');
    if (document.getElementsByTagNameNS('*', 'Assertion').length > 1) throw new Error('two assertions');
    return 'well formed, one assertion';
  },
});

/** Differences from a service provider that signs with the sample keys. */
export interface SamlifyChanges {
  readonly privateKey?: string;
  readonly encPrivateKey?: string;
  readonly requestSignatureAlgorithm?: string;
  readonly nameIDFormat?: string[];
  readonly allowCreate?: boolean;
}

/** A service provider with URLs below `base`. */
export function createServiceProvider(entityID: string, base: string, changes: SamlifyChanges = {}) {
  return samlify.ServiceProvider({
    entityID,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    signingCert: keys.signing.certificate,
    encryptCert: keys.encryption.certificate,
    privateKey: keys.signing.key,
    encPrivateKey: keys.encryption.key,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'],
    assertionConsumerService: [{ Binding: `${BINDING}HTTP-POST`, Location: `${base}/acs` }],
    singleLogoutService: [
      { Binding: `${BINDING}HTTP-Redirect`, Location: `${base}/slo` },
      { Binding: `${BINDING}HTTP-POST`, Location: `${base}/slo` },
    ],
    ...changes,
  });
}

/** The identity provider, loaded from its metadata. */
export function createIdentityProvider(metadata: string, isAssertionEncrypted = false) {
  return samlify.IdentityProvider({
    metadata,
    isAssertionEncrypted,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
  });
}

export type ServiceProvider = ReturnType<typeof createServiceProvider>;
export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Converts a samlify message to a browser request. */
export function toStart(made: ReturnType<ServiceProvider['createLoginRequest']>, relayState?: string): Start {
  if (!('entityEndpoint' in made)) return { url: made.context };
  const form = { [made.type]: made.context, ...(relayState === undefined ? {} : { RelayState: relayState }) };
  return { url: made.entityEndpoint, form };
}

/** Converts a message of the identity provider to samlify's input. */
export function toRequest({ binding, fields, query }: Delivered) {
  if (binding === 'post') return { body: { ...fields } };
  const signed = query.split('&').filter((pair) => !pair.startsWith('Signature='));
  return { query: { ...fields }, octetString: signed.join('&') };
}
