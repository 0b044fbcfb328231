// Clients for the tests of installation files: one with every setting, one with few.
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import type { InstallationRequest } from '#protocol/realm/clients/client-installation.ts';
import { clientOf, TEST_NOW, testRealm } from '#protocol/realm/testing/realm.ts';

const { certificate, privateKey } = await createCertifiedKeyPair('sp.test', TEST_NOW);

/** The client's certificate, base64 of DER. */
export const CERTIFICATE: string = certificate;

/** Its private key, base64 of PKCS#8. */
export const PRIVATE_KEY: string = privateKey;

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

const realm = testRealm({
  sslRequired: 'none',
  clients: [
    {
      clientId: 'https://sp.test/"a"&b',
      protocol: 'saml',
      rootUrl: 'https://sp.test',
      attributes: {
        'saml.client.signature': 'true',
        'saml.assertion.signature': 'true',
        'saml.encrypt': 'true',
        'saml.signing.certificate': certificate,
        'saml.signing.private.key': privateKey,
        'saml.encryption.certificate': certificate,
        saml_name_id_format: 'persistent',
        saml_single_logout_service_url_redirect: '/out',
        'saml.single.logout.response.url.redirect': '/back',
        saml_single_logout_service_url_soap: 'https://sp.test/soap',
        'saml.assertion.consumer.service.7': `${POST} https://sp.test/seven`,
        'saml.assertion.consumer.service.2': `${POST} https://sp.test/two`,
        saml_assertion_consumer_url_post: 'https://sp.test/acs',
      },
    },
    {
      clientId: 'plain',
      protocol: 'saml',
      adminUrl: 'https://plain.test/saml',
      attributes: {
        'saml.client.signature': 'false',
        'saml.force.post.binding': 'false',
        'saml.signing.certificate': 'damaged',
      },
    },
  ],
});

const requestFor = (clientId: string): InstallationRequest => ({
  realm,
  client: clientOf(realm, clientId),
  baseUrl: 'http://localhost:8080',
});

/** A client with every setting. */
export const FULL: InstallationRequest = requestFor('https://sp.test/"a"&b');

/** A client with few settings. */
export const PLAIN: InstallationRequest = requestFor('plain');
