import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { readServiceProviderMetadata } from '#protocol/saml/metadata/service-provider-metadata.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { ELSEWHERE, provider, withProviders } from '../testing/brokering.ts';
import { CERTIFICATE, endpointOf, IDP, samlProvider, waitFor } from './testing/saml-provider.ts';

/** What is used of it; its own declarations do not compile. */
interface Samlify {
  setSchemaValidator(validator: { validate(): Promise<string> }): void;
  ServiceProvider(settings: object): { readonly entityMeta: { getEntityID(): string } };
  IdentityProvider(settings: object): {
    parseLoginRequest(
      sp: object,
      binding: 'post',
      request: object,
    ): Promise<{ readonly extract: { readonly issuer: string } }>;
  };
}
const samlify = createRequire(import.meta.url)('samlify') as Samlify;

samlify.setSchemaValidator({ validate: async () => 'skipped' });

test('SAML Metadata §2.4.4: the descriptor has the services, keys and requested attributes', () =>
  withProviders(
    [
      samlProvider({
        wantAuthnRequestsSigned: 'true',
        attributeConsumingServiceName: 'Shop',
        nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      }),
    ],
    async (fixture) => {
      const response = await fetch(`${endpointOf(fixture)}/descriptor`);
      assert.match(response.headers.get('content-type') ?? '', /application\/xml/);
      const text = await response.text();
      const found = readServiceProviderMetadata(text, { now: fixture.clock.now(), entityId: undefined });
      assert.equal(found.entityId, `${fixture.baseUrl}/realms/r`);
      assert.equal(found.signsRequests, true);
      assert.equal(found.wantsSignedAssertions, false);
      const [first] = found.consumerServices;
      assert.equal(first?.binding, 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST');
      assert.equal(first?.location, endpointOf(fixture));
      assert.equal(found.logoutServices[0]?.location, endpointOf(fixture));
      assert.deepEqual(found.nameIdFormats, ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress']);
      assert.equal(found.signingCertificates.length, 1);
      assert.equal(found.encryptionCertificates.length, 1);
      assert.deepEqual(
        found.requestedAttributes.map(({ name }) => name),
        ['mail'],
      );
    },
    {
      identityProviderMappers: [
        {
          name: 'mail',
          identityProviderAlias: 'corp',
          identityProviderMapper: 'saml-user-attribute-idp-mapper',
          config: { 'attribute.name': 'mail', 'user.attribute': 'email' },
        },
      ],
    },
  ));

test('Keycloak signSpMetadata: the descriptor is signed with the key of the realm', () =>
  withProviders([samlProvider({ signSpMetadata: 'true' })], async (fixture) => {
    const text = await (await fetch(`${endpointOf(fixture)}/descriptor`)).text();
    const [, certificate = ''] = /<dsig:X509Certificate>([^<]*)/.exec(text) ?? [];
    assert.ok(text.includes(`<ds:X509Certificate>${certificate}`));
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    const root = verifyElement({ root: parseXml(text), keys: [publicKey], allowSha1: false });
    assert.equal(root.localName, 'EntityDescriptor');
  }));

test('samlify reads the descriptor and, as an identity provider, accepts a signed AuthnRequest', () =>
  withProviders(
    [samlProvider({ wantAuthnRequestsSigned: 'true', postBindingAuthnRequest: 'true' })],
    async (fixture, browser) => {
      const metadata = await (await fetch(`${endpointOf(fixture)}/descriptor`)).text();
      const sp = samlify.ServiceProvider({ metadata });
      assert.equal(sp.entityMeta.getEntityID(), `${fixture.baseUrl}/realms/r`);
      const idp = samlify.IdentityProvider({
        entityID: IDP,
        signingCert: CERTIFICATE,
        wantAuthnRequestsSigned: true,
        singleSignOnService: [
          { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: 'https://idp.example/sso' },
        ],
      });
      const { request } = await waitFor(fixture, browser);
      const body = { SAMLRequest: Buffer.from(request.xml).toString('base64') };
      const { extract } = await idp.parseLoginRequest(sp, 'post', { body });
      assert.equal(extract.issuer, `${fixture.baseUrl}/realms/r`);
    },
  ));

for (const [name, alias, providers] of [
  ['an unknown alias', 'nope', [samlProvider()]],
  ['a provider of another type', 'corp', [provider('corp', 'oidc', ELSEWHERE)]],
] as const)
  test(`Keycloak SAML brokering: there is no descriptor for ${name}`, () =>
    withProviders([...providers], async ({ baseUrl }) => {
      const response = await fetch(`${baseUrl}/realms/r/broker/${alias}/endpoint/descriptor`);
      assert.equal(response.status, 404);
    }));

test('Keycloak SAML brokering: there is no descriptor of a disabled provider', () =>
  withProviders([samlProvider({}, { enabled: false })], async (fixture) => {
    assert.equal((await fetch(`${endpointOf(fixture)}/descriptor`)).status, 404);
  }));

test('Keycloak SAML brokering: a descriptor that cannot be signed names the setting', () =>
  withProviders([samlProvider({ signSpMetadata: 'true', signatureAlgorithm: 'MD5' })], async (fixture) => {
    const response = await fetch(`${endpointOf(fixture)}/descriptor`);
    assert.equal(response.status, 400);
  }));
